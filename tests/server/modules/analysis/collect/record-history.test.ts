import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { market } from '#tests/support/demo-market.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { recordHistory } from '#server/modules/analysis/collect/record-history.ts'
import { buildReport } from '#engine/report/report.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const [mint] = market.mints
const { signal } = new AbortController()

let chain: LocalChainHandle
let fresh: LocalChainHandle

beforeAll(async () => {
  ;[chain, fresh] = await Promise.all([testChain(), testChain()])
  await rpcResult(chain, 'chain_import', [{ lines: market.lines }])
})
afterAll(() => Promise.all([chain?.stop(), fresh?.stop()]))

const rpcOf = ({ rpcUrl }: LocalChainHandle) => createSolanaRpc({ url: rpcUrl, timeoutMs: 10_000 })

async function reportFrom(source: LocalChainHandle) {
  const rpc = rpcOf(source)
  const facts = await lookUpMint(rpc, mint)
  const input = await collect(facts, {
    rpc,
    signal,
    limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 15, endsAt: Infinity },
    record: NOTHING_KEPT,
    solUsd: async () => null,
    onProgress: () => undefined,
  })
  return JSON.stringify(buildReport(input.market, input))
}

it('records a history from which another chain gives the same report', async () => {
  const lines: string[] = []
  const recorded = await recordHistory(mint, {
    rpc: rpcOf(chain),
    signal,
    write: (line) => lines.push(line),
  })
  expect(recorded).toEqual({ transactions: lines.length, missing: 0 })
  expect(lines.length).toBeGreaterThan(100)
  expect(await rpcResult(fresh, 'chain_import', [{ lines: lines.toReversed() }])).toMatchObject({
    added: lines.length,
    duplicates: 0,
    rejected: 0,
  })
  expect(await reportFrom(fresh)).toBe(await reportFrom(chain))
}, 90_000)

it('refuses an address that the node knows nothing of, before anything is written', async () => {
  const written: string[] = []
  const recording = recordHistory(addressOf('nobody knows this'), {
    rpc: rpcOf(chain),
    signal,
    write: (line) => written.push(line),
  })
  await expect(recording).rejects.toMatchObject({ code: 'ADDRESS_UNKNOWN' })
  expect(written).toEqual([])
})
