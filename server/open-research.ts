import { createGuardedFetch } from './clients/guarded-fetch.ts'
import { createLlm } from './clients/llm.ts'
import type { SolanaRpc } from './clients/solana-rpc.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { demoMints } from './local-chain/demo-market.ts'
import type { Metrics } from './metrics.ts'
import type { Ledger } from './modules/ledger/ledger-service.ts'
import { proseModel } from './modules/research/prose-model.ts'
import type { ResearchJobServices } from './modules/research/research-jobs.ts'
import { demoWorld, liveWorld } from './modules/research/research-world.ts'

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
