import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200

export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, under another account.
    return error.code === 'EPERM'
  }
}

const readHolder = (file) => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** Creates the file whole or not at all. Returns false when it exists already. */
const createLock = (file) => {
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, String(process.pid))
  try {
    linkSync(aside, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Runs `work` while no other process works under the same lock file; a lock of a dead process counts for nothing.
 * `work` gets a function that names another process as the one that works, so that others wait for an orphan too.
 */
export const runExclusively = async (file, work) => {
  mkdirSync(path.dirname(file), { recursive: true })
  for (let isSaid = false; !createLock(file);) {
    const holder = readHolder(file)
    if (holder === 0 || !isAlive(holder)) {
      rmSync(file, { force: true })
      continue
    }
    if (!isSaid) process.stdout.write(`Waiting for process ${holder}, which installs or builds …\n`)
    isSaid = true
    await sleep(POLL_MS)
  }
  try {
    return await work((pid) => writeFileSync(file, String(pid)))
  } finally {
    rmSync(file, { force: true })
  }
}
