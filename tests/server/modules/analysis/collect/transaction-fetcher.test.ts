import { expect, it } from 'vitest'
import { scanTransaction } from '#engine/index.ts'
import { market } from '#tests/support/demo-market.ts'
import { NodeLink, type PacedRpc } from '#server/modules/analysis/collect/node-link.ts'
import { TransactionFetcher } from '#server/modules/analysis/collect/transaction-fetcher.ts'

/** More calls in one request are too many for this node, however long one waits. */
const MAX_CALLS = 3

it('reads everything from a node that never takes a whole batch', async () => {
  const lines = new Map(
    market.lines.slice(0, 60).flatMap((line) => {
      const scanned = scanTransaction(Buffer.from(line))
      return scanned.kind === 'read' ? [[scanned.facts.signature, line] as const] : []
    }),
  )
  let refused = 0
  const asked: string[] = []
  const rpc: PacedRpc = {
    pacer: {
      waitForTurn: async () => ({
        accepted: () => undefined,
        refused: () => refused++,
        unknown: () => undefined,
      }),
      readRate: () => 1_000,
    },
    getSlot: async () => 1,
    postCalls: async (calls) => {
      if (calls.length > MAX_CALLS) return { kind: 'busy', retryAfterMs: undefined }
      const signatures = calls.map(({ params }) => String(params?.[0]))
      asked.push(...signatures)
      const answers = signatures.map((each, id) => `{"id":${id},"result":${lines.get(each)}}`)
      return { kind: 'answered', body: Buffer.from(`[${answers.join(',')}]`) }
    },
  }
  const { signal } = new AbortController()
  const given: string[] = []
  const fetcher = new TransactionFetcher({
    link: new NodeLink(rpc, signal, () => undefined),
    signal,
    onGiven: (signature) => given.push(signature),
    onMissing: (_, reason) => expect.unreachable(reason),
  })
  fetcher.add([...lines.keys()])
  await fetcher.settle()

  expect(given.toSorted()).toEqual([...lines.keys()].toSorted())
  expect(asked).toHaveLength(lines.size)
  expect(refused).toBeGreaterThan(0)
})
