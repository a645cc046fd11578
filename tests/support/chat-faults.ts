import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLlm } from '#server/clients/llm/llm.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createChats } from '#server/modules/chat/chat-service.ts'
import { settleLostTurns } from '#server/modules/chat/turns/lost-turns.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { saying, type LlmStep, type ScriptedLlm } from './scripted-llm.ts'
import { openChats } from './chats.ts'
import { fractionsFrom } from './seeded-random.ts'

const POINT = 10_000_000n
const FIRST_POINTS = 40n

const call = (name: string, args: object | string = {}): LlmStep[] => [
  { call: [{ name, args }] },
  { finish: 'tool_calls' },
  'done',
]

/** Behavior of the model endpoint. A tool call is answered with text. */
const UPSTREAM: Readonly<Record<string, LlmStep[]>> = {
  fine: saying('All is well.'),
  drop: [{ say: 'Well', gapMs: 2 }, 'drop'],
  gone: ['drop'],
  stall: [{ say: 'Well' }, 'stall'],
  silent: ['stall'],
  empty: [{ finish: 'stop' }, 'done'],
  refused: [{ status: 401, body: {} }],
  busy: [{ status: 429, body: {} }],
  broken: [{ status: 500, body: {} }],
  unfinished: [{ say: 'Well' }, 'close'],
  exploded: [{ say: 'Well' }, { event: { error: { message: 'exploded' } } }, 'done'],
  crashing: call('notes__crash'),
  hanging: call('notes__hang'),
  unreadable: call('notes__crash', '{"a'),
  long: [{ say: Array.from({ length: 40 }, () => 'word '), gapMs: 4 }, { finish: 'stop' }, 'done'],
}

/** Faults on the server's side during the answer. */
const AROUND = [
  'nothing',
  'nothing',
  'nothing',
  'stop',
  'stop at once',
  'twice',
  'crash',
  'no settlement at first',
]

const tool = (name: string, run: AssistantTool['run']): AssistantTool => ({
  name,
  app: { id: 'notes', name: 'Notes' },
  description: name,
  inputSchema: { type: 'object', properties: {} },
  writes: false,
  timeoutMs: 60,
  run,
})

export type FaultReport = {
  turns: number
  settled: Record<string, number>
  running: number
  spent: bigint
  charged: bigint
}

/**
 * Sends `count` messages with faults drawn from `seed`, ten at a time, and gives what became of them. Every one has to be
 * settled, and what was spent has to be what the turns say was charged.
 */
