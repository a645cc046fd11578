import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { directoryIdentity } from './directory-identity.ts'
import { processIdentity } from './process-identity.ts'

export type DirectoryLock = { release(): void }

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse'
}

const ATTEMPTS = 5

/**
 * Claims `dir` for this process until `release` or its death; a lock left by a killed process counts for nothing, nor
 * does one that was copied along with its directory.
 *
 * Every claimant first writes a file of its own, named by pid and process identity, and then looks for others: of two
 * that start together at least one sees the other, so both can never hold the lock. Throws `DirectoryInUse`.
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const folder = path.join(dir, 'locks')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own = `${process.pid}.${processIdentity(process.pid) ?? 'unknown'}`
  const ownFile = path.join(folder, own)
  // The same process cannot be told apart from itself by its identity.
  if (existsSync(ownFile)) throw inUse(dir, process.pid)
  for (let attempt = 1; ; attempt += 1) {
    writeFileSync(ownFile, directoryIdentity(folder) ?? '', { mode: 0o600 })
    const holder = liveHolder(folder, own)
    if (holder === undefined) return hold(ownFile)
    rmSync(ownFile, { force: true })
    if (attempt === ATTEMPTS) throw inUse(dir, holder)
    // Two claimants that met withdraw and come back at different moments.
    await sleep(10 + Math.random() * 60)
  }
}

const held = new Set<string>()
// A process that ends in the middle of its start tidies up all the same.
process.on('exit', () => {
  for (const file of held) rmSync(file, { force: true })
})

function hold(file: string): DirectoryLock {
  held.add(file)
  return {
    release: () => {
      held.delete(file)
      rmSync(file, { force: true })
    },
  }
}

function liveHolder(folder: string, own: string): number | undefined {
  for (const name of readdirSync(folder)) {
    if (name === own) continue
    const [pid = '', identity = ''] = name.split('.')
    const isLive = processIdentity(Number(pid)) === identity
    if (isLive && !isCopied(folder, name)) return Number(pid)
    rmSync(path.join(folder, name), { force: true })
  }
  return undefined
}

/** True for a lock that was written in another directory. One that is being written is empty. */
function isCopied(folder: string, name: string): boolean {
  try {
    const writtenIn = readFileSync(path.join(folder, name), 'utf8')
    return writtenIn !== '' && writtenIn !== directoryIdentity(folder)
  } catch {
    // Released meanwhile.
    return true
  }
}

const inUse = (dir: string, pid: number) =>
  new DirectoryInUse(
    `${dir} is already in use by process ${pid}; stop it or choose another DATA_DIR`,
  )
