import { readFileSync } from 'node:fs'
import { buildReport, proveComplete, type Evidence, type TransactionFacts } from '#engine/index.ts'
import { DemoRandom } from '#localnet/demo-market/seeded-random.ts'
import { startLocalChain } from '#localnet/index.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { createTokenStore } from '#server/modules/analysis/store/token-store.ts'
import { bigMarket } from './big-market.ts'
import { withDatabase } from '#bench/support/server.ts'
import { factsIn } from '#tests/engine/facts-in.ts'

/** Reads a token through nodes that each misbehave in one way, as mainnet's do. */

const TRANSACTIONS = 2_000
/** Windows and outages of a node are shortened by this. All waiting of the product keeps its length. */
export const CLOCK_FACTOR = 10
const MINUTE_MS = 60_000 / CLOCK_FACTOR
const TEN_SECONDS_MS = 10_000 / CLOCK_FACTOR
const MAX_RUN_MS = 8 * 60_000
const MIN_RATE_USED = 0.9
const REMOVALS = 1_000

type Call = { id: number; method: string; params: [string, { before?: string }?] }
type Answer = { id: number | null; result?: unknown; error?: { code: number; message: string } }

type Before = (
  calls: readonly Call[],
  signal: AbortSignal | null,
) => Response | Promise<Response> | null
type After = (call: Call, answer: Answer) => Answer

type Behavior = {
  name: string
  before?: Before
  after?: After
  perSecond?: number
  isPartial?: boolean
}

export type NodeResult = {
  node: string
  seconds: number
  complete: boolean
  missing: number
  gaps: number
  askedTwice: number
  rateUsed: number | null
}

export async function readThroughOddNodes() {
  const { mint, path } = await bigMarket(TRANSACTIONS, 100)
  const transactions = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(factsIn)
  const moving = transactions.filter(
    ({ isFailed, balances }) =>
      !isFailed && balances.some((each) => each.mint === mint && each.before !== each.after),
  )
  const removals = removeAtRandom(mint, moving)
  const chain = await startLocalChain({ port: 0 })
  try {
    await createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 60_000 }).call('chain_import', [{ path }])
    return await withDatabase(async (db) => {
      const results: NodeResult[] = []
      const missed: string[] = []
      if (removals.noticed < removals.tried) {
        missed.push(`${removals.tried - removals.noticed} removals unnoticed`)
      }
      for (const behavior of behaviors(moving.map(({ signature }) => signature))) {
        await db.query('delete from analysis_token')
        const { result, wrong } = await readThrough(behavior, { db, mint, url: chain.rpcUrl })
        results.push(result)
        if (wrong) missed.push(`${behavior.name}: ${wrong}`)
      }
      return { results, removals, missed }
    })
  } finally {
    await chain.stop()
  }
}

function removeAtRandom(mint: string, moving: readonly TransactionFacts[]) {
  const random = new DemoRandom('removals')
  const evidence = moving.map((tx): Evidence => ({ tx, index: tx.index }))
  const now = new Map<string, bigint>()
  for (const { keys, balances } of moving) {
    for (const { index, mint: held, after } of balances) {
      if (held === mint) now.set(keys[index] ?? '', after)
    }
  }
  const countGaps = (some: readonly Evidence[]) => proveComplete(mint, some, now).gaps.length
  if (countGaps(evidence) > 0) throw new Error('the whole market has gaps')
  let noticed = 0
  for (let nth = 0; nth < REMOVALS; nth++) {
    if (countGaps(evidence.toSpliced(random.whole(0, evidence.length - 1), 1)) > 0) noticed++
  }
  return { tried: REMOVALS, noticed }
}

type Setting = { db: Database; mint: string; url: string }

