import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { market } from '#tests/support/demo-market.ts'
import { createRpcPacer } from '#server/clients/solana-rpc/rpc-pacer.ts'
import { NodeLink, type PacedRpc } from '#server/modules/analysis/collect/node-link.ts'
import { TransactionFetcher } from '#server/modules/analysis/collect/transaction-fetcher.ts'

const [line = ''] = market.lines
const [known = ''] = (JSON.parse(line) as { transaction: { signatures: string[] } }).transaction
  .signatures

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** A node that takes so many calls in each period, which begins with its first call. */
function limitedNode(max: number, periodS: number): PacedRpc {
  let periodStart = -Infinity
  let used = 0
  return {
    pacer: createRpcPacer(),
    getSlot: async () => 1,
    postCalls: async (calls) => {
      const now = performance.now() / 1000
      if (now >= periodStart + periodS) {
        periodStart = now
        used = 0
      }
      const isTaken = used + calls.length <= max
      if (isTaken) used += calls.length
      await new Promise((resolve) => setTimeout(resolve, 80))
      if (!isTaken) return { kind: 'busy', retryAfterMs: undefined }
      const answers = calls.map(
        ({ params }, id) => `{"id":${id},"result":${line.replaceAll(known, String(params?.[0]))}}`,
      )
      const body = Buffer.from(answers.length === 1 ? (answers[0] ?? '') : `[${answers.join(',')}]`)
      return { kind: 'answered', body }
    },
  }
}

/** Signatures that differ from each other and from every other. */
const signaturesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => {
    const mark = String(nth + 1_000_000).replaceAll('0', 'A')
    return known.slice(0, -mark.length) + mark
  })

it.each([
  ['50 calls a second', 50, 1, 2_400],
  ['40 calls in 10 seconds', 40, 10, 600],
])('reads a token with 0.9 of the rate of a node that takes %s', async (_, max, periodS, total) => {
  const { signal } = new AbortController()
  const given = new Set<string>()
  const startedAt = performance.now()
  let endedAt = Infinity
  const fetcher = new TransactionFetcher({
    link: new NodeLink(limitedNode(max, periodS), signal, () => undefined),
    signal,
    onGiven: (signature) => {
      given.add(signature)
      if (given.size === total) endedAt = performance.now()
    },
    onMissing: (__, reason) => expect.unreachable(reason),
  })
  fetcher.add(signaturesOf(total))
  const allowedMs = ((total / max) * periodS * 1000) / 0.9
  await vi.advanceTimersByTimeAsync(allowedMs)
  expect(given.size).toBe(total)
  expect(endedAt - startedAt).toBeLessThanOrEqual(allowedMs)
  await fetcher.settle()
})
