import { setTimeout as sleep } from 'node:timers/promises'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { Database } from '#server/db/database.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { injectFaults } from '#tests/support/chat-faults.ts'
import { scriptedLlm, type LlmStep, type ScriptedLlm } from '#tests/support/scripted-llm.ts'
import { passThrough, timed, type Timing } from './timing.ts'
import { createLimits, median, quantile, rounded } from '#bench/support/figures.ts'
import { serveApp, withDatabase } from '#bench/support/server.ts'
import { measureIntents, measureTools } from './routing.ts'
import { openChats } from '#tests/support/chats.ts'

/**
 * Chats: how soon the first event and the first word come, alone and twenty at once, beside a bare pass-through to the
 * same endpoint in the same run; how soon a stop closes the endpoint's connection; how phrases find tools without a
 * model; and what a thousand random faults leave behind. Endpoint, server and readers share this process and its core.
 */

const ALONE = 15
const ROUNDS = 3
const STREAMS = 20
const STOPS = 10
const FAULTS = 1_000
const BUDGET = {
  firstEventMs: 100,
  addedAloneMs: 10,
  addedAtTwentyMs: 60,
  stopMs: 250,
  top1: 0.75,
  top3: 0.92,
  inScope: 0.85,
  outOfScope: 0.85,
}
const ANSWER: LlmStep[] = [
  { say: Array.from({ length: 40 }, (_, at) => `word${at} `), gapMs: 10 },
  { finish: 'stop' },
  'done',
]

type Limits = ReturnType<typeof createLimits>
type Desk = Awaited<ReturnType<typeof openDesk>>

export async function run(): Promise<void> {
  const limits = createLimits()
  const llm = await scriptedLlm()
  try {
    await withDatabase(async (db) => {
      const desk = await openDesk(db, llm)
      llm.script(ANSWER)
      await measureFirstWords(desk, llm, limits)
      await measureStops(desk, limits)
      await desk.close()
      await countFaultTraces(db, llm, limits)
    })
  } finally {
    await llm.close()
  }
  measureRouting(limits)
  limits.end()
}

async function measureFirstWords(desk: Desk, llm: ScriptedLlm, limits: Limits): Promise<void> {
  const bare = await passThrough(llm.url)
  const own = { prepare: () => desk.newChat(), call: (chat: string) => desk.ask(chat) }
  const direct = () =>
    timed(bare.url, { body: { model: 'x', messages: [] } }, (text) => text.includes('word0'))
  await measure(1, STREAMS, own, direct)
  const alone = await measure(ALONE, 1, own, direct)
  const twenty = await measure(ROUNDS, STREAMS, own, direct)
  await bare.close()
  console.table({
    'alone, first event': summarize(eventTimes(alone.own)),
    'alone, first word': summarize(wordTimes(alone.own)),
    'alone, pass-through': summarize(wordTimes(alone.bare)),
    'twenty, first event': summarize(eventTimes(twenty.own)),
    'twenty, first word': summarize(wordTimes(twenty.own)),
    'twenty, pass-through': summarize(wordTimes(twenty.bare)),
  })
  limits.expectAtMost(
    'first event, alone, p95 ms',
    quantile(eventTimes(alone.own), 0.95),
    BUDGET.firstEventMs,
  )
  limits.expectAtMost(
    'added to the first word, alone, median ms',
    median(wordTimes(alone.own)) - median(wordTimes(alone.bare)),
    BUDGET.addedAloneMs,
  )
  limits.expectAtMost(
    'added to the first word, at twenty, p95 ms',
    quantile(wordTimes(twenty.own), 0.95) - quantile(wordTimes(twenty.bare), 0.95),
    BUDGET.addedAtTwentyMs,
  )
}

async function measureStops(desk: Desk, limits: Limits): Promise<void> {
  const stops: number[] = []
  for (let at = 0; at < STOPS; at += 1) stops.push(await desk.stop())
  console.log(`a stop reaches the endpoint after ${median(stops).toFixed(0)} ms (median)`)
  limits.expectAtMost('stop, longest, ms', Math.max(...stops), BUDGET.stopMs)
}

