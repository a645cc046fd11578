import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, GET_ONE, Id } from '#contract/endpoint/ids.ts'
import { GET_PAGE, listOf, statusEnvelope } from '#contract/endpoint/lists.ts'
import { withFallback } from '#contract/endpoint/lenient.ts'
import { BIG_READ } from '#contract/endpoint/limits.ts'
import { named, namedObject, unchecked } from '#contract/endpoint/described.ts'
import {
  RUN_EVENT_MEMBERS,
  RUN_EVENTS,
  RUN_MEMBERS,
  RUN_START,
  RunStatus,
} from '#contract/endpoint/paid-run.ts'
import { MAX_FINDER_MINTS } from './finder.ts'

const ReportKind = named('ReportKind', z.enum(['CA_ANALYSIS', 'WALLET_FINDER']))
export type ReportKind = z.infer<typeof ReportKind>

/** A first ranking from the part of the history read so far. It changes until the report is done. */
const Provisional = namedObject('ProvisionalRanking', {
  /** Share of the listed transactions that has been read, from 0 to 1. */
  share: z.number(),
  /** The best wallets, best first. Scores are from 0 to 100. */
  wallets: z.array(
    z.object({ rank: z.number(), address: z.string(), score: z.number(), pnl_sol: z.number() }),
  ),
})
export type ProvisionalRanking = z.infer<typeof Provisional>

/** Progress of a running analysis: `done` of `total` steps of the stage; `total` is null until it is known. */
const Progress = namedObject('AnalysisProgress', {
  stage: z.enum(['queued', 'enumerating', 'signatures', 'transactions', 'funders', 'analysing']),
  message: z.string(),
  done: z.number(),
  total: z.nullable(z.number()),
  /** Of the whole analysis, from 0 to 99. Never falls. */
  percent: z.number(),
  /** Absent until enough is read, and while several tokens are analyzed. */
  provisional: z.optional(Provisional),
})
export type AnalysisProgress = z.infer<typeof Progress>

/** `wallets` are the ranked ones. */
const ReportCounts = namedObject('ReportCounts', {
  wallets: z.number(),
  excluded: z.number(),
  trades: z.number(),
})

/** A history entry. Times are ISO 8601. */
const ReportSummary = namedObject('ReportSummary', {
  ...RUN_MEMBERS,
  report_id: z.string(),
  kind: ReportKind,
  /** The mint of a CA report; null for a Wallet Finder report. */
  contract_address: z.nullable(z.string()),
  contract_addresses: z.array(z.string()),
  /** Null once the report is finished. */
  progress: z.nullable(Progress),
  /** Null until the report is done. */
  counts: z.nullable(ReportCounts),
  /** Of the token; null until the report is done, and for a token without a name. */
  name: z.optional(z.nullable(z.string())),
  symbol: z.optional(z.nullable(z.string())),
  /** Of a Wallet Finder report, one for each address; absent until it is done. */
  symbols: z.optional(z.array(z.nullable(z.string()))),
  /** True if every mint belongs to the generated demo market. */
  is_demo: z.optional(z.boolean()),
})
export type ReportSummary = z.infer<typeof ReportSummary>

const START = {
  ...RUN_START,
  errors: [
    'INVALID_ADDRESS',
    'INSUFFICIENT_BALANCE',
    'ADDRESS_UNKNOWN',
    'NOT_A_MINT',
    'CHAIN_UNAVAILABLE',
  ],
  response: statusEnvelope(z.object({ id: z.string(), report_id: z.string(), status: RunStatus })),
} as const

export const startCaAnalysis = endpoint({
  name: 'startCaAnalysis',
  path: '/analysis/ca',
  summary: 'Analyze everyone who traded a token; one POINT, given back when it fails',
  ...START,
  body: z.object({
    contract_address: unchecked({ type: 'string', description: 'The mint of a token' }),
  }),
})

export const startWalletFinder = endpoint({
  name: 'startWalletFinder',
  path: '/analysis/wallet-finder',
  summary: 'Find wallets that did well in several tokens; one POINT, given back when it fails',
  ...START,
  body: z.object({
    contract_addresses: unchecked({
      type: 'array',
      items: { type: 'string' },
      minItems: 2,
      maxItems: MAX_FINDER_MINTS,
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
})

/** Kind of an address, looked up before an analysis is paid. */
const AddressFacts = namedObject('AddressFacts', {
  address: z.string(),
  /** `unknown` if the chain has no account at the address. */
  kind: z.enum(['token', 'wallet', 'other', 'unknown']),
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  /** The caller's newest report of the token. */
  last_report: withFallback(
    z.nullable(z.object({ report_id: z.string(), made_at: z.string() })),
    null,
  ),
})
export type AddressFacts = z.infer<typeof AddressFacts>

export const lookUpAddress = endpoint({
  name: 'lookUpAddress',
  path: '/analysis/address',
  summary: 'Say whether an address is a token, and which',
  limits: BIG_READ,
  errors: ['INVALID_ADDRESS', 'CHAIN_UNAVAILABLE'],
  query: z.object({ address: Id }),
  response: statusEnvelope(AddressFacts),
})

export const listReports = endpoint({
  name: 'listReports',
  path: '/analysis/reports',
  summary: 'Reports of the caller, newest first',
  ...GET_PAGE,
  response: listOf(ReportSummary),
})

export const getReport = endpoint({
  name: 'getReport',
  path: '/analysis/reports/{id}',
  summary:
    'Status and progress of a report; once it is done, also its summary: of a CA report all but the wallets',
  ...GET_ONE,
  /** Once done, the members of `ReportHead` or `WalletFinderReport` are beside the summary. */
  response: statusEnvelope(
    z.looseObject({
      ...ReportSummary.shape,
      counts: z.nullable(z.looseObject(ReportCounts.shape)),
    }),
  ),
})

export const deleteReport = endpoint({
  name: 'deleteReport',
  path: '/analysis/reports/{id}',
  summary:
    'Cancel and refund a report that is not finished; take a finished one out of the history',
  ...DELETE_ONE,
  response: z.object({}),
})

const AnalysisEvent = namedObject('AnalysisEvent', {
  ...RUN_EVENT_MEMBERS,
  type: z.enum(['progress', 'done', 'failed', 'cancelled']),
  report_id: z.string(),
  progress: z.nullable(Progress),
})
export type AnalysisEvent = z.infer<typeof AnalysisEvent>

export const reportEvents = endpoint({
  name: 'reportEvents',
  path: '/analysis/reports/{id}/events',
  summary: 'Live progress of a report; ends when it is finished',
  ...RUN_EVENTS,
  response: AnalysisEvent,
})
