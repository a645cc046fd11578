import { afterAll, describe, expect, it } from 'vitest'

import { buildReport, scanTransaction } from '#engine/index.ts'
import { market } from '#tests/support/demo-market.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'

/** One node that misbehaves in one way, and the report that it leads to. */

const [mint] = market.mints
/** The first part of the token's life is enough. */
const lines = market.lines.filter((line) => line.includes(mint)).slice(0, 250)

type Call = { id: number; method: string; params: [string, { before?: string }?] }
type Answer = { id: number | null; result?: unknown; error?: { code: number; message: string } }
type Fetch = typeof globalThis.fetch

/** Answers a request itself, or returns null to pass it on to the chain. */
type Before = (calls: readonly Call[], isBatch: boolean) => Response | Promise<Response> | null
/** Changes one answer of the chain. */
type After = (call: Call, answer: Answer) => Answer

const respond = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })

const nodeWith =
  ({ before, after }: { before?: Before; after?: After }): Fetch =>
  async (input, init) => {
    const sent = JSON.parse(init?.body as string) as Call | Call[]
    const calls = Array.isArray(sent) ? sent : [sent]
    const own = await before?.(calls, Array.isArray(sent))
    if (own) return own
    const response = await fetch(input, init)
    if (!after) return response
    const given = (await response.json()) as Answer | Answer[]
    const change = (answer: Answer): Answer => {
      const call = calls.find(({ id }) => id === answer.id)
      return call ? after(call, answer) : answer
    }
    return respond(Array.isArray(given) ? given.map(change) : change(given))
  }

const chain = await testChain()
await rpcResult(chain, 'chain_import', [{ lines }])
const honest = JSON.stringify(await reportFrom())
afterAll(() => chain.stop())

async function reportFrom(quirk: { before?: Before; after?: After } = {}) {
  const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 4_000, fetch: nodeWith(quirk) })
  const { signal } = new AbortController()
  const input = await collect(await lookUpMint(rpc, mint), {
    rpc,
    signal,
    limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 15, endsAt: Infinity },
    record: NOTHING_KEPT,
    solUsd: async () => null,
    onProgress: () => undefined,
  })
  return buildReport(input.market, input)
}

/** Picks every nth call of a method, the same ones at each attempt. */
const pickSome = (method: string, nth: number) => {
  const numbers = new Map<string, number>()
  return (call: Call): boolean => {
    if (call.method !== method) return false
    const key = call.params[0]
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number % nth === nth - 1
  }
}

describe.concurrent('a node that never gives a transaction', () => {
  it.each([
    ['refuses it', { error: { code: -32015, message: 'version not supported' } }],
    ['does not have its slot', { error: { code: -32009, message: 'slot was skipped' } }],
    ['gives null', { result: null }],
    ['gives something else', { result: { slot: 'x' } }],
  ])('leads to a report of the others that names the reason, when it %s', async (_, instead) => {
    const isHit = pickSome('getTransaction', 40)
    const report = await reportFrom({
      after: (call, answer) => (isHit(call) ? { id: answer.id, ...instead } : answer),
    })
    expect(report.coverage.complete).toBe(false)
    expect(report.coverage.missing).toBeGreaterThan(1)
    expect(report.coverage.reasons.join(' ')).toMatch(
      new RegExp(`${report.coverage.missing} transactions are missing: `),
    )
    expect(report.counts.trades).toBeGreaterThan(100)
  })

  it('counts it as missing when another transaction comes in its place', async () => {
    const isHit = pickSome('getTransaction', 40)
    let other: unknown
    const report = await reportFrom({
      after: (call, answer) => {
        if (isHit(call)) return { ...answer, result: other }
        if (call.method === 'getTransaction') other = answer.result
        return answer
      },
    })
    expect(report.coverage.complete).toBe(false)
    expect(report.coverage.reasons.join(' ')).toContain('the node returned another transaction')
  })
})

describe.concurrent('a node that limits its callers', () => {
  const limited = (perSecond: number, headers: Record<string, string>): Before => {
    const sent = new Map<string, number[]>()
    return (calls) => {
      const method = calls[0]?.method ?? ''
      const now = performance.now()
      const recent = (sent.get(method) ?? []).filter((at) => now - at < 1_000)
      sent.set(method, recent)
      if (recent.length + calls.length > perSecond) return respond({}, 429, headers)
      for (const _ of calls) recent.push(now)
      return null
    }
  }

  it.each([
    ['with Retry-After', { 'retry-after': '1' }],
    ['without Retry-After', {}],
  ])('is read to the end, %s', { timeout: 60_000 }, async (_, headers) => {
    const report = await reportFrom({ before: limited(300, headers) })
    expect(JSON.stringify(report)).toBe(honest)
  })

  it('is read to the end when single calls of a batch are refused', async () => {
    const seen = new Set<string>()
    const report = await reportFrom({
      after: (call, answer) => {
        const [key] = call.params
        if (call.method !== 'getTransaction' || seen.has(key) || seen.size >= 20) return answer
        seen.add(key)
        return { id: answer.id, error: { code: 429, message: 'too many' } }
      },
    })
    expect(JSON.stringify(report)).toBe(honest)
  })
})

