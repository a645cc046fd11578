import { randomUUID } from 'node:crypto'

import type { AnalysisEvent, ReportKind, ReportSummary } from '#contract/analysis.ts'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/limits.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { followEvents, type EventLog } from '#server/jobs/job-events.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { sha256 } from '#server/lib/sha256.ts'
import { checkStart } from '#server/http/user-caps.ts'

import { lookUpMint, readAddress, readFinderRequest } from './analysis-request.ts'
import { ANALYSIS_JOB } from './analysis-jobs.ts'
import {
  abandonReport,
  appendEvent,
  eventsAfter,
  findOwnReport,
  findReportByTransfer,
  hasEnded,
  hideReport,
  insertReport,
  listOwnReports,
  readBody,
  type ReportRow,
} from './report-repository.ts'

export type AnalysisServices = {
  db: Database
  ledger: Pick<Ledger, 'charge' | 'refund' | 'markConsumption'>
  rpc: SolanaRpc
  caps?: LimitSettings
  /** Told when work has been put on record, so that a worker in this process need not wait for its next look. */
  onEnqueued?: () => void
}

/** How often a reader of live progress looks for news; any process may be writing it. */
const EVENT_POLL_MS = 200
const JOB_ATTEMPTS = 3

type Started = { id: string; report_id: string; status: 'queued' }
type Request = {
  userId: string
  kind: ReportKind
  addresses: readonly string[]
  minHits: number | null
  /** The caller's `Idempotency-Key`; absent, every call is a query of its own. */
  idempotencyKey: string | undefined
}

/** Paid analyses: starting, following, reading and giving them back. */
export function createAnalysis(services: AnalysisServices) {
  const { db, ledger, rpc, caps = DEFAULT_LIMITS, onEnqueued } = services

  /** Charge, report and job are one transaction: a POINT is never taken without the work being on record. */
  async function start(request: Request): Promise<Started> {
    const { userId, kind, addresses, minHits, idempotencyKey } = request
    const id = uuidv7()
    const reportId = await db.transaction(async (tx) => {
      const charge = await ledger.charge(
        {
          userId,
          lamports: LAMPORTS_PER_POINT,
          idempotencyKey: `${kind}:${sha256(idempotencyKey ?? randomUUID())}`,
          requestHash: sha256(JSON.stringify({ addresses, minHits })),
          consumption: { type: kind, description: describe(kind, addresses), featureId: id },
        },
        tx,
      )
      if (!charge.ok) {
        throw charge.reason === 'insufficient_balance'
          ? new AppError(
              'INSUFFICIENT_BALANCE',
              'One query costs 1 POINT (0.01 SOL): please top up',
            )
          : new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another query')
      }
      if (charge.replayed) {
        const earlier = await findReportByTransfer(tx, charge.transferId)
        if (earlier) return earlier.id
      }
      await checkStart(tx, userId, caps)
      await insertReport(tx, {
        id,
        userId,
        kind,
        addresses,
        minHits,
        transferId: charge.transferId,
      })
      const queued = {
        stage: 'queued',
        message: 'Waiting',
        done: 0,
        total: null,
        percent: 0,
      } as const
      await appendEvent(tx, id, {
        type: 'progress',
        status: 'queued',
        progress: queued,
        failure: null,
      })
      await enqueueJob(tx, {
        kind: ANALYSIS_JOB,
        payload: { reportId: id },
        dedupeKey: id,
        maxAttempts: JOB_ATTEMPTS,
      })
      return id
    })
    onEnqueued?.()
    return { id: reportId, report_id: reportId, status: 'queued' }
  }

  async function own(userId: string, id: string): Promise<ReportRow> {
    const row = isUuid(id) ? await findOwnReport(db, userId, id) : undefined
    if (!row) throw new AppError('NOT_FOUND', 'There is no such report')
    return row
  }

  async function bodyOf(userId: string, id: string): Promise<{ row: ReportRow; body: string }> {
    const row = await own(userId, id)
    const body = row.status === 'done' ? await readBody(db, row.id) : null
    if (body === null) throw new AppError('CONFLICT', 'This report is not finished')
    return { row, body }
  }

  return {
    async startCa(
      userId: string,
      body: { contract_address?: unknown },
      idempotencyKey: string | undefined,
    ): Promise<Started> {
      const address = readAddress(body.contract_address)
      await lookUpMint(rpc, address)
      return start({
        userId,
        kind: 'CA_ANALYSIS',
        addresses: [address],
        minHits: null,
        idempotencyKey,
      })
    },

    async startFinder(
      userId: string,
      body: { contract_addresses?: unknown; min_hits?: unknown },
      idempotencyKey: string | undefined,
    ): Promise<Started> {
      const { addresses, minHits } = readFinderRequest(body)
      await Promise.all(addresses.map((address) => lookUpMint(rpc, address)))
      return start({ userId, kind: 'WALLET_FINDER', addresses, minHits, idempotencyKey })
    },

    async list(
      userId: string,
      page: { offset: number; limit: number },
    ): Promise<Page<ReportSummary>> {
      const found = await listOwnReports(db, { userId, ...page })
      return { ...found, rows: found.rows.map(summaryOf) }
    },

    /** The report's body stands under `report`, and its fields beside the status as well. */
    async read(userId: string, id: string) {
      const row = await own(userId, id)
      const body = row.status === 'done' ? await readBody(db, row.id) : null
      const report = body === null ? null : (JSON.parse(body) as { counts?: object })
      const summary = summaryOf(row)
      // A CA report counts more of its window than the history shows.
      const counts = summary.counts === null ? null : { ...report?.counts, ...summary.counts }
      return { ...report, ...summary, counts, report }
    },

    bodyOf,

    /** Cancels and refunds what has not ended; takes what has ended out of the history. */
    async remove(userId: string, id: string): Promise<void> {
      const row = await own(userId, id)
      const isCancelled = await db.transaction(async (tx) => {
        const end = { status: 'cancelled', failure: null } as const
        if (!(await abandonReport(tx, row.id, end))) return false
        await ledger.refund({ transferId: row.transferId, reason: 'cancelled by the user' }, tx)
        await appendEvent(tx, row.id, { type: 'cancelled', ...end, progress: null })
        return true
      })
      if (!isCancelled) await hideReport(db, userId, row.id)
    },

    /** Events after `seq`, then live ones until the report has ended or the reader has gone. */
    async follow(userId: string, id: string, seq: number, signal: AbortSignal) {
      const row = await own(userId, id)
      const log: EventLog<AnalysisEvent> = {
        after: (from) => eventsAfter(db, row.id, from),
        isLast: ({ type }) => type !== 'progress',
        hasEnded: (from) => hasEnded(db, row.id, from),
        pollMs: EVENT_POLL_MS,
      }
      return followEvents(log, seq, signal)
    },
  }
}

function summaryOf(row: ReportRow): ReportSummary {
  return {
    id: row.id,
    report_id: row.id,
    kind: row.kind,
    status: row.status,
    contract_address: row.kind === 'CA_ANALYSIS' ? (row.addresses[0] ?? null) : null,
    contract_addresses: row.addresses,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    failure: row.failure,
    is_refunded: row.status === 'failed' || row.status === 'cancelled',
    progress: row.progress,
    counts: row.counts,
  }
}

function describe(kind: ReportKind, addresses: readonly string[]): string {
  const short = addresses.map((address) => `${address.slice(0, 4)}…${address.slice(-4)}`)
  return kind === 'CA_ANALYSIS'
    ? `CA Analysis of ${short[0]}`
    : `Wallet Finder over ${short.length} tokens: ${short.join(', ')}`
}
