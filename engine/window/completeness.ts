import { abs } from '#engine/trades/pools.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'

/** Tokens that an account gained or lost between two adjacent transactions of the window. */
type Gap = {
  account: string
  owner: string | null
  /** Slot of the last balance before the gap; null when the account was never seen before. */
  fromSlot: number | null
  /** Slot of the balance that contradicts it; null for the balance on the chain now. */
  toSlot: number | null
  /** Raw tokens that no transaction explains: positive if the account gained them. */
  unexplained: bigint
}

export type Completeness = {
  gaps: readonly Gap[]
  /** Share of the moved tokens that transactions explain, from 0 to 1. */
  explained: number
}

/** A balance of the mint in one account, before and after a transaction. */
export type MintBalance = {
  account: string
  owner: string | null
  slot: number
  before: bigint
  after: bigint
  /** True if the index in the block is known. */
  isPlaced: boolean
  isFailed: boolean
}

type Chain = { balance: bigint; slot: number | null; owner: string | null }

/**
 * Checks that no transaction of the mint is missing: each token account starts at 0, and the balance after one
 * transaction is the balance before the next. Returns the gaps by slot.
 *
 * @param evidence in order
 * @param balancesNow raw units by token account on the chain, which check the end too; null if not asked for
 */
export function proveComplete(
  mint: string,
  evidence: readonly { readonly tx: TransactionFacts; readonly index: number | null }[],
  balancesNow: ReadonlyMap<string, bigint> | null,
): Completeness {
  const balances = evidence.flatMap(({ tx, index }) => listBalances(tx, index, mint))
  return proveConnected(balances, balancesNow)
}

/** Returns the balances of the mint that a transaction names. */
export function listBalances(
  { keys, slot, isFailed, balances }: TransactionFacts,
  index: number | null,
  mint: string,
): MintBalance[] {
  const found: MintBalance[] = []
  for (const { index: key, mint: of, before, after, owner } of balances) {
    if (of !== mint) continue
    const account = keys[key] ?? ''
    found.push({ account, slot, before, after, owner, isPlaced: index !== null, isFailed })
  }
  return found
}

/** Checks the same as `proveComplete` from balances in order. */
export function proveConnected(
  balances: readonly MintBalance[],
  balancesNow: ReadonlyMap<string, bigint> | null,
): Completeness {
  const links = Map.groupBy(balances, ({ account }) => account)
  const gaps: Gap[] = []
  let seen = 0n
  let unseen = 0n
  const note = (account: string, chain: Chain, toSlot: number | null, balance: bigint): void => {
    const unexplained = balance - chain.balance
    if (unexplained === 0n) return
    gaps.push({ account, owner: chain.owner, fromSlot: chain.slot, toSlot, unexplained })
    unseen += abs(unexplained)
  }
  for (const [account, own] of links) {
    const chain: Chain = { balance: 0n, slot: null, owner: own[0]?.owner ?? null }
    for (const link of inChainOrder(own)) {
      note(account, chain, link.slot, link.before)
      seen += abs(link.after - link.before)
      chain.balance = link.after
      chain.slot = link.slot
      chain.owner = link.owner ?? chain.owner
    }
    const now = balancesNow === null ? undefined : (balancesNow.get(account) ?? 0n)
    if (now !== undefined) note(account, chain, null, now)
  }
  for (const [account, balance] of balancesNow ?? []) {
    const never = { balance: 0n, slot: null, owner: null }
    if (!links.has(account)) note(account, never, null, balance)
  }
  const all = seen + unseen
  return {
    gaps: gaps.toSorted(bySlot),
    explained: all === 0n ? 1 : Number((seen * 1_000_000n) / all) / 1e6,
  }
}

function bySlot(a: Gap, b: Gap): number {
  const slots = (a.toSlot ?? Infinity) - (b.toSlot ?? Infinity)
  return slots === 0 || Number.isNaN(slots) ? (a.account < b.account ? -1 : 1) : slots
}

/** Returns the links in order. Within a slot of unknown order, sorts them so that balances match. */
function inChainOrder(links: readonly MintBalance[]): readonly MintBalance[] {
  if (links.every(({ isPlaced }) => isPlaced)) return links
  const ordered: MintBalance[] = []
  for (let from = 0; from < links.length;) {
    const slot = links[from]?.slot
    let to = from
    while (links[to]?.slot === slot && to < links.length) to++
    const same = links.slice(from, to)
    from = to
    if (same.length < 2 || same.every(({ isPlaced }) => isPlaced)) {
      ordered.push(...same)
      continue
    }
    while (same.length > 0) {
      const balance = ordered.at(-1)?.after ?? 0n
      const fits = same.findIndex(({ before }) => before === balance)
      ordered.push(...same.splice(Math.max(0, fits), 1))
    }
  }
  return ordered
}

/** Returns the first slot at which something may be missing, or null. Everything up to it is known. */
export function findFirstBreak({ gaps }: Completeness): number | null {
  let first: number | null = null
  for (const { fromSlot } of gaps) first = Math.min(first ?? Infinity, fromSlot ?? 0)
  return first
}
