import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

const isUsable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

/** The parent of throw-away databases. In memory on Linux: a copy on a disk costs half a second of processor time. */
export const TEMPORARY_ROOT = isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir()