async function countFaultTraces(db: Database, llm: ScriptedLlm, limits: Limits): Promise<void> {
  const ledger = createLedger(db)
  const faults = await injectFaults({ db, ledger, llm, count: FAULTS, seed: 1 })
  console.log(`${FAULTS} faults:`, faults.settled)
  limits.expectAtMost('turns still running', faults.running, 0)
  const unsettled = Math.abs(Number(faults.spent) - Number(faults.charged))
  limits.expectAtMost('spent but not charged, or the reverse', unsettled, 0)
  limits.expectAtMost('violations in the ledger', (await ledger.check()).length, 0)
}

function measureRouting(limits: Limits): void {
  const tools = measureTools()
  const intents = measureIntents()
  if (tools === null || intents === null) {
    console.log('Routing is not measured: it needs ../shared/data/research, which is absent.')
    return
  }
  console.log('phrases of 147 tools, held out:', tools)
  console.log('150 intents and strangers:', intents)
  limits.expectAtLeast('tools, first', tools.top1, BUDGET.top1)
  limits.expectAtLeast('tools, among three', tools.top3, BUDGET.top3)
  limits.expectAtLeast('intents', intents.inScope, BUDGET.inScope)
  limits.expectAtLeast('strangers turned away', intents.outOfScopeRecall, BUDGET.outOfScope)
}

async function openDesk(db: Database, llm: ScriptedLlm) {
  const ledger = createLedger(db)
  const { routes } = openChats(
    { db, ledger },
    {
      model: createModelEngine({
        db,
        now: Date.now,
        appName: 'SolDesk',
        llm: createLlm({ baseUrl: llm.url, apiKey: null, model: 'scripted' }),
      }),
      onError: (error) => console.error(error),
    },
  )
  const server = await serveApp(db, [routes])
  const url = `${server.url}/api`
  const { accessToken } = await server.signUp('bench')
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const newChat = async (): Promise<string> => {
    const answer = await fetch(`${url}/chats`, { method: 'POST', headers, body: '{}' })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  return {
    newChat,
    ask: (chat: string): Promise<Timing> => {
      const init = { body: { content: 'Say forty words' }, headers }
      return timed(`${url}/chats/${chat}/messages`, init, (text) => text.includes('word0'))
    },
    async stop(): Promise<number> {
      const chat = await newChat()
      const [said, closed] = [llm.said(), llm.closed.length]
      const init = { body: { content: 'Say forty words' }, headers }
      const reply = timed(`${url}/chats/${chat}/messages`, init, () => false)
      while (llm.said() < said + 3) await sleep(2)
      const stoppedAt = performance.now()
      await fetch(`${url}/chats/${chat}/stop`, {
        method: 'POST',
        headers: { authorization: headers.authorization },
      })
      await reply
      while (llm.closed.length === closed) await sleep(2)
      return (llm.closed.at(-1) ?? 0) - stoppedAt
    },
    close: () => server.close(),
  }
}

async function measure(
  rounds: number,
  streams: number,
  own: { prepare: () => Promise<string>; call: (chat: string) => Promise<Timing> },
  bare: () => Promise<Timing>,
): Promise<{ own: Timing[]; bare: Timing[] }> {
  const found: { own: Timing[]; bare: Timing[] } = { own: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    const chats = await Promise.all(Array.from({ length: streams }, own.prepare))
    found.own.push(...(await Promise.all(chats.map(own.call))))
    found.bare.push(...(await Promise.all(Array.from({ length: streams }, bare))))
  }
  return found
}

const eventTimes = (timings: readonly Timing[]) => timings.map(({ eventMs }) => eventMs)
const wordTimes = (timings: readonly Timing[]) => timings.map(({ wordMs }) => wordMs)

const summarize = (times: readonly number[]) =>
  rounded({ 'p50 ms': median(times), 'p95 ms': quantile(times, 0.95) }, 1)
