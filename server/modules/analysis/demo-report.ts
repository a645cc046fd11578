import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE_VERSION } from '#engine/index.ts'
import type { Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { Run, RunResult } from '#server/modules/runs/run.ts'
import type { ReportInput, ReportShape } from './report-run.ts'

/** How long a reader waits for a report that is being made. */
const WAIT_MS = 5_000

type Row = {
  id: string
  mint: string
  counts: ReportShape['counts']
  madeAt: Date
}

type MakeReport = (
  run: { id: string; input: ReportInput },
  signal: AbortSignal,
) => Promise<RunResult<ReportShape>>

export type DemoReport = ReturnType<typeof createDemoReport>

/**
 * Creates the finished report that waits in every account of a localnet. One analysis makes it for all of them; no
 * ledger knows it.
 *
 * @param make analyzes the token and stores the report's parts under this id
 */
export function createDemoReport(
  db: Database,
  {
    mint,
    make,
  }: {
    /** Null on every other network: then there is no such report. */
    mint: string | null
    make: MakeReport
  },
) {
  let making: Promise<void> | null = null

  /** Returns the report as a run of this user; null when there is none, or the user has removed it. */
  async function find(userId: string): Promise<Run<ReportShape> | null> {
    if (mint === null) return null
    if (making) await Promise.race([making, sleep(WAIT_MS, undefined, { ref: false })])
    const [row] = await db.query<Row>(
      `select id, mint, counts, made_at as "madeAt" from demo_report where mint = $1 and body is not null
       and not exists (
         select 1 from demo_report_removed where report_id = demo_report.id and user_id = $2
       )`,
      [mint, userId],
    )
    if (row === undefined) return null
    return {
      id: row.id,
      userId,
      status: 'done',
      transferId: row.id,
      groupId: null,
      input: makeInput(row.mint),
      progress: null,
      counts: row.counts,
      failure: null,
      createdAt: row.madeAt,
      finishedAt: row.madeAt,
    }
  }

  return {
    /** Makes the report unless this version of the engine has made it before. */
    async prepare(signal: AbortSignal): Promise<void> {
      if (mint === null) return
      making ??= makeOnce(db, { address: mint, make }, signal)
      await making.finally(() => {
        making = null
      })
    },

    find,

    /** Returns the report if it has this id; else null. */
    async findOwn(userId: string, id: string): Promise<Run<ReportShape> | null> {
      const run = await find(userId)
      return run?.id === id ? run : null
    },

    async readBody(id: string): Promise<string | null> {
      const [row] = await db.query<{ body: string }>('select body from demo_report where id = $1', [
        id,
      ])
      return row?.body ?? null
    },

    /** Removes the report from the history of one user, for good. */
    async remove(userId: string, id: string): Promise<void> {
      await db.query(
        `insert into demo_report_removed (report_id, user_id) values ($1, $2)
         on conflict do nothing`,
        [id, userId],
      )
    },
  }
}

const makeInput = (mint: string): ReportInput => ({
  kind: 'CA_ANALYSIS',
  addresses: [mint],
  minHits: null,
})

/** Makes the report and stores it, unless this version of the engine has made it before. */
async function makeOnce(
  db: Database,
  { address, make }: { address: string; make: MakeReport },
  signal: AbortSignal,
): Promise<void> {
  // Insert the row first: the hourly purge deletes parts without a row.
  await db.query(
    `insert into demo_report (id, mint, engine_version) values ($1, $2, '')
     on conflict (mint) do nothing`,
    [uuidv7(), address],
  )
  const [row] = await db.query<{ id: string }>(
    'select id from demo_report where mint = $1 and engine_version <> $2',
    [address, ENGINE_VERSION],
  )
  if (row === undefined) return
  const { id } = row
  const { body, counts } = await make({ id, input: makeInput(address) }, signal)
  await db.query(
    `update demo_report set engine_version = $2, counts = $3::jsonb, body = $4, made_at = now()
     where id = $1`,
    [id, ENGINE_VERSION, JSON.stringify(counts), body],
  )
}
