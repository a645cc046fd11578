import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents } from '#server/modules/agents/agents.ts'
import { openTools } from '#tests/support/paid-tools.ts'
import { testResearch } from '#tests/support/research-tool.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'
import { openChats } from '#tests/support/chats.ts'

const POINTS = 100

const caps = {
  ...DEFAULT_LIMITS,
  chats: 5,
  agents: 4,
  runningJobs: 3,
  unpaidStarts: 4,
  chatMegabytes: 1,
}
const onError = () => undefined
const server = await testServer({
  auth: { welcomePoints: POINTS },
  modules: ({ db, ledger }) => [
    openTools([testResearch()], { db, ledger, caps }).routes,
    (app) => {
      const agents = createAgents({
        db,
        listTools: async () => [],
        productTools: [],
        listStoreTools: async () => [],
        llm: null,
        caps,
        onError,
      })
      registerAgentRoutes(app, agents)
    },
    openChats({ db, ledger }, { caps }).routes,
  ],
})
afterAll(() => server.close())

const atOnce = (user: SignedIn, count: number, path: string, body: object) =>
  Promise.all(
    Array.from({ length: count }, () =>
      user.call<{ data: { id: string }; message: string }>('POST', path, { body }),
    ),
  )

const split = <A extends { status: number }>(answers: readonly A[]) => ({
  passed: answers.filter(({ status }) => status < 300),
  refused: answers.filter(({ status }) => status === 429),
})

describe('what a user may keep', () => {
  it.each([
    ['chats', '/chats', {}, 5, 'You have 5 chats. Delete one you no longer need.'],
    [
      'agents',
      '/apps/create_agent',
      { name: 'A' },
      4,
      'You have 4 agents. Delete one you no longer need.',
    ],
  ])('ends at the cap of %s, also for requests at once', async (_, path, body, cap, sentence) => {
    const user = await server.signIn()
    const { passed, refused } = split(await atOnce(user, 20, path, body))
    expect(passed).toHaveLength(cap)
    expect(refused).toHaveLength(20 - cap)
    expect(refused[0]?.body.message).toBe(sentence)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await server.signIn()
    expect((await other.call('POST', path, { body })).status).toBeLessThan(300)
  })
})

describe('previews of agents', () => {
  type Answer = { data: { id: string }; message: string }
  const tryOut = async (user: SignedIn) => {
    const body = { name: 'A', is_preview: true }
    const made = await user.call<Answer>('POST', '/apps/create_agent', { body })
    expect(made.status).toBe(200)
    return `/apps/agents/${made.body.data.id}`
  }
  const keep = (user: SignedIn, path: string) =>
    user.call<Answer>('PATCH', path, { body: { is_preview: false } })

  it('count as agents once they are kept', async () => {
    const user = await server.signIn()
    const preview = await tryOut(user)
    const { passed } = split(await atOnce(user, 4, '/apps/create_agent', { name: 'A' }))
    expect(passed).toHaveLength(4)
    await tryOut(user)
    const { status, body } = await keep(user, preview)
    expect(status).toBe(429)
    expect(body.message).toBe('You have 4 agents. Delete one you no longer need.')
  })

  it('are five at most: a new one replaces the oldest', async () => {
    const user = await server.signIn()
    const first = await tryOut(user)
    const second = await tryOut(user)
    for (let more = 0; more < 4; more += 1) await tryOut(user)
    expect((await keep(user, first)).status).toBe(404)
    expect((await keep(user, second)).status).toBe(200)
  })
})

describe('the text of chats', () => {
  it('is counted as it is written, and refused beyond the cap until a chat is deleted', async () => {
    const user = await server.signIn()
    const newChat = async () => {
      const { body } = await user.call<{ data: { id: string } }>('POST', '/chats', { body: {} })
      return body.data.id
    }
    const [full, other] = [await newChat(), await newChat()]
    const send = (id: string, content: string) =>
      user.call('POST', `/chats/${id}/messages`, { body: { content } })
    expect((await send(full, `Numbers: ${'1234 '.repeat(1_000)}`)).status).toBe(200)
    const [row] = await server.db.query<{ counted: bigint; kept: bigint }>(
      `select message_bytes as counted,
         (select sum(octet_length(parts::text)) from chat_message where chat_id = $1)::bigint as kept
       from chat where id = $1`,
      [full],
    )
    expect(row?.kept).toBeGreaterThan(4_000n)
    // The empty answer that a turn begins with is two bytes and need not be counted.
    expect(Number(row?.kept) - Number(row?.counted)).toBeLessThan(10)
    await server.db.query('update chat set message_bytes = 1000000 where id = $1', [full])
    const refused = await send(other, 'One more')
    expect(refused.status).toBe(429)
    expect(refused.body['message']).toBe('Your chats hold 1 MB. Delete one you no longer need.')
    await user.call('DELETE', `/chats/${full}`)
    expect((await send(other, 'One more')).status).toBe(200)
  })
})

describe('what a user may run', () => {
  const ask = { query: 'What happened to Jupiter?' }
  const balance = async (user: SignedIn) => server.ledger.getBalance(user.userId)

  it('ends at the cap of running queries, also for requests at once, and costs nothing beyond', async () => {
    const user = await server.signIn()
    const before = await balance(user)
    const { passed, refused } = split(await atOnce(user, 12, '/research', ask))
    expect(passed).toHaveLength(3)
    expect(refused).toHaveLength(9)
    expect(refused[0]?.body.message).toBe(
      '3 of your queries are still running. Wait for one to end.',
    )
    expect(before - (await balance(user))).toBe(3n * 10_000_000n)
  })

  it('ends after so many queries of an hour that were given back', async () => {
    const user = await server.signIn()
    for (let i = 0; i < 4; i += 1) {
      const { body } = await user.call<{ data: { id: string } }>('POST', '/research', { body: ask })
      await user.call('DELETE', `/research/${body.data.id}`)
    }
    const refused = await user.call('POST', '/research', { body: ask })
    expect(refused.status).toBe(429)
    expect(refused.body['message']).toBe(
      '4 queries ended without a charge in the last hour. Try again in 60 minutes.',
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    await server.db.query(
      `update paid_run set finished_at = finished_at - interval '61 minutes'
       where id = (select id from paid_run where user_id = $1 order by finished_at limit 1)`,
      [user.userId],
    )
    expect((await user.call('POST', '/research', { body: ask })).status).toBe(202)
  })
})