async function readThrough(
  behavior: Behavior,
  { db, mint, url }: Setting,
): Promise<{ result: NodeResult; wrong: string | null }> {
  const given = new Set<string>()
  let askedAfterGiven = 0
  const answeredAt: number[] = []
  const count = (calls: readonly Call[], answers: readonly Answer[]): void => {
    for (const { id, result } of answers) {
      const call = calls.find((each) => each.id === id)
      answeredAt.push(performance.now())
      if (call?.method !== 'getTransaction') continue
      const { transaction } = (result ?? {}) as { transaction?: { signatures: string[] } }
      if (transaction?.signatures[0] === call.params[0]) given.add(call.params[0])
    }
  }
  const rpc = createSolanaRpc({
    url,
    timeoutMs: 10_000,
    fetch: async (input, init) => {
      const sent = JSON.parse(init?.body as string) as Call | Call[]
      const calls = Array.isArray(sent) ? sent : [sent]
      for (const { method, params } of calls) {
        if (method === 'getTransaction' && given.has(params[0])) askedAfterGiven++
      }
      const own = await behavior.before?.(calls, init?.signal ?? null)
      if (own) return own
      const response = await fetch(input, init)
      const body = (await response.json()) as Answer | Answer[]
      const answers = (Array.isArray(body) ? body : [body]).map((answer) => {
        const call = calls.find(({ id }) => id === answer.id)
        return call && behavior.after ? behavior.after(call, answer) : answer
      })
      count(calls, answers)
      return Response.json(Array.isArray(body) ? answers : answers[0])
    },
  })
  const read = async () => {
    const store = createTokenStore(db, { maxBytes: 1e9, isPastFixed: true })
    const { market, ...input } = await collect(await lookUpMint(rpc, mint), {
      rpc,
      signal: new AbortController().signal,
      limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 8, endsAt: Infinity },
      record: await store.open(mint),
      solUsd: async () => null,
      onProgress: () => undefined,
    })
    return buildReport(market, input)
  }
  const startedAt = performance.now()
  const { coverage } = await read()
  const elapsedMs = performance.now() - startedAt
  const spanS = ((answeredAt.at(-1) ?? 0) - (answeredAt[0] ?? 0)) / 1_000
  const rateUsed =
    behavior.perSecond === undefined ? null : answeredAt.length / spanS / behavior.perSecond
  await read()

  const isNamed = coverage.missing > 0 || coverage.gaps.length > 0
  const problems = [
    elapsedMs > MAX_RUN_MS && `took ${Math.round(elapsedMs / 1_000)} s`,
    coverage.complete === (behavior.isPartial ?? false) &&
      (coverage.complete ? 'complete with transactions missing' : 'not complete'),
    !coverage.complete && !isNamed && 'partial without a named gap',
    askedAfterGiven > 0 && `${askedAfterGiven} transactions asked for again`,
    rateUsed !== null && rateUsed < MIN_RATE_USED && `${rateUsed.toFixed(2)} of the rate used`,
  ].filter((each) => each !== false)
  return {
    result: {
      node: behavior.name,
      seconds: Math.round(elapsedMs / 100) / 10,
      complete: coverage.complete,
      missing: coverage.missing,
      gaps: coverage.gaps.length,
      askedTwice: askedAfterGiven,
      rateUsed: rateUsed === null ? null : Math.round(rateUsed * 100) / 100,
    },
    wrong: problems.length === 0 ? null : problems.join(', '),
  }
}

function behaviors(signatures: readonly string[]): Behavior[] {
  const some = new Set(signatures.filter((_, nth) => nth % 500 === 250))
  const isHit = ({ method, params }: Call): boolean =>
    method === 'getTransaction' && some.has(params[0])
  const instead =
    (answer: Partial<Answer>): After =>
    (call, given) =>
      isHit(call) ? { id: given.id, ...answer } : given
  return [
    { name: '40 calls per method in 10 s', before: windowed(40, TEN_SECONDS_MS) },
    { name: '50 calls a second', before: windowed(50, 1_000, true), perSecond: 50 },
    {
      name: 'refuses batches',
      before: (calls) =>
        calls.length > 1
          ? Response.json({ id: null, error: { code: -32600, message: 'no batches' } })
          : null,
    },
    {
      name: 'refuses 1 in 500',
      after: instead({ error: { code: -32015, message: 'version not supported' } }),
      isPartial: true,
    },
    { name: 'returns null for 1 in 500', after: instead({ result: null }), isPartial: true },
    { name: 'returns another one', after: anotherOne(isHit), isPartial: true },
    { name: 'repeats a page', after: repeatedPage() },
    { name: 'skips entries', after: skippedEntries(some), isPartial: true },
    { name: 'hangs', before: hanging() },
    { name: 'dies for a minute', before: away() },
  ]
}

function windowed(calls: number, windowMs: number, isForAll = false): Before {
  const windows = new Map<string, { from: number; used: number }>()
  return (asked) => {
    const key = isForAll ? '' : (asked[0]?.method ?? '')
    const now = performance.now()
    let window = windows.get(key)
    if (!window || now - window.from >= windowMs)
      windows.set(key, (window = { from: now, used: 0 }))
    if (window.used + asked.length > calls) return Response.json({}, { status: 429 })
    window.used += asked.length
    return null
  }
}

function anotherOne(isHit: (call: Call) => boolean): After {
  let other: unknown
  return (call, answer) => {
    if (isHit(call)) return { ...answer, result: other }
    if (call.method === 'getTransaction') other = answer.result
    return answer
  }
}

function repeatedPage(): After {
  const first = new Map<string, unknown>()
  const repeated = new Set<string>()
  return (call, answer) => {
    if (call.method !== 'getSignaturesForAddress') return answer
    const [address, options] = call.params
    if (options?.before === undefined) first.set(address, answer.result)
    else if (!repeated.has(address)) {
      repeated.add(address)
      return { ...answer, result: first.get(address) }
    }
    return answer
  }
}

function skippedEntries(hidden: ReadonlySet<string>): After {
  return (call, answer) => {
    if (call.method !== 'getSignaturesForAddress' || !Array.isArray(answer.result)) return answer
    const listed = answer.result as { signature: string }[]
    return { ...answer, result: listed.filter(({ signature }) => !hidden.has(signature)) }
  }
}

function hanging(): Before {
  let asked = 0
  return (calls, signal) => {
    if (calls[0]?.method !== 'getTransaction' || ++asked % 20 !== 0) return null
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  }
}

function away(): Before {
  let given = 0
  let from: number | null = null
  return (calls) => {
    if (calls[0]?.method === 'getTransaction') given += calls.length
    if (given > TRANSACTIONS / 3) from ??= performance.now()
    if (from !== null && performance.now() - from < MINUTE_MS) throw new TypeError('fetch failed')
    return null
  }
}