describe.concurrent('a node that refuses batches', () => {
  it.each([
    ['with an HTTP status', () => respond({}, 413)],
    ['with an error', () => respond({ id: null, error: { code: -32600, message: 'no batches' } })],
  ])('is asked call by call, %s', async (_, refuse) => {
    const report = await reportFrom({
      before: (calls, isBatch) => (isBatch && calls.length > 3 ? refuse() : null),
    })
    expect(JSON.stringify(report)).toBe(honest)
  })
})

describe.concurrent('a history that contradicts itself', () => {
  it('ends when the node sends the same page again and again', async () => {
    let first: unknown = null
    const report = await reportFrom({
      after: (call, answer) => {
        if (call.method !== 'getSignaturesForAddress' || call.params[0] !== mint) return answer
        first ??= (answer.result as unknown[]).slice(0, 1_000)
        return {
          ...answer,
          result: Array.from({ length: 1_000 }, (_, at) => (first as [])[at % 3]),
        }
      },
    })
    expect(report.coverage.complete).toBe(false)
    expect(report.coverage.reasons.join(' ')).toContain('contradicts itself')
  })

  it('is read again after one page that was wrong', async () => {
    let isWrong = true
    const report = await reportFrom({
      after: (call, answer) => {
        if (call.method !== 'getSignaturesForAddress' || !isWrong) return answer
        isWrong = false
        return { ...answer, result: (answer.result as unknown[]).toReversed() }
      },
    })
    expect(JSON.stringify(report)).toBe(honest)
  })
})

describe.concurrent('a history that leaves out entries', () => {
  const without = (isHidden: (signature: string) => boolean, methods: readonly string[]) =>
    reportFrom({
      after: (call, answer) => {
        const isHistory = call.method === 'getSignaturesForAddress' && Array.isArray(answer.result)
        if (!isHistory || !methods.includes(call.params[0])) return answer
        const entries = answer.result as { signature: string }[]
        return { ...answer, result: entries.filter(({ signature }) => !isHidden(signature)) }
      },
    })
  const moving = lines.flatMap((line) => {
    const scanned = scanTransaction(Buffer.from(line))
    const isMoving =
      scanned.kind === 'read' &&
      scanned.facts.balances.some((each) => each.mint === mint && each.before !== each.after)
    return isMoving ? [scanned.facts] : []
  })

  it('is noticed at the end of an account too', async () => {
    const last = moving.at(-1)?.signature ?? ''
    const everywhere = new Set(moving.flatMap(({ keys }) => keys))
    const report = await without((signature) => signature === last, [mint, ...everywhere])
    expect(report.coverage.complete).toBe(false)
    expect(report.coverage.gaps.length).toBeGreaterThan(0)
  })

  it('is closed by the history of an account whose balance does not fit', async () => {
    const last = moving.at(-1)
    const vaults = new Set(moving.flatMap(({ keys }) => keys))
    const holder = last?.balances.find(
      ({ mint: held, owner }) => held === mint && owner === last.keys[0],
    )
    vaults.delete(last?.keys[holder?.index ?? -1] ?? '')
    const report = await without((signature) => signature === last?.signature, [mint, ...vaults])
    expect(JSON.stringify(report)).toBe(honest)
  })
})

/** While the node is away, one ping follows another after ever longer pauses. */
const PINGS_MISSED = 2

describe.concurrent('a node that goes away', () => {
  it('is waited for, and the report is whole', { timeout: 60_000 }, async () => {
    let requests = 0
    let missedPings = 0
    const report = await reportFrom({
      before: ([call]) => {
        if (call?.method === 'getTransaction') requests += 1
        // The first request still passes, so that something was read.
        if (requests < 2 || missedPings === PINGS_MISSED) return null
        if (call?.method === 'getSlot') missedPings += 1
        throw new TypeError('fetch failed')
      },
    })
    expect(missedPings).toBe(PINGS_MISSED)
    expect(JSON.stringify(report)).toBe(honest)
  })

  it('loses one transaction when only that one gets no answer', { timeout: 120_000 }, async () => {
    let hanging: string | null = null
    const report = await reportFrom({
      before: (calls) => {
        const asked = calls.filter(({ method }) => method === 'getTransaction')
        hanging ??= asked[7]?.params[0] ?? null
        if (!asked.some(({ params }) => params[0] === hanging)) return null
        throw new TypeError('socket hang up')
      },
    })
    expect(report.coverage).toMatchObject({ complete: false, missing: 1 })
  })
})
