import { setTimeout as sleep } from 'node:timers/promises'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { Database } from '#server/db/database.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns } from '#server/modules/chat/turns/turns.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { injectFaults } from '#tests/support/chat-faults.ts'
import { scriptedLlm, type LlmStep, type ScriptedLlm } from '#tests/support/scripted-llm.ts'
import { passThrough, share, timed, type Timing } from './timing.ts'
import { serveApp, withDatabase } from '#bench/support/server.ts'
import { measureIntents, measureTools } from './routing.ts'

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

export async function run(): Promise<void> {
  const missed: string[] = []
  const within = (name: string, value: number, most: number) => {
    if (value > most) missed.push(`${name}: ${value.toFixed(1)} above ${most}`)
  }
  const atLeast = (name: string, value: number, least: number) => {
    if (value < least) missed.push(`${name}: ${value.toFixed(3)} below ${least}`)
  }

  const llm = await scriptedLlm()
  try {
    await withDatabase(async (db) => {
      const desk = await openDesk(db, llm)
      llm.script(ANSWER)
      const bare = await passThrough(llm.url)

      const own = { prepare: () => desk.newChat(), call: (chat: string) => desk.ask(chat) }
      const direct = () =>
        timed(bare.url, { body: { model: 'x', messages: [] } }, (text) => text.includes('word0'))
      await measure(1, STREAMS, own, direct)
      const alone = await measure(ALONE, 1, own, direct)
      const twenty = await measure(ROUNDS, STREAMS, own, direct)
      bare.close()
      console.table({
        'alone, first event': row(alone.own, ({ eventMs }) => eventMs),
        'alone, first word': row(alone.own, ({ wordMs }) => wordMs),
        'alone, pass-through': row(alone.bare, ({ wordMs }) => wordMs),
        'twenty, first event': row(twenty.own, ({ eventMs }) => eventMs),
        'twenty, first word': row(twenty.own, ({ wordMs }) => wordMs),
        'twenty, pass-through': row(twenty.bare, ({ wordMs }) => wordMs),
      })
      within(
        'first event, alone, p95 ms',
        p95(alone.own, ({ eventMs }) => eventMs),
        BUDGET.firstEventMs,
      )
      const addedAlone = p50(alone.own) - p50(alone.bare)
      const addedAtTwenty = p95(twenty.own) - p95(twenty.bare)
      console.log(
        `added to the first word: ${addedAlone.toFixed(1)} ms alone (median), ${addedAtTwenty.toFixed(1)} ms at twenty (p95)`,
      )
      within('added alone, ms', addedAlone, BUDGET.addedAloneMs)
      within('added at twenty, p95 ms', addedAtTwenty, BUDGET.addedAtTwentyMs)

      const stops: number[] = []
      for (let at = 0; at < STOPS; at += 1) stops.push(await desk.stop())
      console.log(
        `a stop reaches the endpoint after ${share(stops, 0.5).toFixed(0)} ms, at most ${Math.max(...stops).toFixed(0)} ms`,
      )
      within('stop, ms', Math.max(...stops), BUDGET.stopMs)
      await desk.close()

      const faults = await injectFaults({
        db,
        ledger: createLedger(db),
        llm,
        count: FAULTS,
        seed: 1,
      })
      console.log(`${FAULTS} faults:`, faults.settled)
      if (faults.running > 0) missed.push(`${faults.running} turns still running`)
      if (faults.spent !== faults.charged)
        missed.push(`spent ${faults.spent}, charged ${faults.charged}`)
      const violations = await createLedger(db).check()
      if (violations.length > 0) missed.push(`the ledger: ${JSON.stringify(violations)}`)
    })
  } finally {
    await llm.close()
  }

  const tools = measureTools()
  const intents = measureIntents()
  if (tools === null || intents === null) {
    console.log('Routing is not measured: it needs ../shared/data/research, which is absent.')
  } else {
    console.log('phrases of 147 tools, held out:', tools)
    console.log('150 intents and strangers:', intents)
    atLeast('tools, first', tools.top1, BUDGET.top1)
    atLeast('tools, among three', tools.top3, BUDGET.top3)
    atLeast('intents', intents.inScope, BUDGET.inScope)
    atLeast('strangers turned away', intents.outOfScopeRecall, BUDGET.outOfScope)
  }
  if (missed.length > 0) throw new Error(missed.join('; '))
}

async function openDesk(db: Database, llm: ScriptedLlm) {
  const ledger = createLedger(db)
  const onError = (error: unknown) => console.error(error)
  const toolbox = createToolbox([], onError)
  const clock = Date.now
  const turns = createTurns({
    db,
    ledger,
    toolbox,
    assistant: createAssistant({ db, clock, hasModel: true, listTokens: async () => [] }),
    model: createModelEngine({
      db,
      clock,
      appName: 'SolDesk',
      llm: createLlm({ baseUrl: llm.url, apiKey: null, model: 'scripted' }),
    }),
    pointsPerTurn: 0,
    onError,
  })
  const server = await serveApp(db, [
    (instance) =>
      registerChatRoutes(instance, {
        db,
        toolbox,
        turns,
        readDigest: () => Promise.reject(new Error('no research')),
      }),
  ])
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

const row = (timings: readonly Timing[], of: (timing: Timing) => number) => {
  const values = timings.map(of)
  return {
    'p50 ms': Number(share(values, 0.5).toFixed(1)),
    'p95 ms': Number(share(values, 0.95).toFixed(1)),
  }
}
const p50 = (timings: readonly Timing[]): number =>
  share(
    timings.map(({ wordMs }) => wordMs),
    0.5,
  )
const p95 = (
  timings: readonly Timing[],
  of: (timing: Timing) => number = ({ wordMs }) => wordMs,
): number => share(timings.map(of), 0.95)
