import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import {
  ADMIN,
  post,
  processesOf,
  ready,
  run,
  SERVER,
  temporaryFolder,
  type Command,
} from '#tests/support/product.ts'

// Two servers and four commands start one after another, on a machine that does other things too.
vi.setConfig({ testTimeout: 300_000 })

const { folder, remove } = temporaryFolder()
const original = path.join(folder, 'data')
const copy = path.join(folder, 'copy')
const started: Command[] = []

afterAll(async () => {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  remove()
})

const start = async (dataDir: string) => {
  const command = run([SERVER], { env: { DATA_DIR: dataDir } })
  started.push(command)
  await ready(command)
  return { command, url: await command.printed(/open +(http\S+)/) }
}

const credit = async (dataDir: string, points: number) => {
  const command = run([ADMIN, 'credit', 'demo', String(points), '--reason', 'a test'], {
    env: { DATA_DIR: dataDir },
  })
  return { code: await command.ended, output: command.output() }
}

it('a copy made beside a running server is a place of its own', async () => {
  const first = await start(original)
  const password = await first.command.printed(/user demo password (\S+)/)
  const before = processesOf(original)
  execFileSync('cp', ['-a', original, copy])

  const onCopy = await credit(copy, 7)
  expect(onCopy.output).toMatch(/is a copy of .*data, made /)
  expect(onCopy.output).toMatch(/7 POINTS to demo .* balance 0\.17 SOL/)
  expect((await credit(original, 1)).output).toMatch(/balance 0\.11 SOL/)

  const second = await start(copy)
  expect(processesOf(original)).toEqual(before)
  for (const { url } of [first, second]) {
    const body = { username: 'demo', password }
    expect((await post(`${url}/api/auth/login`, body)).status).toBe(200)
  }
  expect((await credit(copy, 1)).output).toMatch(/balance 0\.18 SOL/)
})
