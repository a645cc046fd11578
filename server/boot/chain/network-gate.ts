import type { Network } from '#server/config-keys.ts'
import { ConfigError } from '#server/config.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { untilAborted } from '#server/lib/async/until-aborted.ts'
import { refuseOtherNetwork } from './networks.ts'

export type NetworkGate = {
  /** A fetch that waits until the node has proved its chain. */
  fetch: typeof globalThis.fetch
  /** Returns the genesis hash. Throws `ConfigError` for another chain, else the node's failure. */
  open(): Promise<string>
  /** Adds a check of the genesis hash that later calls wait for. */
  addTest(test: (hash: string) => Promise<void>): void
}

/** How often the chain is checked again, because a node may be replaced without a visible outage. */
const RECHECK_MS = 600_000
const SERVER_ERROR = 500

/**
 * Blocks calls to a node until it answers with the right genesis hash: at the start and after every failure, because
 * another node may answer under the same address, and payments must not be looked for on the wrong chain. `onRefused`
 * gets the first of several refusals.
 */
export function createNetworkGate({
  rpc,
  network,
  onRefused,
}: {
  /** Calls the node directly, without this gate. */
  rpc: Pick<SolanaRpc, 'getGenesisHash'>
  network: Network
  onRefused: (error: ConfigError) => void
}): NetworkGate {
  const tests: ((hash: string) => Promise<void>)[] = []
  let opened: { hash: string; at: number } | null = null
  let opening: Promise<string> | null = null
  let isRefusalKnown = false

  const check = async () => {
    const testsBefore = tests.length
    const hash = await rpc.getGenesisHash()
    refuseOtherNetwork(hash, network)
    for (const test of tests) await test(hash)
    if (tests.length === testsBefore) opened = { hash, at: performance.now() }
    isRefusalKnown = false
    return hash
  }
  const open = async () => {
    if (opened !== null && performance.now() - opened.at < RECHECK_MS) return opened.hash
    opening ??= check().finally(() => {
      opening = null
    })
    return opening
  }
  const close = () => {
    opened = null
  }
  return {
    open,
    addTest: (test) => {
      tests.push(test)
      close()
    },
    fetch: async (input, init) => {
      const signal = init?.signal
      await (signal ? untilAborted(open(), signal) : open()).catch((error: unknown) => {
        if (error instanceof ConfigError && !isRefusalKnown) {
          isRefusalKnown = true
          onRefused(error)
        }
        throw error
      })
      try {
        const response = await globalThis.fetch(input, init)
        if (response.status >= SERVER_ERROR) close()
        return response
      } catch (error) {
        close()
        throw error
      }
    },
  }
}
