import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentSchedule } from '#contract/apps/agent-schedules.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents } from '#server/modules/agents/agents.ts'
import { startDueRuns } from '#server/modules/agents/schedules/due-runs.ts'
import { registerScheduleRoutes } from '#server/modules/agents/schedules/schedule-routes.ts'
import { createSchedules } from '#server/modules/agents/schedules/schedules.ts'
import { createChatQuestions, type ChatQuestions } from '#server/modules/chat/chat-questions.ts'
import { createChats } from '#server/modules/chat/chat-service.ts'
import type { Engine } from '#server/modules/chat/model/engine.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'
import { openChats } from '#tests/support/chats.ts'

const POINT = 10_000_000n
const DAY_MS = 86_400_000
const START = Date.parse('2026-11-23T06:00:00Z')
const DAILY = {
  prompt: 'What is new?',
  at: '09:00',
  weekday: null,
  time_zone: 'Europe/Berlin',
  points_limit: 10,
}

type Read = { data: { schedule: AgentSchedule | null; points_per_run: number } }

let questions: ChatQuestions
let withoutModel: ChatQuestions
const clock = { now: START }
const answers = { isUseful: true }
const model: Engine = {
  name: 'scripted',
  answer: async (_request, { emit }) => {
    emit({ type: 'text', delta: 'All is well.' })
    return { reason: 'complete', isUseful: answers.isUseful }
  },
}

const server = await testServer({
  modules: ({ db, ledger }) => {
    const onError = () => undefined
    const agents = createAgents({
      db,
      listTools: async () => [],
      productTools: [],
      listStoreTools: async () => [],
      llm: null,
      onError,
    })
    const options = {
      providers: [agents.tools],
      assistant: { now: () => clock.now, hasModel: true },
      pointsPerTurn: 1,
    }
    const chats = openChats({ db, ledger }, { ...options, model })
    questions = createChatQuestions(createChats(chats), chats.turns)
    const plain = openChats({ db, ledger }, options)
    withoutModel = createChatQuestions(createChats(plain), plain.turns)
    return [
      (app) => registerAgentRoutes(app, agents),
      (app) =>
        registerScheduleRoutes(app, createSchedules({ db, now: () => clock.now, pointsPerRun: 1 })),
      chats.routes,
    ]
  },
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.now = START
  answers.isUseful = true
  await server.db.query('delete from agent_schedule', [])
})

const scheduled = async (points: bigint, settings: object = {}) => {
  const user = await server.signIn()
  if (points > 0n) await server.grant(user.userId, points * POINT)
  const made = await user.call<{ data: { id: string } }>('POST', '/apps/create_agent', {
    body: { name: 'News' },
  })
  const path = `/apps/agents/${made.body.data.id}/schedule`
  const body = { schedule: { ...DAILY, ...settings } }
  const saved = await user.call<Read>('PUT', path, { body })
  return { user, path, saved, agentId: made.body.data.id }
}

const read = async (user: SignedIn, path: string) =>
  (await user.call<Read>('GET', path)).body.data.schedule

const start = (hasModel = true) =>
  startDueRuns(
    {
      db: server.db,
      questions: hasModel ? questions : withoutModel,
      now: () => clock.now,
      pointsPerRun: 1,
      hasModel,
    },
    new AbortController().signal,
  )

const questionsAsked = async (user: SignedIn) => {
  const [row] = await server.db.query<{ count: number }>(
    `select count(*)::int as count from chat_message where user_id = $1 and role = 'user'`,
    [user.userId],
  )
  return row?.count
}

