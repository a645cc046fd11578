import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ENGINE_VERSION, buildReport } from '#engine/index.ts'
import { market } from '#tests/support/demo-market.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { collect, type CollectOptions } from '#server/modules/analysis/collect/collect.ts'
import type { Queryable } from '#server/db/database.ts'
import { createTokenStore, NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

const [mint] = market.mints
const lines = market.lines.filter((line) => line.includes(mint))
/** The token's life but for its last transactions. */
const EARLIER = lines.length - 12

let test: TestDatabase
let chain: LocalChainHandle

beforeAll(async () => {
  ;[test, chain] = await Promise.all([testDatabase(), testChain()])
  await rpcResult(chain, 'chain_import', [{ lines: lines.slice(0, EARLIER) }])
})
afterAll(async () => {
  await chain?.stop()
  await test?.drop()
})
beforeEach(() => test.db.query('delete from analysis_token'))

/** Counts the calls and keeps the signatures of the transactions that were asked for. */
function countingRpc(onTransactions: (signatures: string[]) => void = () => undefined) {
  const asked: string[] = []
  let pages = 0
  const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 10_000 })
  const counting: SolanaRpc = {
    ...rpc,
    getSignaturesForAddress: (...args) => {
      pages++
      return rpc.getSignaturesForAddress(...args)
    },
    postCalls: (calls, options) => {
      const signatures = calls.map(({ params }) => String(params?.[0]))
      onTransactions(signatures)
      asked.push(...signatures)
      return rpc.postCalls(calls, options)
    },
  }
  return { rpc: counting, asked, pages: () => pages }
}

async function read(rpc: SolanaRpc, change: Partial<CollectOptions> = {}) {
  const store = createTokenStore(test.db, { maxBytes: 1e9, isPastFixed: true })
  return collect(await lookUpMint(rpc, mint), {
    rpc,
    record: await store.open(mint),
    signal: new AbortController().signal,
    limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 15, endsAt: Infinity },
    solUsd: async () => null,
    onProgress: () => undefined,
    ...change,
  })
}

/** The number of pages differs when only news are read. */
const reportOf = (input: Awaited<ReturnType<typeof read>>): string => {
  const { coverage, ...report } = buildReport(input.market, input)
  return JSON.stringify({ ...report, coverage: { ...coverage, pages: 0 } })
}

const bought = (input: Awaited<ReturnType<typeof read>>): Set<string> =>
  new Set(input.market.window.entries.map(({ signature }) => signature))

