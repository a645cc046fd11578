import { existsSync } from 'node:fs'
import path from 'node:path'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import { findRunningServer } from '#server/boot/storage/data-dir.ts'
import { openLocalChain } from '#server/boot/chain/open-local-chain.ts'
import { assertNetwork } from '#server/boot/chain/networks.ts'
import { waitForServer } from '#server/cli/operator.ts'

const RPC_TIMEOUT_MS = 30_000
const RPC_RETRIES = 3

/**
 * Runs `work` with the chain of payments: the configured node, the running server's embedded chain, or the embedded
 * chain started for this command. Throws `ConfigError` if the node is unavailable or belongs to another network.
 */
export async function withChain<Result>(
  config: Config,
  work: (rpc: SolanaRpc) => Promise<Result>,
): Promise<Result> {
  const { rpcUrl, network } = config.solana
  const open = (url: string) =>
    createSolanaRpc({ url, timeoutMs: RPC_TIMEOUT_MS, retries: RPC_RETRIES })
  if (rpcUrl !== null) {
    await assertNetwork(open(rpcUrl), { network, rpcUrl })
    return work(open(rpcUrl))
  }
  // A command that locked the data directory is registered there itself.
  const isOwn = findRunningServer(config.dataDir)?.pid === process.pid
  const running = isOwn ? null : ((await waitForServer(config.dataDir))?.rpcUrl ?? null)
  if (running !== null) return work(open(running))
  const dir = path.join(config.dataDir, 'chain')
  // Without a chain, use an empty one; a check must not create files.
  const chain = await openLocalChain({ dir: existsSync(dir) ? dir : undefined, port: 0 })
  try {
    return await work(open(chain.rpcUrl))
  } finally {
    await chain.stop()
  }
}
