import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { demoMints } from '#localnet/index.ts'
import type { Metrics } from '#server/metrics.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { proseModel } from '#server/modules/research/prose/prose-model.ts'
import type { ResearchJobServices } from '#server/modules/research/research-jobs.ts'
import { demoWorld, liveWorld } from '#server/modules/research/sources/source-registry.ts'

/** What researches are worked off with: the configured sources, and the model when there is one. */
export const openResearch = (
  { research, llm, outboundAllow }: Config,
  {
    db,
    ledger,
    rpc,
    metrics,
  }: { db: Database; ledger: Ledger; rpc: SolanaRpc; metrics: Pick<Metrics, 'modelCalled'> },
): ResearchJobServices => {
  const node: Parameters<typeof demoWorld>[0]['node'] = (method, params, options) =>
    rpc.call(method, params, { ...options, retries: 0 })
  return {
    db,
    ledger,
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
