import { statSync } from 'node:fs'

/**
 * Tells a directory from its copies, which keep every file but get an inode of their own: `device:inode`. Undefined when
 * there is no such directory.
 */
export function directoryIdentity(dir: string): string | undefined {
  const found = statSync(dir, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
