import type { ResearchParts } from '#server/modules/research/research-work.ts'
import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import { deriveDemoMints } from '#localnet/index.ts'
import { createDemoRegistry, createLiveRegistry } from '#server/modules/research/source-registry.ts'
import { createProseModel } from '#server/modules/research/digest/prose.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Metrics } from '#server/metrics.ts'
import { createAnalysisTool } from '#server/modules/analysis/analysis-tool.ts'
import { createResearchTool } from '#server/modules/research/research-tool.ts'
import type { PaidTool } from '#server/modules/runs/paid-tool.ts'

type Parts = {
  config: Config
  rpc: SolanaRpc
  price: SolPrice | null
  metrics: Pick<Metrics, 'countModelCall'>
  /** Empty unless the chain is embedded. */
  demoMints: readonly string[]
}

/** Returns every paid tool. Routes, jobs, refunds, chat tools, agent tools and the history come from this list. */
export const createPaidTools = ({ config, rpc, price, metrics, demoMints }: Parts): PaidTool[] => [
  createAnalysisTool({
    rpc,
    price,
    demoMints,
    limits: config.analysis,
    store: { maxMb: config.analysis.storeMb, isPastFixed: config.solana.rpcUrl !== null },
    watch: {
      everyMinutes: config.analysis.watchMinutes,
      maxWallets: config.limits.watchedWallets,
    },
    alerts: { tokensPerRound: config.analysis.alertTokens },
  }),
  createResearchTool(createResearchParts(config, { rpc, metrics })),
]

const createResearchParts = (
  { research, llm, outboundAllow }: Config,
  { rpc, metrics }: { rpc: SolanaRpc; metrics: Pick<Metrics, 'countModelCall'> },
): ResearchParts => {
  const node: Parameters<typeof createDemoRegistry>[0]['node'] = (method, params, options) =>
    rpc.call(method, params, { ...options, retries: 0 })
  const outside = createGuardedFetch({ allow: outboundAllow })
  const forUsers = createGuardedFetch({ allow: [] })
  const { searchUrl } = research
  return {
    registry:
      research.world === 'demo'
        ? createDemoRegistry({ node, outside, forUsers, searchUrl, demoMints: deriveDemoMints() })
        : createLiveRegistry({
            node,
            searchUrl,
            fetch: outside,
            forUsers,
            feeds: research.feeds,
            jupiterKey: research.jupiterKey,
          }),
    minSources: research.minSources,
    model:
      llm === null ? null : createProseModel(createLlm({ ...llm, onCall: metrics.countModelCall })),
  }
}
