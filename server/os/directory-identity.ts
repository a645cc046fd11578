import { statSync } from 'node:fs'

/** Returns `device:inode`, which differs between a directory and its copies; undefined without a directory. */
export function readDirectoryIdentity(dir: string): string | undefined {
  const found = statSync(dir, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
