import type { FastifyInstance } from 'fastify'
import type { CaReport } from '#contract/analysis-report.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { errorLog, type Logger } from '#server/lib/logger.ts'
import { createAnalysis } from '#server/modules/analysis/analysis-service.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { builtinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import { table } from '#server/modules/chat/markdown.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import type { PaidWork } from '#server/modules/chat/tools/paid-tools.ts'
import type { ToolProvider } from '#server/modules/chat/tools/tool.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns } from '#server/modules/chat/turns/turns.ts'
import type { Metrics } from '#server/metrics.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { Research } from '#server/modules/research/research-service.ts'
import { researchText } from '#server/modules/research/research-text.ts'
import { sharedDigest } from '#server/modules/research/shared-digest.ts'

export type ChatParts = {
  db: Database
  ledger: Ledger
  rpc: SolanaRpc
  network: string
  price: SolPrice | null
  /** What turns may call besides the product's own: a later provider's tool never stands in for an earlier one's. */
  providers: readonly ToolProvider[]
  config: Pick<Config, 'appName' | 'llm' | 'chatPointsPerTurn' | 'limits'>
  research: Research
  /** Told when paid work has been put on record. */
  onEnqueued: () => void
  logger: Logger
  metrics: Pick<Metrics, 'modelCalled'>
}

const SHOWN_WALLETS = 10

/** Chats of this process, ready to be bound. */
export const openChats = (parts: ChatParts) => {
  const { db, ledger, rpc, network, price, config, metrics } = parts
  const clock = Date.now
  const onError = errorLog(parts.logger, 'background work of a chat failed')
  const paid = { analysis: analysisWork(parts), research: researchWork(parts.research) }
  const builtin = builtinTools({ rpc, ledger, network, price, paid, clock })
  const toolbox = createToolbox([builtin, ...parts.providers], onError)
  const { llm, appName } = config
  const readDigest = async (userId: string, id: string) =>
    sharedDigest(id, await parts.research.digest(userId, id))
  const turns = createTurns({
    db,
    ledger,
    toolbox,
    assistant: createAssistant({ db, clock, hasModel: llm !== null }),
    model:
      llm === null
        ? null
        : createModelEngine({
            db,
            clock,
            llm: createLlm({ ...llm, onCall: metrics.modelCalled }),
            appName,
          }),
    pointsPerTurn: config.chatPointsPerTurn,
    onError,
  })
  return (app: FastifyInstance) =>
    registerChatRoutes(app, { db, toolbox, turns, readDigest, caps: config.limits })
}

const isRunning = (status: string): boolean => status === 'queued' || status === 'running'

function analysisWork({ db, ledger, rpc, config, onEnqueued }: ChatParts): PaidWork {
  const analysis = createAnalysis({ db, ledger, rpc, caps: config.limits, onEnqueued })
  return {
    start: (userId, mint, key) => analysis.startCa(userId, { contract_address: mint }, key),
    read: async (userId, id) => {
      const { status, failure, report } = await analysis.read(userId, id)
      return {
        isFinished: !isRunning(status),
        failure,
        // The body of a finished report was written by the engine in this form.
        text: report === null ? null : reportText(report as CaReport),
      }
    },
  }
}

function researchWork(research: Research): PaidWork {
  return {
    start: (userId, query, key) => research.start(userId, { query, followUpTo: null }, key),
    read: async (userId, id) => {
      const { status, failure, digest } = await research.read(userId, id)
      const isReady = status === 'done' && digest !== null
      return {
        isFinished: !isRunning(status),
        failure,
        text: isReady ? researchText(digest) : null,
      }
    },
  }
}

function reportText({ mint, wallets, excluded, counts, coverage }: CaReport): string {
  const head = `**CA Analysis** of ${mint}: ${wallets.length} wallets ranked, ${excluded.length} left out, ${counts.trades} trades.`
  const partial = coverage.complete ? '' : ' The history in reach is not complete.'
  if (wallets.length === 0) return `${head}${partial}`
  const rows = wallets
    .slice(0, SHOWN_WALLETS)
    .map(({ rank, address, score, pnl_sol: pnl }) => [
      String(rank ?? ''),
      address,
      score.toFixed(1),
      `${pnl.toFixed(3)} SOL`,
    ])
  const note = 'Open **CA Analysis** for the evidence of every number.'
  return `${head}${partial}\n\n${table(['Rank', 'Wallet', 'Score', 'Profit'], rows)}\n\n${note}`
}
