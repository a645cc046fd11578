import { statSync } from 'node:fs'

/**
 * Returns `device:inode`, which differs between a directory and its copies, or undefined if there is no such
 * directory.
 */
export function readDirectoryIdentity(dir: string): string | undefined {
  const found = statSync(dir, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
