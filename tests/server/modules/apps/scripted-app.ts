import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { StoreAppDetail } from '#contract/apps/apps.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { appStore, entry, runTool, type AppStore } from './app-store.ts'
import { scriptedMcp, text, type ScriptedMcp } from './scripted-mcp.ts'

type Installed = { code?: string; message?: string; fields?: Record<string, string> }
type Detail = { data: StoreAppDetail }
export const ID = 'scripted'
export const DEADLINES = { connectMs: 2_000, callMs: 2_000 }
export const KEY = 'user-key-4711-abcdef'

export let mcp: ScriptedMcp
export let store: AppStore
export let user: SignedIn
let nowMs = 1_000_000

/** Registers the hooks: one scripted server, one user who gets a fresh installation of its app before each test. */
export const withScriptedApp = () => {
  beforeAll(async () => {
    mcp = await scriptedMcp()
    store = await appStore({
      allow: [mcp.authority],
      settings: { deadlines: DEADLINES, now: () => nowMs },
    })
    await store.apps.review.add(
      entry({
        id: ID,
        name: 'Scripted',
        transport: { kind: 'http', url: mcp.url },
        auth: { header: 'x-api-key', prefix: '', label: 'API key', required: false },
      }),
      { actor: 'operator' },
    )
    user = await store.signIn()
  })
  afterAll(async () => {
    await store?.close()
    await mcp?.close()
  })

  /** A well-behaved server, approved and installed. */
  beforeEach(async () => {
    // Past any pause after failures.
    nowMs += 3_600_000
    mcp.tools = [{ name: 'get_thing', description: 'Gets a thing' }]
    mcp.instructions = ''
    mcp.intercept = () => false
    mcp.onCall = (name) => text(`${name} was called`)
    expect((await approve()).ok).toBe(true)
    await install(user)
    mcp.seen.length = 0
  })
}

export const approve = (writingTools?: string[]) =>
  store.apps.review.approve(ID, writingTools === undefined ? {} : { writingTools })
export const install = (who: SignedIn, appId = ID) =>
  who.call<Installed>('POST', '/apps/install', { body: { appId } })
export const uninstall = (who: SignedIn, appId = ID) =>
  who.call('POST', '/apps/uninstall', { body: { appId } })
export const detail = async (who = user, id = ID) =>
  (await who.call<Detail>('GET', `/apps/${id}`)).body.data
export const run = (
  tool = 'get_thing',
  args: Record<string, unknown> = {},
  who = user,
  signal?: AbortSignal,
) => runTool(store, { userId: who.userId, appId: ID, tool, args, ...(signal ? { signal } : {}) })
/** Waits until the server heard that its answer is not needed. */
export const cancelled = async () => {
  const isTold = () => mcp.seen.some(({ message }) => message?.method === 'notifications/cancelled')
  for (let tries = 0; !isTold() && tries < 1_000; tries += 1) await sleep(10)
  expect(isTold()).toBe(true)
}
export const reasonOf = (outcome: { ok: boolean }) => ('reason' in outcome ? outcome.reason : 'ok')

/** Lets the store's clock go on. */
export const passMs = (ms: number) => {
  nowMs += ms
}

/** An app of its own for one audit. */
let made = 0
export const addApp = async (url: string): Promise<string> => {
  made += 1
  const id = `audited-${made}`
  await store.apps.review.add(entry({ id, transport: { kind: 'http', url } }), {
    actor: 'operator',
  })
  return id
}
export const auditOf = async (url: string) => {
  const id = await addApp(url)
  const startedAt = performance.now()
  const outcome = await store.apps.review.approve(id)
  return { id, outcome, ms: performance.now() - startedAt }
}

export const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
