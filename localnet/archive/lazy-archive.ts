import { statSync } from 'node:fs'
import type { ArchiveSource } from './archive-source.ts'

/** Loaded on demand, because the parser would delay the start of a chain that has no archive. */
async function open(path: string | undefined): Promise<ArchiveSource> {
  const { openArchive } = await import('./archive.ts')
  return openArchive({ path })
}

/**
 * Opens the archive at `path` at once when the file has content, otherwise on the first import. Without a path it
 * stays in memory.
 */
export async function lazyArchive(path: string | undefined): Promise<ArchiveSource> {
  const size = path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  if (size > 0) return open(path)
  let opening: Promise<ArchiveSource> | undefined
  let archive: ArchiveSource | undefined
  return {
    async importLines(lines) {
      opening ??= open(path)
      archive = await opening
      return archive.importLines(lines)
    },
    has: (signature) => archive?.has(signature) ?? false,
    transaction: (signature) => archive?.transaction(signature) ?? null,
    signaturesFor: (address, page) => archive?.signaturesFor(address, page) ?? null,
    account: (address) => archive?.account(address) ?? null,
    tokenSupply: (mint) => archive?.tokenSupply(mint) ?? null,
    tokenLargestAccounts: (mint) => archive?.tokenLargestAccounts(mint) ?? null,
    blockTime: (slot) => archive?.blockTime(slot) ?? null,
    close: async () => (await opening)?.close(),
  }
}
