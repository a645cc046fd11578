import { statSync } from 'node:fs'
import type { ArchiveSource } from './archive-source.ts'

/** Reading recorded lines takes a parser that a chain without any need not wait for when it starts. */
async function open(path: string | undefined): Promise<ArchiveSource> {
  const { openArchive } = await import('./archive.ts')
  return openArchive({ path })
}

/** The archive kept at `path`, or in memory; opened at once when the file has content, otherwise by the first import. */
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
