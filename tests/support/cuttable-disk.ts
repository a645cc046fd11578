import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from './product.ts'

const SIZE = '700M'
const MAX_COPIES = 20
const MAX_TRIES = 250

export type CuttableDisk = {
  /** The folder that the disk is mounted on. */
  readonly folder: string
  /** Ends every process on the disk as a power cut does, and mounts it again without what was not yet forced to it. */
  cutPower(): Promise<void>
  remove(): void
}

/** Makes a disk with an ext4 file system in a file and mounts it. Null without root or loop devices. */
export function openDisk(): CuttableDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const { folder: root, remove } = temporaryFolder()
  const [image, copy] = [path.join(root, 'disk'), path.join(root, 'disk-after-cut')]
  const folder = path.join(root, 'mounted')
  const mount = () => execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'pipe' })
  const isUnmounted = () => spawnSync('umount', [folder]).status === 0
  const discard = () => {
    spawnSync('umount', ['--lazy', folder])
    remove()
  }
  mkdirSync(folder)
  try {
    execFileSync('truncate', ['--size', SIZE, image], { stdio: 'pipe' })
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' })
    mount()
  } catch {
    discard()
    return null
  }
  return {
    folder,
    async cutPower() {
      const pids = findUsers(folder)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      // The file holds what was written to the disk and lacks what is only in memory. A copy during a write is torn.
      const isCopied = () => {
        execFileSync('cp', ['--sparse=always', image, copy])
        return spawnSync('cmp', ['--silent', image, copy]).status === 0
      }
      for (let copies = 1; !isCopied(); copies += 1) {
        if (copies === MAX_COPIES) throw new Error('the disk is written all the time')
      }
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      for (let tries = 1; !isUnmounted(); tries += 1) {
        if (tries === MAX_TRIES) throw new Error('the disk stays in use')
        await sleep(20)
      }
      copyFileSync(copy, image)
      rmSync(copy)
      mount()
    },
    remove: discard,
  }
}

/** Returns the processes that have a file or their working folder on the disk. */
function findUsers(folder: string): number[] {
  const isInside = (link: string): boolean => {
    try {
      return readlinkSync(link).startsWith(`${folder}/`)
    } catch {
      return false
    }
  }
  const listFiles = (pid: string): string[] => {
    try {
      return readdirSync(`/proc/${pid}/fd`).map((file) => `/proc/${pid}/fd/${file}`)
    } catch {
      return []
    }
  }
  return readdirSync('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && [`/proc/${name}/cwd`, ...listFiles(name)].some(isInside),
    )
    .map(Number)
}
