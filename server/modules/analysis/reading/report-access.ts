import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { DemoReport } from '#server/modules/analysis/demo-report.ts'
import type { ReportShape } from '#server/modules/analysis/report-run.ts'
import {
  hasParts,
  readStored,
  storeOldReport,
  type ReportHead,
} from '#server/modules/analysis/report-store.ts'
import type { Run } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'

export type ReportAccess = ReturnType<typeof createReportAccess>

/** Creates the service that finds the reports of a user. The demo report belongs to every user. */
export function createReportAccess(
  runs: Runs<ReportShape>,
  { db, demo }: { db: Database; demo: DemoReport },
) {
  /** The demo report belongs to everyone. */
  const getOwnRun = async (userId: string, id: string): Promise<Run<ReportShape>> =>
    (await demo.findOwn(userId, id)) ?? runs.getOwn(userId, id)
  const readBody = async (id: string): Promise<string | null> =>
    (await runs.readBody(id)) ?? demo.readBody(id)

  /** Returns a finished report with its body. Throws `CONFLICT` before the end. */
  async function getFinished(userId: string, id: string) {
    const run = await getOwnRun(userId, id)
    const body = run.status === 'done' ? await readBody(run.id) : null
    if (body === null) throw new AppError('CONFLICT', 'This report is not finished')
    return { run, body }
  }

  async function readHead(id: string, body: string): Promise<ReportHead> {
    const stored = readStored(body)
    if (stored !== null) return stored.head
    const parted = await storeOldReport(db, id, body)
    await runs.rewriteBody(id, parted)
    return readHead(id, parted)
  }

  /** Returns the id of a CA report whose parts are stored. Throws `CONFLICT` when it has none. */
  async function ensureParts(userId: string, id: string): Promise<string> {
    const run = await getOwnRun(userId, id)
    if (run.input.kind !== 'CA_ANALYSIS') {
      throw new AppError('CONFLICT', 'Only the report of one token has this part')
    }
    if (run.status !== 'done') throw new AppError('CONFLICT', 'This report is not finished')
    if (!(await hasParts(db, run.id))) {
      const { body } = await getFinished(userId, id)
      await readHead(run.id, body)
    }
    return run.id
  }

  /** Returns the id of a report that a link can show. Throws `CONFLICT` before its end. */
  async function ensureShareable(userId: string, id: string): Promise<string> {
    const run = await getOwnRun(userId, id)
    if (run.input.kind === 'CA_ANALYSIS') return ensureParts(userId, id)
    return (await getFinished(userId, id)).run.id
  }

  return { getOwnRun, readBody, getFinished, readHead, ensureParts, ensureShareable }
}
