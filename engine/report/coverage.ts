import type { Coverage } from '#contract/analysis/report.ts'
import { findFirstBreak, type Completeness } from '#engine/window/completeness.ts'
import type { Window } from '#engine/window/dataset.ts'

/** Maximum number of gaps in a report. */
const MAX_GAPS = 1_000

/** How the transactions were collected. */
export type Collection = {
  /** Number of signatures whose transaction no node returned. */
  missing: number
  /** Number of failed transactions, which are listed but not read because they moved no tokens. */
  failed?: number
  pages: number
  addresses: number
  /** True if a limit ended the collection early. */
  isTruncated: boolean
  /** Why the history may be incomplete, in sentences for people. */
  reasons: readonly string[]
}

/** Returns what was read, what is missing in it, and whether the history is complete. */
export function describeCoverage(
  collection: Collection,
  window: Window,
  { gaps, explained }: Completeness,
  pools: Coverage['pools'],
): Coverage {
  const { entries, creation, failed, ownerUnknown, flows } = window
  const unpriced = flows.filter(({ flags }) => flags.includes('unpriced')).length
  const unread = collection.failed ?? 0
  return {
    signatures: entries.length + collection.missing + unread,
    parsed: entries.length - failed,
    failed: failed + unread,
    missing: collection.missing,
    pages: collection.pages,
    addresses: collection.addresses,
    pools,
    window: {
      from_slot: entries[0]?.slot ?? null,
      to_slot: entries.at(-1)?.slot ?? null,
      from_time: entries[0]?.timeS ?? null,
      to_time: entries.at(-1)?.timeS ?? null,
    },
    creation: creation && { slot: creation.slot, sig: creation.signature },
    owner_unknown: ownerUnknown,
    unpriced,
    complete:
      creation !== null && !collection.isTruncated && collection.missing === 0 && gaps.length === 0,
    gaps: gaps.slice(0, MAX_GAPS).map(({ account, owner, fromSlot, toSlot, unexplained }) => ({
      account,
      owner,
      from_slot: fromSlot,
      to_slot: toSlot,
      unexplained_raw: unexplained.toString(),
    })),
    explained,
    reasons: [...collection.reasons, ...listReasons(collection, window, { gaps, unpriced })],
  }
}

/** Returns why the history may be incomplete, in sentences for people. */
function listReasons(
  { missing }: Collection,
  { creation, ownerUnknown }: Window,
  { gaps, unpriced }: Pick<Completeness, 'gaps'> & { unpriced: number },
): string[] {
  const reasons: string[] = []
  if (!creation) {
    reasons.push(
      'We can’t tell who bought first: the token’s creation is outside the history we read',
    )
  }
  if (missing > 0) {
    reasons.push(`${missing} transaction(s) could not be read`)
  }
  if (ownerUnknown > 0) {
    reasons.push(`${ownerUnknown} balance change(s) have no known owner`)
  }
  if (gaps.length > 0) {
    const accounts = new Set(gaps.map(({ account }) => account)).size
    reasons.push(
      `The balances of ${accounts} token account(s) do not connect: transactions are missing`,
    )
  }
  if (unpriced > 0) reasons.push(`${unpriced} trade(s) could not be valued in SOL`)
  return reasons
}

/**
 * Returns the last slot in which the order of the buyers is certain; null when the creation is out of reach. A gap
 * hides purchases from the balance before it on. A missing transaction without a gap may have been any purchase.
 */
export function findRankedUntil(
  collection: Collection,
  { creation }: Window,
  proof: Completeness,
): number | null {
  const isWhole = collection.missing === 0 && !collection.isTruncated
  return creation === null ? null : (findFirstBreak(proof) ?? (isWhole ? Infinity : null))
}
