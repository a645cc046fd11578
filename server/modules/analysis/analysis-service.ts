import type { AddressFacts } from '#contract/analysis/analysis.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import {
  createReportAccess,
  type ReportAccess,
} from '#server/modules/analysis/reading/report-access.ts'
import { createReportHistory } from '#server/modules/analysis/reading/report-history.ts'
import { createNewestReports } from '#server/modules/analysis/reading/newest-reports.ts'
import {
  createReportExport,
  createReportReader,
} from '#server/modules/analysis/reading/report-reader.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import {
  lookUpAddress,
  lookUpMint,
  lookUpOneOfSeveral,
  readAddress,
  readFinderRequest,
} from './analysis-request.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import type { DemoReport } from './demo-report.ts'
import type { ShareLinks } from '#server/modules/sharing/share-links.ts'
import type { ReportInput, ReportShape } from './report-run.ts'

type AnalysisOptions = {
  db: Database
  rpc: SolanaRpc
  demo: DemoReport
  links: ShareLinks
  demoMints: ReadonlySet<string>
}

export type Analysis = ReturnType<typeof createAnalysis>

/** Creates the service for reports. Its methods throw `NOT_FOUND` for a report of another user. */
export function createAnalysis(
  runs: Runs<ReportShape>,
  { db, rpc, demo, links, demoMints }: AnalysisOptions,
) {
  const access = createReportAccess(runs, { db, demo })
  const { summarize, ...history } = createReportHistory(runs, { demo, demoMints })

  const start = (userId: string, input: ReportInput, idempotencyKey: string | undefined) => {
    const { kind, addresses, minHits } = input
    return runs.start({
      userId,
      input,
      consumption: { type: kind, description: describe(input) },
      idempotencyKey,
      keyScope: kind,
      identity: { addresses, minHits },
    })
  }

  return {
    ...history,
    ...createReportReader(access, { db, summarize }),
    ...createReportExport(access, db),

    async startCa(
      userId: string,
      body: { contract_address?: unknown },
      idempotencyKey: string | undefined,
    ) {
      const address = readAddress(body.contract_address)
      await lookUpMint(rpc, address)
      const input = { kind: 'CA_ANALYSIS', addresses: [address], minHits: null } as const
      return start(userId, input, idempotencyKey)
    },

    async startFinder(
      userId: string,
      body: { contract_addresses?: unknown; min_hits?: unknown },
      idempotencyKey: string | undefined,
    ) {
      const { addresses, minHits } = readFinderRequest(body)
      await Promise.all(addresses.map((address) => lookUpOneOfSeveral(rpc, address)))
      return start(userId, { kind: 'WALLET_FINDER', addresses, minHits }, idempotencyKey)
    },

    ...createTokenLookup(access, rpc, createNewestReports(db, demo)),

    async findLinkTime(userId: string, id: string): Promise<string | null> {
      const run = await access.getOwnRun(userId, id)
      return links.findCreatedAt(userId, run.id)
    },

    async createLink(userId: string, id: string) {
      return links.create(userId, await access.ensureShareable(userId, id))
    },

    async deleteLink(userId: string, id: string): Promise<void> {
      const run = await access.getOwnRun(userId, id)
      await links.delete(userId, run.id)
    },

    async remove(userId: string, id: string): Promise<void> {
      const waiting = await demo.findOwn(userId, id)
      await (waiting === null ? runs.remove(userId, id) : demo.remove(userId, waiting.id))
      await links.delete(userId, id)
    },

    follow: runs.follow,
  }
}

/** Creates the calls about a token: its name, and figures from the user's newest report of it. */
function createTokenLookup(
  access: ReportAccess,
  rpc: SolanaRpc,
  listNewest: ReturnType<typeof createNewestReports>,
) {
  /** Returns the user's newest report of a token; null without one. */
  const findReport = async (userId: string, mint: string) =>
    (await listNewest(userId)).find((each) => each.mint === mint) ?? null

  return {
    findReport,

    readBody: async (userId: string, id: string): Promise<string> =>
      (await access.getFinished(userId, id)).body,

    /** Returns the user's newest finished report of a token, or null. */
    findLastReport: async (userId: string) => (await listNewest(userId))[0] ?? null,

    async lookUp(userId: string, given: string): Promise<AddressFacts> {
      const facts = await lookUpAddress(rpc, given)
      const last = facts.kind === 'token' ? await findReport(userId, facts.address) : null
      return {
        ...facts,
        last_report: last ? { report_id: last.id, made_at: last.madeAt.toISOString() } : null,
      }
    },

    /** Returns the price in the user's newest report of a token; null without a report. */
    async readPrice(userId: string, mint: string) {
      const last = await findReport(userId, mint)
      if (last === null) return null
      const { run, body } = await access.getFinished(userId, last.id)
      const { price } = await access.readHead(run.id, body)
      return { id: last.id, madeAt: last.madeAt, price: { sol: price.sol, usd: price.usd } }
    },
  }
}

function describe({ kind, addresses }: ReportInput): string {
  const short = addresses.map(shortenAddress)
  return kind === 'CA_ANALYSIS'
    ? `CA Analysis of ${short[0]}`
    : `Wallet Finder over ${short.length} tokens: ${short.join(', ')}`
}
