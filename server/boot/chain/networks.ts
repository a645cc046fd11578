import { getErrorMessage } from '#contract/error-message.ts'
import type { Network } from '#server/config-keys.ts'
import { ConfigError } from '#server/config.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'

/** Public clusters (docs.anza.xyz, "Clusters"). */
const GENESIS: Readonly<Record<string, Network>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}

/** Throws `ConfigError` if the node does not answer or serves another network. */
export const assertNetwork = async (
  rpc: Pick<SolanaRpc, 'getGenesisHash'>,
  { network, rpcUrl }: { network: Network; rpcUrl: string },
): Promise<void> => {
  const hash = await rpc.getGenesisHash().catch((cause: unknown) => {
    throw new ConfigError(
      'SOLANA_RPC_URL',
      `${new URL(rpcUrl).host} does not answer (${getErrorMessage(cause)})`,
    )
  })
  refuseOtherNetwork(hash, network)
}

/** Throws `ConfigError` when the genesis hash is another network's. */
export const refuseOtherNetwork = (hash: string, network: Network): void => {
  const actual = GENESIS[hash] ?? 'localnet'
  if (actual === network) return
  throw new ConfigError(
    'SOLANA_NETWORK',
    `is ${network}, but SOLANA_RPC_URL answers with the genesis hash of ${
      actual === 'localnet' ? `another chain (${hash})` : actual
    }`,
  )
}