describe('a schedule', () => {
  it('runs once at its time in the zone, in a chat of its own, on several servers', async () => {
    const { user, path, saved } = await scheduled(5n)
    expect(saved.body.data).toMatchObject({
      points_per_run: 1,
      schedule: { ...DAILY, next_at: '2026-11-23T08:00:00.000Z', points_spent: 0, last: null },
    })
    const listed = await user.call<{ data: object[] }>('GET', '/apps/agents')
    expect(listed.body.data).toMatchObject([{ next_run_at: '2026-11-23T08:00:00.000Z' }])
    await start()
    expect(await questionsAsked(user)).toBe(0)
    clock.now = Date.parse('2026-11-23T08:00:20Z')
    await Promise.all([start(), start(), start()])
    expect(await questionsAsked(user)).toBe(1)
    expect(await server.ledger.getBalance(user.userId)).toBe(4n * POINT)
    expect(await read(user, path)).toMatchObject({
      next_at: '2026-11-24T08:00:00.000Z',
      points_spent: 1,
      last: { status: 'complete', text: 'All is well.', is_refunded: false },
    })
    clock.now += DAY_MS
    await start()
    expect(await questionsAsked(user)).toBe(2)
    const chats = await user.call<{ data: { title: string }[] }>('GET', '/chats?scope=all')
    expect(chats.body.data).toMatchObject([{ title: 'Schedule of News' }])
    expect(await server.ledger.check()).toEqual([])
  })

  it('continues a run whose server died, without asking twice', async () => {
    const { user, path, agentId } = await scheduled(5n)
    clock.now = Date.parse('2026-11-23T08:00:00Z')
    await start()
    // As if that server had died before it stored the run.
    await server.db.query(
      `update agent_schedule set next_at = $2, claimed_until = $3 where agent_id = $1`,
      [agentId, new Date(clock.now), new Date(clock.now + 120_000)],
    )
    await start()
    clock.now += 121_000
    await start()
    expect(await questionsAsked(user)).toBe(1)
    expect((await read(user, path))?.next_at).toBe('2026-11-24T08:00:00.000Z')
  })

  it('counts a run although its user changes the schedule while it starts', async () => {
    const { user, path } = await scheduled(5n)
    clock.now = Date.parse('2026-11-23T08:00:00Z')
    const changing: typeof questions = {
      ...questions,
      ask: async (...args) => {
        const asked = await questions.ask(...args)
        await user.call('PUT', path, { body: { schedule: { ...DAILY, at: '10:30' } } })
        return asked
      },
    }
    await startDueRuns(
      { db: server.db, questions: changing, now: () => clock.now, pointsPerRun: 1, hasModel: true },
      new AbortController().signal,
    )
    expect(await read(user, path)).toMatchObject({ points_spent: 1, last: { status: 'complete' } })
    expect((await read(user, path))?.next_at).not.toBe('2026-11-24T08:00:00.000Z')
  })

  it('waits for the next month when its limit is used up, and counts no refunds', async () => {
    const { user, path } = await scheduled(9n, { points_limit: 1 })
    answers.isUseful = false
    clock.now = Date.parse('2026-11-23T09:00:00Z')
    await start()
    expect(await read(user, path)).toMatchObject({ points_spent: 0, last: { is_refunded: true } })
    answers.isUseful = true
    clock.now += DAY_MS
    await start()
    expect(await read(user, path)).toMatchObject({ points_spent: 1 })
    clock.now += DAY_MS
    await start()
    expect(await read(user, path)).toMatchObject({
      next_at: '2026-12-01T08:00:00.000Z',
      stopped_because: 'This month’s limit of 1 POINT is used up. It continues next month.',
    })
    expect(await questionsAsked(user)).toBe(2)
    clock.now = Date.parse('2026-12-01T08:00:00Z')
    await start()
    expect(await read(user, path)).toMatchObject({ points_spent: 1, stopped_because: null })
    expect(await questionsAsked(user)).toBe(3)
  })

  it('stops when the balance is used up', async () => {
    const { user, path } = await scheduled(0n)
    clock.now += DAY_MS
    await start()
    expect(await read(user, path)).toMatchObject({
      next_at: null,
      stopped_because: 'Your balance is too low: a run costs 1 POINT.',
    })
  })

  it('does not poll while its user is disabled', async () => {
    const { user } = await scheduled(5n)
    const setDisabled = (at: Date | null) =>
      server.db.query('update app_user set disabled_at = $2 where id = $1', [user.userId, at])
    await setDisabled(new Date())
    clock.now += DAY_MS
    await start()
    expect(await questionsAsked(user)).toBe(0)
    expect(await server.ledger.getBalance(user.userId)).toBe(5n * POINT)
    await setDisabled(null)
    await start()
    expect(await questionsAsked(user)).toBe(1)
  })

  it('stops when there is no model and no tool that answers', async () => {
    const { user, path } = await scheduled(5n)
    clock.now += DAY_MS
    await start(false)
    expect(await read(user, path)).toMatchObject({
      next_at: null,
      stopped_because:
        'No AI model is set up, and no tool of this agent answers the question. Change the question.',
    })
    expect(await server.ledger.getBalance(user.userId)).toBe(5n * POINT)
  })

  it('ends with its agent, is switched off, and belongs to its owner', async () => {
    const { user, path, agentId } = await scheduled(5n)
    const stranger = await server.signIn()
    const off = { body: { schedule: null } }
    expect((await stranger.call('PUT', path, off)).status).toBe(404)
    expect((await stranger.call('GET', path)).status).toBe(404)
    expect((await user.call('PUT', path, off)).status).toBe(200)
    expect((await read(user, path))?.next_at).toBeNull()
    await user.call('PUT', path, { body: { schedule: DAILY } })
    await user.call('DELETE', `/apps/agents/${agentId}`)
    expect(await server.db.query('select 1 from agent_schedule', [])).toEqual([])
    clock.now += DAY_MS
    await start()
    expect(await questionsAsked(user)).toBe(0)
  })

  it.each([
    { time_zone: 'Mars/Olympus' },
    { at: '24:00' },
    { weekday: 7 },
    { points_limit: 0 },
    { prompt: ' ' },
  ])('refuses %o', async (settings) => {
    const { saved } = await scheduled(0n, settings)
    expect(saved.status, saved.text).toBe(400)
  })
})
