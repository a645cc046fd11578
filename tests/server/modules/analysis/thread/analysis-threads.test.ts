import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { market } from '#tests/support/demo-market.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { createAnalysisThreads } from '#server/modules/analysis/thread/analysis-threads.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { RunFailed } from '#server/modules/runs/run.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

const [mint] = market.mints
const run = {
  id: uuidv7(),
  input: { kind: 'CA_ANALYSIS', addresses: [mint], minHits: null },
} as const

let test: TestDatabase
let chain: LocalChainHandle

beforeAll(async () => {
  ;[test, chain] = await Promise.all([testDatabase(), testChain()])
  await rpcResult(chain, 'chain_import', [{ lines: market.lines }])
})
afterAll(async () => {
  await chain?.stop()
  await test?.drop()
})

beforeEach(() => test.db.query('delete from analysis_token'))

function threads(heapMb: number, fetch = globalThis.fetch) {
  const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 10_000, fetch })
  return createAnalysisThreads(
    {
      rpc,
      price: null,
      limits: { maxTransactions: 10_000, maxMb: 2_048, maxMinutes: 15 },
      store: { maxMb: 100, isPastFixed: true },
    },
    { maxThreads: 2, heapMb },
  )
}

const context = (signal = new AbortController().signal) => ({
  db: test.db,
  signal,
  reportProgress: () => undefined,
})

async function waitForAbort(signal: AbortSignal | null | undefined): Promise<never> {
  if (signal && !signal.aborted) await once(signal, 'abort')
  throw signal?.reason ?? new TypeError('the request cannot be stopped')
}

it('fails with a reason when an analysis needs more memory than it may have', async () => {
  const several = {
    id: run.id,
    input: { kind: 'WALLET_FINDER', addresses: market.mints, minHits: null },
  } as const
  const failed = threads(24)(several, context())
  await expect(failed).rejects.toThrow(RunFailed)
  await expect(failed).rejects.toThrow('too many trades to analyze. Your POINT was refunded')
})

it(
  'stops at its signal, and continues with the data read so far',
  { timeout: 60_000 },
  async () => {
    const stopped = new AbortController()
    const hasRead = Promise.withResolvers<void>()
    let asked = 0
    const hanging: typeof fetch = async (url, init) => {
      const isRead = typeof init?.body === 'string' && init.body.includes('getTransaction"')
      if (isRead && ++asked > 5) await waitForAbort(init.signal)
      return fetch(url, init)
    }
    const first = threads(500, hanging)(run, {
      ...context(stopped.signal),
      reportProgress: ({ stage, done }) => {
        if (stage === 'transactions' && done > 0) hasRead.resolve()
      },
    })
    await hasRead.promise
    stopped.abort(new Error('cancelled'))
    await expect(first).rejects.toThrow('cancelled')
    const kept = await test.db.query('select mint from analysis_segment')
    expect(kept.length).toBeGreaterThan(0)
    const { counts } = await threads(500)(run, context())
    expect(counts.trades).toBeGreaterThan(400)
  },
)
