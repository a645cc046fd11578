import type { CaReport } from '#contract/analysis/report.ts'
import { analyze } from '#engine/report/report.ts'
import { finishRun, insertRun, takeRun } from '#server/modules/runs/run-repository.ts'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import type { Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { ANALYSIS } from '#server/modules/analysis/report-run.ts'
import { collectible } from '#tests/engine/demo-window.ts'
import { inputOf } from '#tests/engine/market.ts'
import { finderReport } from '#tests/mocks/finder-report.ts'

/** The report of the demo market's first token. */
export function demoReport(): CaReport {
  const { mint, transactions, funders } = collectible()
  return analyze(inputOf(transactions, { mint, funders }))
}

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
