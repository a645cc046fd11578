import * as z from 'zod/mini'
import { CaReport } from './analysis-report.ts'
import { endpoint } from './endpoint.ts'
import { IdParams } from './ids.ts'
import { listOf, PageQuery, statusEnvelope } from './lists.ts'
import { unchecked } from './unchecked.ts'
import { BIG_READ, CHANGE, READ } from './limits.ts'
import { named } from './named.ts'

const REPORT_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
const ReportStatus = named('ReportStatus', z.enum(REPORT_STATUSES))
export type ReportStatus = z.infer<typeof ReportStatus>

const ReportKind = named('ReportKind', z.enum(['CA_ANALYSIS', 'WALLET_FINDER']))
export type ReportKind = z.infer<typeof ReportKind>

/** Where a running analysis stands. `total` is null while it is not known yet. */
const Progress = named(
  'AnalysisProgress',
  z.object({
    stage: z.enum(['queued', 'enumerating', 'signatures', 'transactions', 'funders', 'analysing']),
    message: z.string(),
    done: z.number(),
    total: z.nullable(z.number()),
    percent: z.number(),
  }),
)
export type AnalysisProgress = z.infer<typeof Progress>

const ReportCounts = named(
  'ReportCounts',
  z.object({ wallets: z.number(), excluded: z.number(), trades: z.number() }),
)

/** A report as the history lists it. Times are ISO 8601. */
const ReportSummary = named(
  'ReportSummary',
  z.object({
    id: z.string(),
    report_id: z.string(),
    kind: ReportKind,
    status: ReportStatus,
    contract_address: z.nullable(z.string()),
    contract_addresses: z.array(z.string()),
    created_at: z.string(),
    finished_at: z.nullable(z.string()),
    /** Why it failed, for people. */
    failure: z.nullable(z.string()),
    is_refunded: z.boolean(),
    progress: z.nullable(Progress),
    counts: z.nullable(ReportCounts),
  }),
)
export type ReportSummary = z.infer<typeof ReportSummary>

/** What a wallet did in one of the mints asked for. */
const WalletHit = named(
  'WalletHit',
  z.object({
    mint: z.string(),
    rank: z.number(),
    score: z.number(),
    pnl_sol: z.number(),
    roi: z.nullable(z.number()),
    win_rate: z.nullable(z.number()),
    buys: z.number(),
    sells: z.number(),
    first_buy_slot: z.nullable(z.number()),
    evidence: z.array(z.object({ signature: z.string(), slot: z.number(), kind: z.string() })),
  }),
)

/** Wallets that were ranked in at least `min_hits` of the mints. */
export const WalletFinderReport = z.object({
  contract_addresses: z.array(z.string()),
  min_hits: z.number(),
  wallets: z.array(
    z.object({
      rank: z.number(),
      address: z.string(),
      score: z.number(),
      pnl_sol: z.number(),
      hits: z.array(WalletHit),
    }),
  ),
  mints: z.array(
    z.object({
      mint: z.string(),
      complete: z.boolean(),
      reasons: z.array(z.string()),
      wallets: z.number(),
      trades: z.number(),
    }),
  ),
  cost_points: z.literal(1),
  engine_version: z.string(),
})
export type WalletFinderReport = z.infer<typeof WalletFinderReport>

const Started = statusEnvelope(
  z.object({ id: z.string(), report_id: z.string(), status: ReportStatus }),
)

export const startCaAnalysis = endpoint({
  name: 'startCaAnalysis',
  method: 'POST',
  path: '/analysis/ca',
  summary: 'Analyze everyone who traded a token; one POINT, given back when it fails',
  status: 202,
  idempotent: true,
  limits: CHANGE,
  caps: ['runningJobs', 'unpaidStarts'],
  errors: [
    'INVALID_ADDRESS',
    'INSUFFICIENT_BALANCE',
    'ADDRESS_UNKNOWN',
    'NOT_A_MINT',
    'CHAIN_UNAVAILABLE',
  ],
  body: z.object({
    contract_address: unchecked({ type: 'string', description: 'The mint of a token' }),
  }),
  response: Started,
})

export const startWalletFinder = endpoint({
  name: 'startWalletFinder',
  method: 'POST',
  path: '/analysis/wallet-finder',
  summary: 'Find wallets that did well in several tokens; one POINT, given back when it fails',
  status: 202,
  idempotent: true,
  limits: CHANGE,
  caps: ['runningJobs', 'unpaidStarts'],
  errors: [
    'INVALID_ADDRESS',
    'INSUFFICIENT_BALANCE',
    'ADDRESS_UNKNOWN',
    'NOT_A_MINT',
    'CHAIN_UNAVAILABLE',
  ],
  body: z.object({
    contract_addresses: unchecked({
      type: 'array',
      items: { type: 'string' },
      minItems: 2,
      maxItems: 10,
      description: 'Different mints',
    }),
    min_hits: z.optional(
      unchecked({
        type: 'integer',
        minimum: 1,
        description: 'In how many of them a wallet must be ranked; 2 when left out',
      }),
    ),
  }),
  response: Started,
})

export const listReports = endpoint({
  name: 'listReports',
  method: 'GET',
  path: '/analysis/reports',
  summary: 'Reports of the caller, newest first',
  limits: READ,
  query: PageQuery,
  response: listOf(ReportSummary),
})

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/analysis/reports/{id}',
  summary: 'A report; `data.report` is its body once it is done',
  limits: READ,
  params: IdParams,
  /** The body, checked where it is made, stands under `report`; its fields stand beside the status as well. */
  response: statusEnvelope(
    z.looseObject({
      ...ReportSummary.shape,
      counts: z.nullable(z.looseObject(ReportCounts.shape)),
      report: z.nullable(z.looseObject({})),
    }),
  ),
})

export const deleteReport = endpoint({
  name: 'deleteReport',
  method: 'DELETE',
  path: '/analysis/reports/{id}',
  summary:
    'Cancel and refund a report that is not finished; take a finished one out of the history',
  limits: CHANGE,
  params: IdParams,
  response: z.object({}),
})

const AnalysisEvent = named(
  'AnalysisEvent',
  z.object({
    /** Rises by one with each event of a report; send the last as `Last-Event-ID` to go on from there. */
    seq: z.number(),
    type: z.enum(['progress', 'done', 'failed', 'cancelled']),
    status: ReportStatus,
    report_id: z.string(),
    progress: z.nullable(Progress),
    failure: z.nullable(z.string()),
  }),
)
export type AnalysisEvent = z.infer<typeof AnalysisEvent>

export const reportEvents = endpoint({
  name: 'reportEvents',
  method: 'GET',
  path: '/analysis/reports/{id}/events',
  summary: 'Live progress of a report; ends when it is finished',
  kind: 'events',
  limits: READ,
  params: IdParams,
  response: AnalysisEvent,
})

export const reportCsv = endpoint({
  name: 'reportCsv',
  method: 'GET',
  path: '/analysis/reports/{id}.csv',
  summary: 'Ranked and excluded wallets as a table',
  kind: 'file',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: IdParams,
  response: z.string(),
})

export const reportJson = endpoint({
  name: 'reportJson',
  method: 'GET',
  path: '/analysis/reports/{id}.json',
  summary: 'The whole report body',
  kind: 'file',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: IdParams,
  response: CaReport,
})
