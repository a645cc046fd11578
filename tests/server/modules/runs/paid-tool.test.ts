import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { openTools, testJobs } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'
import { echoTool } from './echo-tool.ts'

const POINT = 10_000_000n

type Echo = { id: string; echo_id: string; status: string; failure: string | null; text: string }
type Data<Value> = { data: Value; message: string; meta: { total: number } }

let server: TestServer
let jobs: Jobs
let tools: OpenPaidTools

beforeAll(async () => {
  server = await testServer({
    modules: (parts) => {
      jobs = testJobs(parts.db)
      tools = openTools([echoTool], { ...parts, jobs })
      return [tools.routes]
    },
  })
  await jobs.open(tools.jobs)
  await jobs.work()
})
afterAll(async () => {
  await jobs?.stop({ graceMs: 0 })
  await server?.close()
})

async function payer(points = 10n): Promise<SignedIn> {
  const user = await server.signIn()
  if (points > 0n) await server.grant(user.userId, points * POINT)
  return user
}

const start = (user: SignedIn, text: string) =>
  user.call<Data<Echo>>('POST', '/echo', { body: { text } })
const read = async (user: SignedIn, id: string) =>
  (await user.call<Data<Echo>>('GET', `/echo/${id}`)).body.data
const pointsOf = async ({ userId }: SignedIn) => (await server.ledger.getBalance(userId)) / POINT
const chargesOf = async ({ userId }: SignedIn) =>
  (await server.ledger.listConsumption({ userId, offset: 0, limit: 10 })).rows

/** Reads the live events to the end. */
async function follow(user: SignedIn, id: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${server.url}/api/echo/${id}/events`, {
    headers: { authorization: `Bearer ${user.accessToken}` },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  return [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
    ([, line = '']) => JSON.parse(line) as Record<string, unknown>,
  )
}

describe('a paid tool that is one definition', () => {
  it('lists its runs among those of all tools, to their owner alone', async () => {
    const [user, stranger] = [await payer(), await payer()]
    const { body } = await start(user, 'hello list')
    const list = (caller: SignedIn) => caller.call<{ data: object[] }>('GET', '/runs?limit=5')
    expect((await list(user)).body.data).toEqual([
      {
        id: body.data.id,
        status: expect.any(String),
        title: 'Echo',
        about: 'hello list',
        path: `/echo?id=${body.data.id}`,
      },
    ])
    expect((await list(stranger)).body.data).toEqual([])
  })

  it('charges its price, reports progress and shows the result', async () => {
    const user = await payer()
    const { body } = await start(user, 'one two three')
    const { id } = body.data
    expect(body.data).toEqual({ id, echo_id: id, status: 'queued' })
    const events = await follow(user, id)
    expect(events.map(({ seq, type, word }) => [seq, type, word])).toEqual([
      [1, 'queued', ''],
      [2, 'word', 'one'],
      [3, 'word', 'two'],
      [4, 'word', 'three'],
      [5, 'done', ''],
    ])
    expect(events.every((event) => event['echo_id'] === id)).toBe(true)
    expect(await read(user, id)).toMatchObject({
      status: 'done',
      text: 'one two three',
      counts: { words: 3 },
      is_refunded: false,
    })
    expect(await pointsOf(user)).toBe(8n)
    expect(await chargesOf(user)).toMatchObject([
      { status: 'SUCCESS', featureId: id, description: 'Echo', lamports: 2n * POINT },
    ])
  })

  it('fails with a reason and a refund', async () => {
    const user = await payer()
    const { id } = (await start(user, 'please fail')).body.data
    expect((await follow(user, id)).at(-1)).toMatchObject({
      type: 'failed',
      word: 'Nothing to repeat',
    })
    expect(await read(user, id)).toMatchObject({ status: 'failed', is_refunded: true, text: null })
    expect(await pointsOf(user)).toBe(10n)
    expect(await chargesOf(user)).toMatchObject([{ status: 'REFUNDED' }])
  })

  it('is cancelled while it runs, with a refund, and then leaves the history', async () => {
    const user = await payer()
    const { id } = (await start(user, 'please wait')).body.data
    await expect.poll(async () => (await read(user, id)).status).toBe('running')
    await user.call('DELETE', `/echo/${id}`)
    expect((await follow(user, id)).at(-1)).toMatchObject({ type: 'cancelled' })
    expect(await read(user, id)).toMatchObject({ status: 'cancelled', is_refunded: true })
    expect(await pointsOf(user)).toBe(10n)
    await user.call('DELETE', `/echo/${id}`)
    expect((await user.call('GET', `/echo/${id}`)).status).toBe(404)
    expect(await pointsOf(user)).toBe(10n)
  })

  it('lists the own runs, newest first, and hides those of others', async () => {
    const [user, stranger] = [await payer(), await payer()]
    const ids: string[] = []
    for (const text of ['first', 'second', 'third']) {
      ids.unshift((await start(user, text)).body.data.id)
    }
    const { body } = await user.call<Data<Echo[]>>('GET', '/echo?limit=2')
    expect(body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(body.meta).toEqual({ offset: 0, limit: 2, total: 3, has_more: true })
    const foreign = await stranger.call('GET', `/echo/${ids[0]}`)
    expect([foreign.status, foreign.body['message']]).toEqual([404, 'There is no such echo'])
  })

  it('names its price when the balance is short', async () => {
    const { status, body } = await start(await payer(1n), 'hello')
    expect([status, body.message]).toEqual([
      402,
      'You need 2 POINTS (0.02 SOL) for this query. Recharge to go on.',
    ])
  })

  it('brings its chat tool and its concurrency', async () => {
    const user = await payer()
    const [tool] = tools.chat.tools
    expect(tool).toMatchObject({ name: 'echo', title: 'Echo', price: { points: 2 }, writes: false })
    expect(tools.jobs).toMatchObject([{ kind: 'echo', concurrency: 3 }])
    const context = { userId: user.userId, chatId: 'chat', callId: 'call' }
    const answer = await tool?.run(
      { text: 'hello' },
      { ...context, signal: AbortSignal.timeout(9_000) },
    )
    const { body } = await user.call<Data<Echo[]>>('GET', '/echo')
    const id = body.data[0]?.id
    expect(answer).toMatchObject({
      text: '> hello',
      source: 'Echo',
      clientAction: { kind: 'open_app', path: `/echo?id=${id}` },
    })
    expect(await pointsOf(user)).toBe(8n)
  })

  it('leaves slots to others if one user starts more runs than fit', async () => {
    const [busy, other] = [await payer(), await payer()]
    const waiting: string[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      waiting.push((await start(busy, 'please wait')).body.data.id)
    }
    const { id } = (await start(other, 'hello')).body.data
    expect((await follow(other, id)).at(-1)).toMatchObject({ type: 'done' })
    const running = async () =>
      (await Promise.all(waiting.map((run) => read(busy, run)))).filter(
        ({ status }) => status === 'running',
      ).length
    expect(await running()).toBe(2)
    // A place that the user frees goes to the next run of the user.
    await busy.call('DELETE', `/echo/${waiting[0]}`)
    await expect.poll(async () => (await read(busy, waiting[2]!)).status).toBe('running')
    expect(await running()).toBe(2)
    for (const run of waiting.slice(1)) await busy.call('DELETE', `/echo/${run}`)
  })

  it('leaves the ledger balanced', async () => {
    expect(await server.ledger.check()).toEqual([])
  })
})
