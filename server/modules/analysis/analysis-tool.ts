import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { getExamples } from '#server/intents/tool-phrases.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import { definePaidTool, type PaidTool } from '#server/modules/runs/paid-tool.ts'
import { registerAnalysisRoutes } from './analysis-routes.ts'
import { createAnalysis, type Analysis } from './analysis-service.ts'
import { ANALYSIS, type ReportShape } from './report-run.ts'
import { createDemoReport } from './demo-report.ts'
import type { ChatUse } from '#server/modules/runs/run.ts'
import type { AnalysisParts } from './analysis-work.ts'
import { createShareLinks } from '#server/modules/sharing/share-links.ts'
import { registerSharedReportRoutes } from './shared-report-routes.ts'
import { createAnalysisThreads } from '#server/modules/analysis/thread/analysis-threads.ts'
import { formatTable } from '#server/lib/text/markdown.ts'
import { createLastReportTool, createReportListTool } from './reading/report-tools.ts'
import { readStored } from './report-store.ts'
import { registerAlertRoutes } from './alerts/alert-routes.ts'
import { createAlertTools } from './alerts/alert-tools.ts'
import { createPricePollJob } from './alerts/price-poll-job.ts'
import { createPriceAlerts } from './alerts/price-alerts.ts'
import { createTradePollJob } from './watched/trade-poll-job.ts'
import { registerWatchedRoutes } from './watched/watched-routes.ts'
import { createWatchedTools } from './watched/watched-tools.ts'
import { createWatchedWallets } from './watched/watched-wallets.ts'

/** Time for computing and storing a report, after the time for reading. */
const GRACE_MS = 5 * MINUTE_MS

/** Analyses that run at once in one process. */
const CONCURRENCY = 4
const HEAP_MB = 1_024

type Parts = AnalysisParts & {
  watch: {
    /** Minutes between two polls of a watched wallet. */
    everyMinutes: number
    /** Wallets that one user may watch. */
    maxWallets: number
  }
  alerts: {
    /** Tokens whose price alerts are checked in one minute. */
    tokensPerRound: number
  }
}

export const createAnalysisTool = ({ demoMints, watch, alerts, ...parts }: Parts): PaidTool => {
  const runAnalysis = createAnalysisThreads(parts, { maxThreads: CONCURRENCY, heapMb: HEAP_MB })
  return definePaidTool<ReportShape>({
    kind: ANALYSIS,
    points: 1,
    concurrency: CONCURRENCY,
    words: { run: 'report', work: 'analysis' },
    ids: (id) => ({ report_id: id }),
    describe: ({ id, input: { kind, addresses }, counts }) => ({
      title: kind === 'CA_ANALYSIS' ? 'CA Analysis' : 'Wallet Finder',
      about:
        kind === 'CA_ANALYSIS'
          ? counts?.symbol || addresses.map(shortenAddress).join('')
          : `${addresses.length} tokens`,
      path: linkToReport(id),
    }),
    queuedEvent: () => ({
      type: 'progress',
      status: 'queued',
      progress: { stage: 'queued', message: 'Waiting', done: 0, total: null, percent: 0 },
      failure: null,
    }),
    endEvent: ({ status, failure }) => ({ type: status, status, progress: null, failure }),

    deadlineMs: parts.limits.maxMinutes * MINUTE_MS + GRACE_MS,
    progress: { everyMs: 250, isLatestOnly: true },
    work: runAnalysis,

    open: (runs, { db, jobs }) => {
      const demo = createDemoReport(db, {
        mint: demoMints[0] ?? null,
        make: (run, signal) => runAnalysis(run, { db, signal, reportProgress: () => undefined }),
      })
      const links = createShareLinks(db, { table: 'report_link', column: 'report_id' })
      const analysis = createAnalysis(runs, {
        db,
        rpc: parts.rpc,
        demo,
        links,
        demoMints: new Set(demoMints),
      })
      const watched = createWatchedWallets({
        db,
        rpc: parts.rpc,
        demo,
        maxWatched: watch.maxWallets,
        jobs,
      })
      const { rpc, price } = parts
      const priceAlerts = createPriceAlerts({ db, rpc, price })
      return {
        prepare: (signal) => demo.prepare(signal),
        routes: (app) => {
          registerAnalysisRoutes(app, analysis)
          registerSharedReportRoutes(app, { analysis, links })
          registerWatchedRoutes(app, watched)
          registerAlertRoutes(app, priceAlerts)
        },
        jobs: [
          createTradePollJob({ db, rpc, everyMinutes: watch.everyMinutes }),
          createPricePollJob({ db, rpc, price, ...alerts }),
        ],
        chat: createChatUse(analysis),
        freeTools: [
          createLastReportTool(analysis, { linkToReport, formatReport }),
          createReportListTool(analysis, { linkToReport }),
          ...createWatchedTools(watched),
          ...createAlertTools(priceAlerts),
        ],
      }
    },
  })
}

const createChatUse = (analysis: Analysis): ChatUse => ({
  name: 'ca_analysis',
  app: PRODUCT_APPS.caAnalysis,
  description:
    'Analyzes a contract address: finds the smart wallets that traded a token well, ranked by profit',
  inputSchema: {
    type: 'object',
    properties: {
      contract_address: {
        type: 'string',
        title: 'Token address',
        description: 'The contract address (CA) of the token',
        minLength: 32,
        maxLength: 44,
      },
    },
    required: ['contract_address'],
  },
  examples: getExamples('ca_analysis'),
  asks: { contract_address: 'Which token? Paste its address.' },
  aliases: ['analyse', 'analyze', 'ca'],
  isTrusted: true,
  buildPath: linkToReport,
  findEarlier: async (userId, { contract_address: address }) => {
    const report = await analysis.findReport(userId, String(address))
    const { title } = PRODUCT_APPS.caAnalysis
    return report && { path: linkToReport(report.id), title, at: report.madeAt.toISOString() }
  },
  start: (userId, { contract_address: address }, key) =>
    analysis.startCa(userId, { contract_address: String(address) }, key),
  // A chat starts no wallet finder, so the body is a CA report.
  renderText: (body) => formatReport(body),
  listTokens: (userId) => analysis.listTokens(userId),
  readPrice: async (userId, mint) => {
    const found = await analysis.readPrice(userId, mint)
    return found && { ...found.price, at: found.madeAt, path: linkToReport(found.id) }
  },
})

const linkToReport = (id: string): string => `${PRODUCT_APPS.caAnalysis.path}?report=${id}`

function formatReport(body: string, wanted?: number): string {
  const stored = readStored(body)
  if (stored === null) return ''
  const { mint, wallets, excluded, counts, coverage, token } = stored.head
  const head = `**CA Analysis** of ${token.symbol === null ? '' : `${token.symbol}, `}${mint}: ${wallets} wallets ranked, ${excluded} left out, ${counts.trades} trades.`
  const partial = coverage.complete ? '' : ' This token’s history is incomplete.'
  if (wallets === 0) return `${head}${partial}`
  const rows = stored.best
    .slice(0, wanted)
    .map(({ rank, address, score, pnl_sol: pnl }) => [
      String(rank ?? ''),
      address,
      score.toFixed(1),
      `${pnl.toFixed(3)} SOL`,
    ])
  const note = 'Open **CA Analysis** for the evidence of every number.'
  return `${head}${partial}\n\n${formatTable(['Rank', 'Wallet', 'Score', 'Profit'], rows)}\n\n${note}`
}