describe('a token that was analyzed before', () => {
  it('is read from the node once, and gives the same report', async () => {
    const first = await read(countingRpc().rpc)
    const again = countingRpc()
    const second = await read(again.rpc)
    const signatures = bought(first)
    expect(again.asked.filter((signature) => signatures.has(signature))).toEqual([])
    expect(reportOf(second)).toBe(reportOf(first))
    expect(reportOf(second)).toBe(reportOf(await read(countingRpc().rpc, { record: NOTHING_KEPT })))
  })

  it('resumes where it was stopped', async () => {
    const stop = new AbortController()
    const kept = new Set<string>()
    const { rpc } = countingRpc((signatures) => {
      for (const signature of signatures) kept.add(signature)
      if (kept.size > 300) stop.abort(new Error('stopped'))
    })
    await expect(read(rpc, { signal: stop.signal })).rejects.toThrow('stopped')
    const next = countingRpc()
    const whole = await read(next.rpc)
    const signatures = bought(whole)
    const asked = new Set(next.asked.filter((signature) => signatures.has(signature)))
    expect(signatures.size - asked.size).toBeGreaterThan(100)
    expect(reportOf(whole)).toBe(reportOf(await read(countingRpc().rpc, { record: NOTHING_KEPT })))
  })

  it('is read to the start after an analysis that met its limit', async () => {
    const limits = { maxTransactions: 150, maxMb: 2_048, maxMinutes: 15, endsAt: Infinity }
    await read(countingRpc().rpc, { limits })
    const whole = await read(countingRpc().rpc)
    expect(reportOf(whole)).toBe(reportOf(await read(countingRpc().rpc, { record: NOTHING_KEPT })))
  })

  it('may be read by two processes at once', async () => {
    const both = await Promise.all([read(countingRpc().rpc), read(countingRpc().rpc)])
    expect(reportOf(both[0])).toBe(reportOf(both[1]))
    expect(reportOf(await read(countingRpc().rpc))).toBe(reportOf(both[0]))
  })

  it('takes an empty last page of a history from one of two processes', async () => {
    const store = createTokenStore(test.db, { maxBytes: 1e9, isPastFixed: true })
    const [one, other] = [await store.open(mint), await store.open(mint)]
    const first = { signature: 'first', slot: 1, isFailed: false, isFinalized: true }
    await one.addOlder('account', [first], false)
    await other.readHistories()
    await one.addOlder('account', [], true)
    await other.addOlder('account', [], true)
    const known = await other.readHistories()
    expect(known.get('account')).toEqual({ entries: [first], reachesStart: true })
  })

  it('has a long history in order, read in small statements', async () => {
    const entry = (slot: number) => ({
      signature: `of ${slot}`,
      slot,
      isFailed: false,
      isFinalized: true,
    })
    const written = createTokenStore(test.db, { maxBytes: 1e9, isPastFixed: true })
    const record = await written.open(mint)
    await record.addOlder('account', [entry(20), entry(19)], false)
    for (let slot = 21; slot <= 40; slot++) await record.addNewer('account', [entry(slot)])
    for (let slot = 18; slot > 0; slot--)
      await record.addOlder('account', [entry(slot)], slot === 1)

    const sizes: number[] = []
    const counting: Queryable = {
      async query<R extends object>(text: string, params?: readonly unknown[]) {
        const rows = await test.db.query<R>(text, params)
        if (text.includes('analysis_history_page')) sizes.push(rows.length)
        return rows
      },
    }
    const store = createTokenStore(counting, { maxBytes: 1e9, isPastFixed: true })
    const known = await (await store.open(mint)).readHistories()
    const slots = known.get('account')?.entries.map(({ slot }) => slot)
    expect(slots).toEqual(Array.from({ length: 40 }, (_, nth) => 40 - nth))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(39)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8)
  })

  it('costs the node only its news', async () => {
    const before = await read(countingRpc().rpc)
    await rpcResult(chain, 'chain_import', [{ lines: lines.slice(EARLIER) }])
    const news = countingRpc()
    const after = await read(news.rpc)
    const old = bought(before)
    expect(news.asked.filter((signature) => old.has(signature))).toEqual([])
    expect(bought(after).size).toBeGreaterThan(old.size)
    expect(reportOf(after)).toBe(reportOf(await read(countingRpc().rpc, { record: NOTHING_KEPT })))
  })
})

describe('the kept window of a token', () => {
  it('replaces the facts that it was built from', async () => {
    const first = await read(countingRpc().rpc)
    await test.db.query('delete from analysis_segment')
    const again = countingRpc()
    const second = await read(again.rpc)
    const signatures = bought(first)
    expect(again.asked.filter((signature) => signatures.has(signature))).toEqual([])
    expect(reportOf(second)).toBe(reportOf(first))
  })

  it('is made again for another version of the engine', async () => {
    const first = await read(countingRpc().rpc)
    await test.db.query(`update analysis_window set engine_version = 'older'`)
    expect(reportOf(await read(countingRpc().rpc))).toBe(reportOf(first))
    const kept = await test.db.query('select distinct engine_version from analysis_window')
    expect(kept).toEqual([{ engine_version: ENGINE_VERSION }])
  })

  it('counts as space of the token', async () => {
    await read(countingRpc().rpc)
    await test.db.query(`update analysis_window set engine_version = 'older'`)
    await read(countingRpc().rpc)
    const [sizes] = await test.db.query<{ counted: number; kept: number }>(
      `select bytes::int as counted,
         ((select sum(length(body)) from analysis_segment)
          + (select sum(length(entries)) from analysis_history_page)
          + (select sum(length(body)) from analysis_window))::int as kept
       from analysis_token`,
    )
    expect(sizes?.kept).toBeGreaterThan(0)
    expect(sizes?.counted).toBe(sizes?.kept)
  })
})

describe('the space of the store', () => {
  it('drops the tokens that were used longest ago, and never the one in use', async () => {
    const store = createTokenStore(test.db, { maxBytes: 250, isPastFixed: true })
    for (const [nth, name] of ['old', 'older', 'new'].entries()) {
      await test.db.query(
        `insert into analysis_token (mint, bytes, used_at)
         values ($1, 100, now() - $2::float8 * interval '1 day')`,
        [name, [2, 3, 0][nth]],
      )
    }
    await store.prune('new')
    const rows = await test.db.query('select mint from analysis_token order by mint')
    expect(rows).toEqual([{ mint: 'new' }, { mint: 'old' }])
  })
})