export async function injectFaults(options: {
  db: Database
  ledger: Ledger
  llm: ScriptedLlm
  count: number
  seed: number
}): Promise<FaultReport> {
  const { db, ledger, llm, count } = options
  const random = fractionsFrom(options.seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  llm.answer(({ messages }) => {
    const kind = /kind:(\w+)/.exec(JSON.stringify(messages.at(-1)?.content ?? ''))?.[1]
    return UPSTREAM[kind ?? 'fine'] ?? saying('Noted.')
  })
  const chats: { userId: string; id: string }[] = []
  for (let at = 0; at < 10; at += 1) chats.push(await newUserWithChat(db, ledger))

  for (let done = 0; done < count; done += chats.length) {
    const batch = chats.slice(0, count - done)
    await Promise.all(
      batch.map((chat) =>
        one(options, chat, {
          kind: pick(Object.keys(UPSTREAM)),
          around: pick(AROUND),
          waitMs: random() * 60,
        }),
      ),
    )
    const onFailure = (error: unknown) => {
      throw error
    }
    // All that could settle has; whose process died has been silent for longer than this.
    await settleLostTurns({ db, ledger }, { silentMs: 0, onFailure })
  }
  return report(
    db,
    chats.map(({ userId }) => userId),
  )
}

async function one(
  { db, ledger, llm }: { db: Database; ledger: Ledger; llm: ScriptedLlm },
  { userId, id }: { userId: string; id: string },
  { kind, around, waitMs }: { kind: string; around: string; waitMs: number },
): Promise<void> {
  const mortal = mortalDatabase(db)
  const tools = [
    tool('notes__crash', async () => {
      throw new Error('boom')
    }),
    tool('notes__hang', () => new Promise(() => undefined)),
  ]
  const chats = openChats(
    { db: mortal.db, ledger },
    {
      providers: [{ listTools: async () => tools }],
      assistant: { db },
      model: createModelEngine({
        db,
        now: Date.now,
        appName: 'SolDesk',
        maxSteps: 3,
        llm: createLlm({
          baseUrl: llm.url,
          apiKey: null,
          model: 'scripted',
          deadlines: { firstChunkMs: 120, chunkMs: 80, totalMs: 5_000 },
        }),
      }),
      pointsPerTurn: 1,
    },
  )
  const { turns } = chats
  const service = createChats({ ...chats, db })
  const message = {
    content: `kind:${kind}`,
    parentId: undefined,
    regenerateOf: undefined,
    call: null,
    timeZone: null,
    idempotencyKey: randomUUID(),
  }
  try {
    const chat = await service.requireChat(userId, id)
    if (around === 'no settlement at first') mortal.failTransactions(2)
    const starts = [turns.send(userId, chat, message)]
    if (around === 'twice') starts.push(turns.send(userId, chat, message))
    const started = await Promise.any(starts)
    await Promise.allSettled(starts)
    if (around === 'stop at once') await turns.stop(id)
    if (around === 'stop' || around === 'crash') await sleep(waitMs)
    if (around === 'stop') await turns.stop(id)
    if (around === 'crash') {
      mortal.die()
      return
    }
    for await (const event of service.followStarted(started, AbortSignal.timeout(20_000)))
      void event
  } catch (error) {
    const isExpected =
      error instanceof AggregateError ||
      error instanceof AppError ||
      error instanceof DatabaseUnavailable
    if (!isExpected) throw error
  }
}

/** A database that can be lost for good, or fail the next transactions but one: the first begins the turn. */
function mortalDatabase(real: Database) {
  const state = { isDead: false, failing: 0, transactions: 0 }
  const lost = () => new DatabaseUnavailable('lost')
  const db: Database = {
    url: real.url,
    query: (text, params) => (state.isDead ? Promise.reject(lost()) : real.query(text, params)),
    transaction: (work) => {
      state.transactions += 1
      const isFailing = state.transactions > 1 && state.transactions <= 1 + state.failing
      return state.isDead || isFailing ? Promise.reject(lost()) : real.transaction(work)
    },
    slowReads: real.slowReads,
    connections: () => real.connections(),
    close: () => Promise.resolve(),
  }
  return {
    db,
    die: () => {
      state.isDead = true
    },
    failTransactions: (count: number) => {
      state.failing = count
    },
  }
}

async function newUserWithChat(
  db: Database,
  ledger: Ledger,
): Promise<{ userId: string; id: string }> {
  const [userId, id] = [randomUUID(), randomUUID()]
  const lamports = FIRST_POINTS * POINT
  await ledger.credit(db, { userId, kind: 'topup', lamports, idempotencyKey: 'first' })
  await db.query('insert into chat (id, user_id) values ($1, $2)', [id, userId])
  return { userId, id }
}

async function report(db: Database, userIds: string[]): Promise<FaultReport> {
  const rows = await db.query<{ status: string; refunded: boolean; count: bigint }>(
    `select status, is_refunded as refunded, count(*) as count from chat_turn
     where user_id = any($1::uuid[]) group by 1, 2`,
    [userIds],
  )
  const [balances] = await db.query<{ left: string }>(
    'select sum(balance) as left from account where id = any($1::uuid[])',
    [userIds],
  )
  const first = FIRST_POINTS * POINT * BigInt(userIds.length)
  const total = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of).reduce((sum, { count }) => sum + count, 0n)
  return {
    turns: Number(total(() => true)),
    settled: Object.fromEntries(
      rows.map(({ status, refunded, count }) => [
        `${status}${refunded ? ', refunded' : ''}`,
        Number(count),
      ]),
    ),
    running: Number(total(({ status }) => status === 'running')),
    spent: first - BigInt(balances?.left ?? 0),
    charged: total(({ refunded }) => !refunded) * POINT,
  }
}
