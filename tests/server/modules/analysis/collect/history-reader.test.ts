import { expect, it } from 'vitest'
import { readHistory } from '#server/modules/analysis/collect/history-reader.ts'
import { NodeLink } from '#server/modules/analysis/collect/node-link.ts'

const ENTRIES = 2_300
const history = Array.from({ length: ENTRIES }, (_, nth) => ({
  signature: `signature ${nth}`,
  slot: ENTRIES - nth,
  err: null,
  memo: null,
  blockTime: null,
  confirmationStatus: 'finalized' as const,
}))

it('continues after a page with entries missing', async () => {
  const hidden = new Set([3, 700, 1_500].map((nth) => `signature ${nth}`))
  const permit = { accepted: () => undefined, refused: () => undefined, unknown: () => undefined }
  const { signal } = new AbortController()
  const link = new NodeLink(
    {
      pacer: { waitForTurn: async () => permit, readRate: () => 1_000 },
      getSlot: async () => 1,
      postCalls: () => Promise.reject(new Error('not asked')),
    },
    signal,
    () => undefined,
  )
  const read: string[] = []
  const rpc = {
    getSignaturesForAddress: async (
      _: string,
      { before }: { before?: string | undefined } = {},
    ) => {
      const from = history.findIndex(({ signature }) => signature === before) + 1
      return history.slice(from, from + 1_000).filter(({ signature }) => !hidden.has(signature))
    },
  }
  const end = await readHistory({ link, rpc, signal }, 'address', {}, (page) => {
    read.push(...page.map(({ signature }) => signature))
    return true
  })
  expect(end).toBe('all')
  expect(read).toHaveLength(ENTRIES - hidden.size)
})
