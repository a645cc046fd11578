import { expect, it } from 'vitest'
import { Histories } from '#server/modules/analysis/collect/histories.ts'
import { NodeLink } from '#server/modules/analysis/collect/node-link.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'

it('takes a kept history with more entries than a call may have arguments', async () => {
  const entry = { signature: 'kept', slot: 1, isFailed: false, isFinalized: true }
  const entries = Array.from({ length: 700_000 }, () => entry)
  const { signal } = new AbortController()
  const rpc = { ...createSolanaRpc({ url: 'http://127.0.0.1:9', timeoutMs: 1 }) }
  rpc.getSignaturesForAddress = async () => []
  const histories = new Histories({
    reader: { link: new NodeLink(rpc, signal, () => undefined), rpc, signal },
    record: {
      ...NOTHING_KEPT,
      readHistories: async () => new Map([['account', { entries, reachesStart: true }]]),
    },
  })
  await histories.load()
  expect(await histories.read('account', () => true)).toBe('all')
  expect(histories.lists().map(({ length }) => length)).toEqual([entries.length])
})
