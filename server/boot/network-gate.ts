import { ConfigError, type Network } from '#server/config.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { refuseOtherNetwork } from './networks.ts'

export type NetworkGate = {
  /** A fetch for the node's calls: none is sent before the node has shown that it belongs to the right chain. */
  fetch: typeof globalThis.fetch
  /** The node's genesis hash. Throws `ConfigError` for another chain, else the failure of the node. */
  open(): Promise<string>
  /** Adds a test of the genesis hash for a node that has not answered yet. */
  addTest(test: (hash: string) => Promise<void>): void
}

/**
 * Keeps the calls to a node that was away at the start until it answers with the right genesis hash. Without this, a
 * payment could be looked for on the wrong chain. `onRefused` gets the first refusal.
 */
export function createNetworkGate({
  rpc,
  network,
  onRefused,
}: {
  /** Calls the node past the gate. */
  rpc: Pick<SolanaRpc, 'getGenesisHash'>
  network: Network
  onRefused: (error: ConfigError) => void
}): NetworkGate {
  const tests: ((hash: string) => Promise<void>)[] = []
  let opened: string | null = null
  let opening: Promise<string> | null = null
  let isRefusalKnown = false

  const check = async () => {
    const hash = await rpc.getGenesisHash()
    refuseOtherNetwork(hash, network)
    for (const test of tests) await test(hash)
    opened = hash
    return hash
  }
  const open = async () => {
    opening ??= check().finally(() => {
      opening = null
    })
    return opened ?? opening
  }
  return {
    open,
    addTest: (test) => {
      tests.push(test)
    },
    fetch: async (input, init) => {
      if (opened === null) {
        await open().catch((error: unknown) => {
          if (error instanceof ConfigError && !isRefusalKnown) {
            isRefusalKnown = true
            onRefused(error)
          }
          throw error
        })
      }
      return globalThis.fetch(input, init)
    },
  }
}
