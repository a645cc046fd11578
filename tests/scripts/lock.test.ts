import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/product.ts'

const LOCK = new URL('../../scripts/lock.mjs', import.meta.url)
const { runExclusively } = (await import(LOCK.href)) as {
  runExclusively<T>(file: string, work: (name: (pid: number) => void) => Promise<T>): Promise<T>
}

const { folder, remove } = temporaryFolder()
const file = path.join(folder, 'sub', 'preparing')
afterAll(remove)

describe('runExclusively', () => {
  it('runs the work of several processes one after another', async () => {
    const log = path.join(folder, 'log')
    const script = `
      const { appendFileSync } = await import('node:fs')
      const { runExclusively } = await import(${JSON.stringify(LOCK.href)})
      await runExclusively(${JSON.stringify(file)}, async () => {
        appendFileSync(${JSON.stringify(log)}, 'in ')
        await new Promise((resolve) => setTimeout(resolve, 50))
        appendFileSync(${JSON.stringify(log)}, 'out ')
      })`
    const ends = [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script])
      return once(child, 'exit')
    })
    expect((await Promise.all(ends)).map(([code]: unknown[]) => code)).toEqual([0, 0, 0])
    expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
    expect(existsSync(file)).toBe(false)
  })

  it('waits for the process that was named as the one at work, and not for a dead one', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const orphan = spawn('sleep', ['0.6'])
    await once(orphan, 'spawn')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, String(orphan.pid))
    const ended = once(orphan, 'exit').then(() => 'ended')
    const worked = runExclusively(file, () => Promise.resolve('worked'))
    expect(await Promise.race([ended, worked])).toBe('ended')
    expect(await worked).toBe('worked')
  })

  it('is free again after a failure', async () => {
    await expect(runExclusively(file, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(existsSync(file)).toBe(false)
  })
})
