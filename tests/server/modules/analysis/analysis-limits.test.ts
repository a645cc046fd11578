import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { CaReport } from '#contract/analysis/report.ts'
import { openJobs, startJobs } from '#server/boot/background.ts'
import { parseConfig } from '#server/config.ts'
import { market } from '#tests/support/demo-market.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/lib/logger.ts'
import { createMetrics } from '#server/metrics.ts'
import type { AnalysisLimits } from '#server/modules/analysis/analysis-work.ts'
import { lookUpMint } from '#server/modules/analysis/analysis-request.ts'
import { NOTHING_KEPT } from '#server/modules/analysis/store/token-store.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { USDC_MINT } from '#engine/index.ts'
import { buildReport } from '#engine/report/report.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { lateJobs, openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { testServer } from '#tests/support/server.ts'

const [mint] = market.mints
/** The market without dollars, so that the chain does not show the price of SOL. */
const lines = market.lines.filter((line) => !line.includes(USDC_MINT))
type Recorded = { slot: number; transaction: { message: { accountKeys: string[] } } }

let jobs: Jobs

const chain = await testChain()
await rpcResult(chain, 'chain_import', [{ lines }])
const server = await testServer({
  rpcUrl: chain.rpcUrl,
  modules: (parts) => [
    openTools([testAnalysis(parts)], { ...parts, jobs: lateJobs(() => jobs) }).routes,
  ],
})
const user = await server.signIn()
await server.grant(user.userId, 100_000_000n)
afterAll(async () => {
  await server.close()
  await chain.stop()
})

/** The report of a process whose jobs were started as a server starts them. */
async function reportWith(limits: AnalysisLimits, usd: number | null): Promise<CaReport> {
  const { db, ledger, rpc } = server
  const price = usd === null ? null : async () => usd
  const { jobs: kinds } = openTools([testAnalysis({ rpc, limits, price })], { db, ledger })
  const retentionDays = {}
  const logger = createLogger()
  const metrics = createMetrics()
  jobs = openJobs({ db, backend: 'postgres', logger, metrics })
  const running = new AsyncDisposableStack()
  try {
    await startJobs(
      { db, ledger, jobs, kinds, retentionDays, logger, tracing: null, metrics },
      running,
    )
    const { body } = await user.call<{ data: { id: string } }>('POST', '/analysis/ca', {
      body: { contract_address: mint },
    })
    for (;;) {
      const path = `/analysis/reports/${body.data.id}`
      const answer = await user.call<{ data: { status: string } }>('GET', path)
      const { status } = answer.body.data
      if (status === 'done') {
        return CaReport.parse(JSON.parse((await user.call('GET', `${path}.json`)).text))
      }
      if (status === 'failed') throw new Error(answer.text)
      await sleep(50)
    }
  } finally {
    await running.disposeAsync()
  }
}

const settings = parseConfig({ ANALYSIS_MAX_TRANSACTIONS: '60' }).analysis

it('takes the price of SOL from its source where the chain tells none', async () => {
  expect((await reportWith(settings, null)).price.sol_usd).toBeNull()
  const { price } = await reportWith(settings, 150)
  expect(price.sol_usd).toBe(150)
  expect(price.usd).toBeCloseTo((price.sol ?? 0) * 150)
})

it('names the limit of transactions that was met', async () => {
  const { coverage } = await reportWith(settings, null)
  expect(coverage.complete).toBe(false)
  expect(coverage.reasons).toContain('Only 60 transactions are read for one report')
})

it('reads the creation and the newest part of a token with too many transactions', async () => {
  const { coverage } = await reportWith(settings, null)
  // The limit is met in the mint's own history, where the swaps of its second pool are not listed.
  const slots = lines.flatMap((line) => {
    const { slot, transaction } = JSON.parse(line) as Recorded
    return transaction.message.accountKeys.includes(mint) ? [slot] : []
  })
  expect(coverage.creation).not.toBeNull()
  expect(coverage.window.from_slot).toBe(Math.min(...slots))
  expect(coverage.window.to_slot).toBe(Math.max(...slots))
  expect(coverage.reasons).toContain(
    'These are the newest 30 and the oldest 30 of those that the node listed',
  )
})

it('builds a report from the part read in time', async () => {
  const { rpc } = server
  const limits = { maxTransactions: 200, maxMb: 2_048, maxMinutes: 15, endsAt: Infinity }
  const input = await collect(await lookUpMint(rpc, mint), {
    rpc: {
      ...rpc,
      postCalls: (calls, options) => {
        limits.endsAt = performance.now()
        return rpc.postCalls(calls, options)
      },
    },
    limits,
    signal: new AbortController().signal,
    record: NOTHING_KEPT,
    solUsd: async () => null,
    onProgress: () => undefined,
  })
  const { coverage, counts } = buildReport(input.market, input)
  expect(counts.trades).toBeGreaterThan(0)
  expect(coverage).toMatchObject({ complete: false, missing: 0 })
  expect(coverage.reasons).toContain('Reading stopped at the limit of 15 minutes')
})
