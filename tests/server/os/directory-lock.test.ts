import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '#server/os/directory-lock.ts'
import { processIdentity } from '#server/os/process-identity.ts'

const LOCK = new URL('../../../server/os/directory-lock.ts', import.meta.url)

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'soldesk-lock-'))
  mkdirSync(path.join(dir, 'locks'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const leave = (name: string) => writeFileSync(path.join(dir, 'locks', name), '')

describe('lockDirectory', () => {
  it('is held until released', async () => {
    const lock = await lockDirectory(dir)
    await expect(lockDirectory(dir)).rejects.toThrow('already in use')
    lock.release()
    const again = await lockDirectory(dir)
    again.release()
    expect(readdirSync(path.join(dir, 'locks'))).toEqual([])
  })

  it('refuses while another live process holds it, naming that process', async () => {
    leave(`${process.ppid}.${processIdentity(process.ppid)}`)
    await expect(lockDirectory(dir)).rejects.toThrow(`in use by process ${process.ppid}`)
    expect(readdirSync(path.join(dir, 'locks'))).toHaveLength(1)
  })

  it('takes over from a process that is gone', async () => {
    const gone = spawn('true')
    await new Promise((resolve) => gone.once('exit', resolve))
    leave(`${gone.pid}.0-0`)
    await lockDirectory(dir)
    expect(readdirSync(path.join(dir, 'locks'))).toHaveLength(1)
  })

  it('takes over when the pid now belongs to another process', async () => {
    leave(`${process.ppid}.earlier-boot-1`)
    await lockDirectory(dir)
    expect(readdirSync(path.join(dir, 'locks'))).toHaveLength(1)
  })

  it('lets exactly one of six processes in that start at once over a stale lock', async () => {
    leave(`${process.ppid}.earlier-boot-1`)
    const script = `
      import { lockDirectory } from ${JSON.stringify(LOCK.href)}
      const startAt = Number(process.argv[2])
      while (Date.now() < startAt) {}
      try {
        await lockDirectory(process.argv[1])
        process.stdout.write('held')
        await new Promise((resolve) => setTimeout(resolve, 2500))
      } catch (error) {
        process.stdout.write(error.name)
      }`
    const startAt = String(Date.now() + 1_000)
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const args = ['--input-type=module', '-e', script, dir, startAt]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
        let said = ''
        for await (const chunk of child.stdout) said += String(chunk)
        return said
      }),
    )
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'DirectoryInUse'),
      'held',
    ])
  })
})
