import type { WalletFinderReport } from '#contract/analysis/finder.ts'
import type { CaReport } from '#contract/analysis/report.ts'
import { analyze } from '#engine/report/report.ts'
import { finishRun, insertRun, takeRun } from '#server/modules/runs/run-repository.ts'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import type { Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { ANALYSIS } from '#server/modules/analysis/report-run.ts'
import { collectible } from '#tests/engine/demo-window.ts'
import { inputOf } from '#tests/engine/market.ts'

const COMET = 'DemoEtLVB2k2pHXfsVK4MhFYjr4bWWtSPtXFBRVKNCjU'
const HARBOR = 'GcsADgYqEFYV2kjXpS8eFV1mDSFgR6cvzf8p2HTjAT5V'

/** The report of the demo market's first token. */
export function demoReport(): CaReport {
  const { mint, transactions, funders } = collectible()
  return analyze(inputOf(transactions, { mint, funders }))
}

/** A search over two tokens that no wallet passed. */
export const finderReport = (): WalletFinderReport => ({
  contract_addresses: [COMET, HARBOR],
  min_hits: 2,
  wallets: [],
  rings: [],
  overlap: [],
  mints: [COMET, HARBOR].map((mint, nth) => ({
    mint,
    name: null,
    symbol: nth === 0 ? 'COMET' : null,
    error: null,
    complete: true,
    reasons: [],
    wallets: 60,
    trades: 700,
  })),
  counts: { tested: 12, found: 0, trades: 1_400 },
  persistence: 0,
  cost_points: 1,
  engine_version: 'test',
})

/** Puts a finished analysis with this body into a user's history, and returns its id. */
export async function keepRun(
  db: Database,
  { userId, transferId, mint, body }: Record<'userId' | 'transferId' | 'mint' | 'body', string>,
): Promise<string> {
  return keep(db, { userId, transferId, body, addresses: [mint], kind: 'CA_ANALYSIS' })
}

/** Does the same with a finished search for wallets. */
export async function keepFinderRun(
  db: Database,
  { userId, transferId }: Record<'userId' | 'transferId', string>,
): Promise<string> {
  const report = finderReport()
  const { contract_addresses: addresses } = report
  const body = JSON.stringify(report)
  return keep(db, { userId, transferId, body, addresses, kind: 'WALLET_FINDER' })
}

type Kept = Record<'userId' | 'transferId' | 'body' | 'kind', string> & { addresses: string[] }

async function keep(
  db: Database,
  { userId, transferId, body, kind, addresses }: Kept,
): Promise<string> {
  const id = uuidv7()
  const input = { kind, addresses, minHits: null }
  const run = { id, kind: ANALYSIS, input, userId, transferId, groupId: null }
  await insertRun(db, run, { type: 'stage' }, DEFAULT_LIMITS)
  await takeRun(db, id)
  await finishRun(db, id, { body, counts: { wallets: 0, excluded: 0, trades: 0 } })
  return id
}
