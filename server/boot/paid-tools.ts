import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Metrics } from '#server/metrics.ts'
import { analysisTool } from '#server/modules/analysis/analysis-tool.ts'
import { researchTool } from '#server/modules/research/research-tool.ts'
import type { PaidTool } from '#server/modules/runs/paid-tool.ts'
import { openResearch } from './open-research.ts'

type Parts = {
  config: Config
  rpc: SolanaRpc
  price: SolPrice | null
  metrics: Pick<Metrics, 'modelCalled'>
}

/**
 * Returns every paid tool of the product. Routes, jobs with their concurrency and refunds, chat tools and history all
 * come from this list, so a new tool is its own folder and one line here.
 */
export const paidTools = ({ config, rpc, price, metrics }: Parts): PaidTool[] => [
  analysisTool({ rpc, price, limits: config.analysis }),
  researchTool(openResearch(config, { rpc, metrics })),
]
