import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryInUse, lockDirectory } from '#server/os/directory-lock.ts'

const LOCK = new URL('../../../server/os/directory-lock.ts', import.meta.url)
/** Starts a command in a PID namespace of its own, as a container does. */
const IN_CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const canContain = spawnSync(IN_CONTAINER[0] ?? '', [...IN_CONTAINER.slice(1), 'true']).status === 0

let dir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'soldesk-lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** Locks the directory in a process of its own at the given time, and returns what became of it. */
const lockElsewhere = async (prefix: readonly string[] = [], startAt = 0) => {
  const script = `
    import { lockDirectory } from ${JSON.stringify(LOCK.href)}
    while (Date.now() < ${startAt}) {}
    try {
      await lockDirectory(process.argv[1])
      process.stdout.write('held')
      setInterval(() => globalThis.gc(), 100)
    } catch (error) {
      process.stdout.write(error.name)
    }`
  const node = [process.execPath, '--expose-gc', '--input-type=module', '-e', script, dir]
  const [command = '', ...args] = [...prefix, ...node]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: String(said) }
}

describe('lockDirectory', () => {
  it('is held until released, also against its own process', async () => {
    const lock = await lockDirectory(dir)
    await expect(lockDirectory(dir)).rejects.toThrow('already in use')
    lock.release()
    lock.release()
    const again = await lockDirectory(dir)
    await expect(lockDirectory(dir)).rejects.toThrow('already in use')
    again.release()
  })

  it.each([
    ['another process', []],
    ['a process in another container', canContain ? IN_CONTAINER : []],
  ])('is refused while %s holds it, and free at once after kill -9', async (_who, prefix) => {
    const { child, said } = await lockElsewhere(prefix)
    expect(said).toBe('held')
    // Long enough for a garbage collection there.
    await new Promise((resolve) => setTimeout(resolve, 400))
    await expect(lockDirectory(dir)).rejects.toBeInstanceOf(DirectoryInUse)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const lock = await lockDirectory(dir)
    lock.release()
  })

  it('writes nothing, so that a full disk does not keep a server from starting', async () => {
    const lock = await lockDirectory(dir)
    expect(readdirSync(dir)).toEqual(['lock'])
    expect(statSync(path.join(dir, 'lock')).size).toBe(0)
    lock.release()
  })

  it('does not come along with a copy of the directory', async () => {
    await lockElsewhere()
    const copy = path.join(dir, 'copy')
    mkdirSync(copy)
    cpSync(path.join(dir, 'lock'), path.join(copy, 'lock'))
    const lock = await lockDirectory(copy)
    lock.release()
  })

  it('lets exactly one of six processes in that start at once', async () => {
    const startAt = Date.now() + 1_000
    const all = await Promise.all(Array.from({ length: 6 }, () => lockElsewhere([], startAt)))
    expect(all.map(({ said }) => said).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'DirectoryInUse'),
      'held',
    ])
  })
})
