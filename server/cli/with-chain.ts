import { existsSync } from 'node:fs'
import path from 'node:path'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import { runningServer } from '#server/boot/data-dir.ts'
import { openLocalChain } from '#server/boot/open-local-chain.ts'
import { assertNetwork } from '#server/boot/networks.ts'
import { startedServer } from './operator.ts'

/** One call to the node, which may be far away or busy. */
const RPC_TIMEOUT_MS = 30_000
const RPC_RETRIES = 3

/**
 * Gives `work` the chain that payments come by: the configured node, or the embedded chain, the running server's or
 * else started for as long as the command takes. Throws `ConfigError` when the node is away or another network's.
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
  // A command that holds the data directory itself stands there too.
  const isOwn = runningServer(config.dataDir)?.pid === process.pid
  const running = isOwn ? null : ((await startedServer(config.dataDir))?.rpcUrl ?? null)
  if (running !== null) return work(open(running))
  const dir = path.join(config.dataDir, 'chain')
  // Looking makes nothing: where there is no chain, there is an empty one.
  const chain = await openLocalChain({ dir: existsSync(dir) ? dir : undefined, port: 0 })
  try {
    return await work(open(chain.rpcUrl))
  } finally {
    await chain.stop()
  }
}
