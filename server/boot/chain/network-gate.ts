import { ConfigError, type Network } from '#server/config.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { refuseOtherNetwork } from './networks.ts'

export type NetworkGate = {
  /** A fetch for the node's calls: none is sent before the node has shown that it belongs to the right chain. */
  fetch: typeof globalThis.fetch
  /** The node's genesis hash. Throws `ConfigError` for another chain, else the failure of the node. */
  open(): Promise<string>
  /** Adds a test of the genesis hash that every later call waits for. */
  addTest(test: (hash: string) => Promise<void>): void
}

/** A node may be replaced without an outage that anyone sees. */
const RECHECK_MS = 600_000
const SERVER_ERROR = 500

/**
 * Keeps calls from a node until it answers with the right genesis hash: first at the start, then after every failure,
 * because another node may answer under the same address. Without this, a payment could be looked for on the wrong chain.
 * `onRefused` gets the first refusal of each run of refusals.
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
      await orAborted(open(), init?.signal).catch((error: unknown) => {
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

/** The work's outcome, or the reason of the signal if that is aborted first. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (signal === null || signal === undefined) return work
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
