import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Listed } from '#server/modules/analysis/store/history-page.ts'
import { pause } from '#server/lib/async/pause.ts'
import type { NodeLink } from './node-link.ts'

const PAGE = 1_000
/** A page below this ends the history. A longer one may lack entries that the node left out. */
const MIN_PAGE = PAGE / 2
/** A page that contradicts itself or the one before is asked for again this often. */
const RETRIES = 3
const PAUSE_MS = 500

type HistoryRpc = Pick<SolanaRpc, 'getSignaturesForAddress'>

export type HistoryReader = { link: NodeLink; rpc: HistoryRpc; signal: AbortSignal }

/** How the reading of a history ended. `stopped`: the reader asked to stop. */
export type HistoryEnd = 'all' | 'stopped' | 'contradiction'

/** The part to read: older than `before` and newer than the signature `until`. */
type Part = { before?: Pick<Listed, 'signature' | 'slot'> | undefined; until?: string | undefined }

/**
 * Reads a part of the history of an address, newest first, page by page. `onPage` returns false to stop. Returns `all`
 * when the part was read whole, and `contradiction` when the node kept sending pages that repeat transactions or rise
 * in slots.
 */
export async function readHistory(
  { link, rpc, signal }: HistoryReader,
  address: string,
  { before: from, until }: Part,
  onPage: (page: readonly Listed[], isLast: boolean) => boolean,
): Promise<HistoryEnd> {
  const seen = new Set<string>()
  let last = from
  for (let attempt = 0; ;) {
    const before = last?.signature
    const page = await link.ask('getSignaturesForAddress', (options) =>
      rpc.getSignaturesForAddress(address, { ...options, before, until, limit: PAGE }),
    )
    const listed = page.map(({ signature, slot, err, confirmationStatus }) => ({
      signature,
      slot,
      isFailed: err !== null && err !== undefined,
      isFinalized: confirmationStatus === 'finalized',
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
    const isLast = listed.length < MIN_PAGE
    if (!onPage(listed, isLast)) return 'stopped'
    if (isLast) return 'all'
  }
}

/** Returns true for a valid next page: no repeated signature, and no slot above the previous one. */
function continues(
  page: readonly Listed[],
  last: Pick<Listed, 'slot'> | undefined,
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
