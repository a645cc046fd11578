import path from 'node:path'
import { getErrorMessage } from '#contract/error-message.ts'
import {
  createSolanaRpc,
  type SolanaRpc,
  type SolanaRpcSettings,
} from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Network } from '#server/config-keys.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { listDemoTokens, ensureDemoMarket, type NamedToken } from '#localnet/index.ts'
import { openLocalChain } from './open-local-chain.ts'
import { fund } from './prepare-localnet.ts'
import { createNetworkGate } from './network-gate.ts'
import type { Secrets } from '#server/boot/storage/secrets.ts'
import { deriveAddress } from '#solana/keys.ts'

export type Chain = {
  readonly rpc: SolanaRpc
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly network: Network
  /** Address of the treasury's wallet. */
  readonly receiver: string
  /** Tokens of the demo market, the main one first; none on a real cluster. */
  readonly demoTokens: readonly NamedToken[]
  readonly isEmbedded: boolean
  /** Null if the node has not answered yet. */
  readonly genesisHash: string | null
  /** Adds a check of the genesis hash, for a node that answers later. */
  testLater(test: (hash: string) => Promise<void>): void
  stop(): Promise<void>
}

const RPC_TIMEOUT_MS = 4_000
const RPC_RETRIES = 2
/** A treasury needs its rent (890,880 lamports) before a payment arrives. */
const TREASURY_LAMPORTS = 1_000_000_000n

type OnCall = NonNullable<SolanaRpcSettings['onCall']>

/** Connects to the configured cluster, or starts the embedded chain with its treasury and demo market. */
export const openChain = (config: Config, secrets: Secrets, onCall: OnCall): Promise<Chain> => {
  const { rpcUrl } = config.solana
  return rpcUrl === null
    ? startLocalnet(config, secrets, onCall)
    : connectToCluster(config, rpcUrl, onCall)
}

/** Creates a client whose calls wait until the node at `url` has proved its chain. `node` calls without waiting. */
export const createGatedRpc = ({
  url,
  network,
  onCall,
  onRefused,
}: {
  url: string
  network: Network
  onCall: OnCall
  onRefused: (error: ConfigError) => void
}) => {
  const settings = { url, timeoutMs: RPC_TIMEOUT_MS, retries: RPC_RETRIES, onCall }
  const node = createSolanaRpc(settings)
  const gate = createNetworkGate({ rpc: node, network, onRefused })
  return { node, gate, rpc: createSolanaRpc({ ...settings, fetch: gate.fetch }) }
}

const connectToCluster = async (config: Config, rpcUrl: string, onCall: OnCall): Promise<Chain> => {
  const { network } = config.solana
  const onRefused = (error: ConfigError) => warn(`${error.message}. Payments are off.`)
  const { rpc, gate } = createGatedRpc({ url: rpcUrl, network, onCall, onRefused })
  const genesisHash = await gate.open().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    warn(
      `SOLANA_RPC_URL: ${new URL(rpcUrl).host} does not answer (${getErrorMessage(error)}). Starting without it; payments wait until it does.`,
    )
    return null
  })
  return {
    rpc,
    rpcUrl,
    wsUrl: rpcUrl.replace(/^http/, 'ws'),
    network,
    receiver: config.receiverWallet ?? '',
    demoTokens: [],
    isEmbedded: false,
    genesisHash,
    testLater: (test) => gate.addTest(test),
    stop: async () => undefined,
  }
}

const startLocalnet = async (config: Config, secrets: Secrets, onCall: OnCall): Promise<Chain> => {
  const { network, localPort } = config.solana
  const chain = await openLocalChain({ dir: path.join(config.dataDir, 'chain'), port: localPort })
  try {
    const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: RPC_TIMEOUT_MS, onCall })
    const receiver = config.receiverWallet ?? deriveAddress(secrets.treasurySeed)
    await seedLocalnet(chain.rpcUrl, rpc, receiver)
    return {
      rpc,
      rpcUrl: chain.rpcUrl,
      wsUrl: chain.wsUrl,
      network,
      receiver,
      demoTokens: listDemoTokens(),
      isEmbedded: true,
      genesisHash: chain.genesisHash,
      testLater: () => undefined,
      stop: () => chain.stop(),
    }
  } catch (error) {
    await chain.stop()
    throw error
  }
}

const warn = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Funds the treasury and creates the demo market. Idempotent. */
const seedLocalnet = async (rpcUrl: string, rpc: SolanaRpc, receiver: string): Promise<void> => {
  if ((await rpc.getBalance(receiver)) === 0n) await fund(rpcUrl, receiver, TREASURY_LAMPORTS)
  await ensureDemoMarket(rpc, { endTime: Math.floor(Date.now() / 1000) })
}
