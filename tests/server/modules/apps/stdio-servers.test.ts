import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { AppEntry } from '#server/modules/apps/store/app-entry.ts'
import { readProcessIdentity } from '#server/os/process-identity.ts'
import { appStore, entry, runTool } from './app-store.ts'

const ID = 'hostile'
const SERVER = fileURLToPath(new URL('./hostile-stdio.ts', import.meta.url))
/** Each is one argument, whatever a shell would make of it. */
const ARGS = ['--flag', '$(id)', '; rm -rf /', '`id`', '| cat', '*', '"']

process.env['LLM_API_KEY'] = 'sk-a-key-of-the-server'
const store = await appStore({ settings: { deadlines: { connectMs: 20_000, callMs: 2_000 } } })
const transport = { kind: 'stdio' as const, command: process.execPath, args: [SERVER, ...ARGS] }
await store.apps.review.add(entry({ id: ID, transport }), { actor: 'operator' })
expect(await store.apps.review.approve(ID)).toMatchObject({ ok: true })
const user = await store.signIn()
const other = await store.signIn()
for (const who of [user, other]) await who.call('POST', '/apps/install', { body: { appId: ID } })
afterAll(async () => {
  delete process.env['LLM_API_KEY']
  await store.close()
})

const run = (tool: string, value = '', who = user) =>
  runTool(store, { userId: who.userId, appId: ID, tool, args: { value } })
const isRunning = (pid: number) => readProcessIdentity(pid) !== undefined
const untilEnded = async (pid: number) => {
  for (let tries = 0; isRunning(pid) && tries < 500; tries += 1) await sleep(20)
  return !isRunning(pid)
}

it.each([
  ['a line end', ['a\nb']],
  ['a zero byte', ['a\0b']],
  ['no text', [1]],
])('row 9: arguments with %s are no catalogue entry', (_, args) => {
  const values = { id: 'a', name: 'A', description: 'A', category: 'defi', publisher: 'A' }
  const transport = { kind: 'stdio', command: '/bin/true', args }
  expect(AppEntry.safeParse({ ...values, transport }).success).toBe(false)
  expect(AppEntry.safeParse({ ...values, transport: { ...transport, args: [] } }).success).toBe(
    true,
  )
  const relative = { kind: 'stdio', command: 'true', args: [] }
  expect(AppEntry.safeParse({ ...values, transport: relative }).success).toBe(false)
})

it('row 9: arguments reach the server as they are, one by one', async () => {
  expect(JSON.parse((await run('get_argv')).text)).toEqual(ARGS)
})

it('row 10: the environment holds PATH and HOME alone', async () => {
  const env = JSON.parse((await run('get_env')).text) as Record<string, string>
  expect(Object.keys(env).toSorted()).toEqual(['HOME', 'PATH'])
  expect(env['HOME']).not.toBe(process.env['HOME'])
})

it('row 11: an answer larger than 2 MB ends the server, and the next call begins another', async () => {
  const startedAt = performance.now()
  expect(await run('get_huge', '5')).toMatchObject({ isError: true })
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect((await run('get_huge', '1')).text.length).toBeGreaterThan(100_000)
})

describe('row 12: a process that fails', () => {
  it('restarts after a crash', async () => {
    expect(await run('get_crash')).toMatchObject({ isError: true })
    expect((await run('get_argv')).isError).toBeUndefined()
  })

  it('may print what is no JSON', async () => {
    expect(await run('get_noise')).toMatchObject({ text: 'still here' })
  })

  it('is given up when it never answers', async () => {
    expect(await run('get_never')).toMatchObject({ isError: true })
    expect((await run('get_argv')).isError).toBeUndefined()
  })
})

it('row 23: users share no process', async () => {
  await run('note', 'mine')
  expect((await run('note', 'theirs', other)).text).toBe('theirs')
  expect((await run('get_pid')).text).not.toBe((await run('get_pid', '', other)).text)
})

it('ends with the app, with the product, and against its will, and leaves no files', async () => {
  const pid = Number((await run('get_pid')).text)
  const { HOME: home = '' } = JSON.parse((await run('get_env')).text) as { HOME?: string }
  expect(isRunning(pid)).toBe(true)
  expect(existsSync(home)).toBe(true)
  await user.call('POST', '/apps/uninstall', { body: { appId: ID } })
  expect(await untilEnded(pid)).toBe(true)
  await expect.poll(() => existsSync(home)).toBe(false)

  const transport = {
    kind: 'stdio' as const,
    command: process.execPath,
    args: [SERVER, '--stubborn'],
  }
  await store.apps.review.add(entry({ id: 'stubborn', transport }), { actor: 'operator' })
  await store.apps.review.approve('stubborn')
  await user.call('POST', '/apps/install', { body: { appId: 'stubborn' } })
  const args = { userId: user.userId, appId: 'stubborn', tool: 'get_pid' }
  const stubborn = Number((await runTool(store, args)).text)
  expect(isRunning(stubborn)).toBe(true)
  await user.call('POST', '/apps/uninstall', { body: { appId: 'stubborn' } })
  expect(await untilEnded(stubborn)).toBe(true)
})
