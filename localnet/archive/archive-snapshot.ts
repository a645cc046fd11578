import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import * as z from 'zod/mini'
import type { AccountsState } from './archive-accounts.ts'
import type { IndexState } from './archive-index.ts'
import type { LineStore } from './archive-lines.ts'

/** Increase it when the meaning of a stored field changes; older snapshots are then rebuilt. */
const VERSION = 3

export type ArchiveState = { index: IndexState; accounts: AccountsState }

const Header = z.object({
  version: z.literal(VERSION),
  size: z.int().check(z.nonnegative()),
  fingerprint: z.string(),
  state: z.custom<ArchiveState>((state) => typeof state === 'object' && state !== null),
})

/** Returns the state and how many bytes of the lines it covers; null without a snapshot of these lines. */
export async function loadSnapshot(
  path: string,
  lines: LineStore,
): Promise<{ state: ArchiveState; size: number } | null> {
  let kept: unknown
  try {
    kept = deserialize(await readFile(path))
  } catch {
    // A missing, torn or incompatible snapshot is rebuilt from the lines.
    return null
  }
  const header = Header.safeParse(kept)
  if (!header.success) return null
  const { size, fingerprint, state } = header.data
  return size <= lines.size() && lines.fingerprint(size) === fingerprint ? { state, size } : null
}

export async function saveSnapshot(
  path: string,
  lines: LineStore,
  state: ArchiveState,
): Promise<void> {
  const size = lines.size()
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const bytes = serialize({ version: VERSION, size, fingerprint: lines.fingerprint(size), state })
  await writeFile(draft, bytes, { mode: 0o600 })
  await rename(draft, path)
}
