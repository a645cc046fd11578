import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import { demoMints } from '#localnet/index.ts'
import type { Metrics } from '#server/metrics.ts'
import { proseModel } from '#server/modules/research/prose/prose-model.ts'
import type { ResearchParts } from '#server/modules/research/research-work.ts'
import { demoWorld, liveWorld } from '#server/modules/research/sources/source-registry.ts'

/** Returns the configured sources of Research, and the model when there is one. */
export const openResearch = (
  { research, llm, outboundAllow }: Config,
  { rpc, metrics }: { rpc: SolanaRpc; metrics: Pick<Metrics, 'modelCalled'> },
): ResearchParts => {
  const node: Parameters<typeof demoWorld>[0]['node'] = (method, params, options) =>
    rpc.call(method, params, { ...options, retries: 0 })
  return {
    world:
      research.world === 'demo'
        ? demoWorld({ node, demoMints: demoMints() })
        : liveWorld({
            node,
            fetch: createGuardedFetch({ allow: outboundAllow }),
            feeds: research.feeds,
            jupiterKey: research.jupiterKey,
          }),
    minSources: research.minSources,
    model: llm === null ? null : proseModel(createLlm({ ...llm, onCall: metrics.modelCalled })),
  }
}
