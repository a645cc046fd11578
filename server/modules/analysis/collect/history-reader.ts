import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { pause } from '#server/lib/pause.ts'
import type { NodeLink } from './node-link.ts'

const PAGE = 1_000
/** A page that contradicts itself or the one before is asked for again this often. */
const RETRIES = 3
const PAUSE_MS = 500

export type Listed = { signature: string; slot: number; isFailed: boolean }

type HistoryRpc = Pick<SolanaRpc, 'getSignaturesForAddress'>

/** How reading a history ended. */
export type HistoryEnd = 'start' | 'stopped' | 'contradiction'

/**
 * Reads the history of an address, newest first, page by page. `onPage` returns false to stop. Returns `start` when
 * the oldest transaction was reached, and `contradiction` when the node kept sending pages that repeat transactions
 * or rise in slots.
 */
export async function readHistory(
  { link, rpc, signal }: { link: NodeLink; rpc: HistoryRpc; signal: AbortSignal },
  address: string,
  onPage: (page: readonly Listed[]) => boolean,
): Promise<HistoryEnd> {
  const seen = new Set<string>()
  let last: Listed | undefined
  for (let attempt = 0; ;) {
    const before = last?.signature
    const page = await link.ask('getSignaturesForAddress', (options) =>
      rpc.getSignaturesForAddress(address, { ...options, before, limit: PAGE }),
    )
    const listed = page.map(({ signature, slot, err }) => ({
      signature,
      slot,
      isFailed: err !== null && err !== undefined,
    }))
    if (!continues(listed, last, seen)) {
      attempt += 1
      if (attempt > RETRIES) return 'contradiction'
      await pause(PAUSE_MS, signal)
      continue
    }
    attempt = 0
    for (const { signature } of listed) seen.add(signature)
    last = listed.at(-1) ?? last
    if (!onPage(listed)) return 'stopped'
    if (listed.length < PAGE) return 'start'
  }
}

/** Returns true if the page moves the cursor: nothing twice, and no slot above the one before it. */
function continues(
  page: readonly Listed[],
  last: Listed | undefined,
  seen: ReadonlySet<string>,
): boolean {
  const own = new Set<string>()
  let slot = last?.slot ?? Infinity
  for (const listed of page) {
    if (listed.slot > slot || seen.has(listed.signature) || own.has(listed.signature)) return false
    own.add(listed.signature)
    slot = listed.slot
  }
  return true
}
