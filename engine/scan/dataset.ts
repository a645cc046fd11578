import { readBalances, type BalanceChanges } from './balances.ts'
import { balancesIn, type MintBalance } from './completeness.ts'
import type { ValuedFlow } from '#engine/books/accounting.ts'
import { reservesAfter, type Reserves } from '#engine/books/depth.ts'
import { otherLegs, PoolFinder, type KnownAddresses } from '#engine/trades/pools.ts'
import { isSeveralSwaps } from './several-swaps.ts'
import { QuoteTicks, type QuotePrices } from '#engine/trades/quote-prices.ts'
import { SolPriceTicks, solPrices, type SolPrices } from '#engine/trades/sol-price.ts'
import { flowsOfChanges, isTrade } from '#engine/trades/trades.ts'
import { lamportChange, signersOf, type TransactionFacts } from './facts.ts'

/**
 * A transaction and its index in the block; null when unknown. `tx` may be decoded at each access, so that a large
 * market fits into memory: read it once per loop and do not keep it.
 */
export type Evidence = { readonly tx: TransactionFacts; readonly index: number | null }

type Entry = Pick<TransactionFacts, 'signature' | 'slot' | 'timeS'> & {
  index: number | null
}

export type Creation = {
  slot: number
  order: number
  signature: string
  payer: string
  /** All signers of the creation, except the mint's own key. */
  creators: ReadonlySet<string>
}

/** A transaction in which both sides of a pool left one place and entered another. */
type LiquidityMove = { left: readonly string[]; entered: readonly string[] }

export type Window = {
  mint: string
  entries: readonly Entry[]
  balances: readonly MintBalance[]
  flows: readonly ValuedFlow[]
  reserves: ReadonlyMap<ValuedFlow, Reserves>
  known: KnownAddresses
  poolsFaced: ReadonlyMap<string, number>
  liquidityMoves: readonly LiquidityMove[]
  tippers: ReadonlyMap<string, readonly string[]>
  creation: Creation | null
  prices: SolPrices
  failed: number
  ownerUnknown: number
}

const NO_INDEX = Number.MAX_SAFE_INTEGER

/** Sorts by slot, index in the block, and signature, so that the order of the pages does not matter. */
function byPlace(a: Entry, b: Entry): number {
  const bySlot = a.slot - b.slot
  if (bySlot !== 0) return bySlot
  const byIndex = (a.index ?? NO_INDEX) - (b.index ?? NO_INDEX)
  if (byIndex !== 0) return byIndex
  return a.signature < b.signature ? -1 : 1
}

type Placed = { evidence: Evidence; entry: Entry }

/** Returns the transactions in order, each once. `accept` is called with each of them in any order. */
function inOrder(
  evidence: readonly Evidence[],
  accept: (tx: TransactionFacts) => boolean,
): Placed[] {
  const bySignature = new Map<string, Placed>()
  for (const item of evidence) {
    const { tx } = item
    if (!accept(tx)) continue
    const { signature, slot, timeS } = tx
    const known = bySignature.get(signature)
    if (known && (known.entry.index !== null || item.index === null)) continue
    bySignature.set(signature, {
      evidence: item,
      entry: { signature, slot, timeS, index: item.index },
    })
  }
  return [...bySignature.values()].toSorted((a, b) => byPlace(a.entry, b.entry))
}

type Options = {
  mint: string
  evidence: readonly Evidence[]
  accountPrograms: ReadonlyMap<string, string>
  priceEvidence?: readonly Evidence[]
  solUsd: number | null
}

/**
 * Reads the trades of a mint. The transactions are decoded three times and not kept in between: for their order and
 * signers, for the pools and prices, and for the trades, which need both.
 */
export function readWindow(options: Options): Window {
  const { mint, accountPrograms, priceEvidence = [], solUsd } = options
  const signers = new Set<string>()
  const placed = inOrder(options.evidence, (tx) => {
    if (!concerns(tx, mint)) return false
    for (const key of signersOf(tx)) signers.add(key)
    return true
  })

  const { pools, ticks, quoteTicks, ...seen } = survey(placed, mint, signers)
  for (const { evidence } of inOrder(priceEvidence, () => true)) {
    const changes = changesOf(evidence.tx)
    if (changes) ticks.note(changes)
  }
  const poolsFaced = pools.found()
  const known: KnownAddresses = { signers, pools: new Set(poolsFaced.keys()), accountPrograms }
  const prices = solPrices(ticks.inOrder(), solUsd)
  return {
    mint,
    entries: placed.map(({ entry }) => entry),
    ...seen,
    ...readTrades(placed, { mint, known, quotePrices: quoteTicks.prices(prices, known) }),
    known,
    poolsFaced,
    prices,
  }
}

function survey(placed: readonly Placed[], mint: string, signers: ReadonlySet<string>) {
  const pools = new PoolFinder(mint, signers)
  const ticks = new SolPriceTicks()
  const quoteTicks = new QuoteTicks(mint)
  const balances: MintBalance[] = []
  let failed = 0
  let creation: Creation | null = null
  for (const [order, { evidence }] of placed.entries()) {
    const { tx } = evidence
    balances.push(...balancesIn(tx, evidence.index, mint))
    if (tx.isFailed) failed++
    else creation ??= creationIn(tx, mint, order)
    const changes = changesOf(tx)
    if (!changes) continue
    pools.note(changes)
    ticks.note(changes)
    quoteTicks.note(changes)
  }
  return { pools, ticks, quoteTicks, balances, failed, creation }
}

function readTrades(
  placed: readonly Placed[],
  { mint, known, quotePrices }: { mint: string; known: KnownAddresses; quotePrices: QuotePrices },
): Pick<Window, 'flows' | 'reserves' | 'liquidityMoves' | 'tippers' | 'ownerUnknown'> {
  const lamportsOf = (quote: string | null, amount: bigint, slot: number): bigint | null =>
    quote === null ? null : quotePrices.toLamports(quote, amount, slot)

  const flows: ValuedFlow[] = []
  const reserves = new Map<ValuedFlow, Reserves>()
  const liquidityMoves: LiquidityMove[] = []
  const tippers = new Map<string, readonly string[]>()
  let ownerUnknown = 0
  for (const [order, { evidence }] of placed.entries()) {
    const changes = changesOf(evidence.tx)
    if (!changes) continue
    for (const { mint: moved, owner, before, after } of changes.accounts) {
      if (moved === mint && owner === null && before !== after) ownerUnknown++
    }
    const own = flowsOfChanges(changes, { mint, known }).map((flow) => {
      const valueLamports = lamportsOf(flow.quoteMint, flow.quoteNet, flow.slot)
      const grossLamports = lamportsOf(flow.grossMint, flow.quoteGross, flow.slot)
      return { ...flow, order, valueLamports, grossLamports }
    })
    for (const flow of own) {
      flows.push(flow)
      if (!isTrade(flow)) continue
      settleValue(flow)
      if (isSeveralSwaps(changes, flow)) flow.flags.push('multi')
      const after = reservesAfter(changes, flow, mint, quotePrices)
      if (after) reserves.set(flow, after)
    }
    const move = liquidityMoveIn(changes, mint)
    if (move) liquidityMoves.push(move)
    const paying = [...changes.owners.values()].filter(({ tip }) => tip > 0)
    const isForOthers = paying.some(({ address }) => own.some(({ owner }) => owner !== address))
    if (isForOthers)
      tippers.set(
        evidence.tx.signature,
        paying.map(({ address }) => address),
      )
  }
  return { flows, reserves, liquidityMoves, tippers, ownerUnknown }
}

const changesOf = (tx: TransactionFacts): BalanceChanges | null =>
  tx.isFailed ? null : readBalances(tx)

function liquidityMoveIn({ owners }: BalanceChanges, mint: string): LiquidityMove | null {
  const left: string[] = []
  const entered: string[] = []
  for (const change of owners.values()) {
    const moved = change.tokens.get(mint) ?? 0n
    if (moved === 0n) continue
    const legs = [...otherLegs(change, mint).values()]
    if (legs.length === 0 || !legs.every((leg) => leg > 0n === moved > 0n)) continue
    if (moved < 0n) left.push(change.address)
    else entered.push(change.address)
  }
  return left.length > 0 && entered.length > 0 ? { left, entered } : null
}

/** Values a trade by the side that has a price; without one, the trade is `unpriced`. */
function settleValue(flow: ValuedFlow): void {
  flow.valueLamports ??= flow.grossLamports
  if (flow.valueLamports !== null) {
    flow.flags = flow.flags.filter((flag) => flag !== 'unpriced')
  } else if (!flow.flags.includes('unpriced')) {
    flow.flags.push('unpriced')
  }
}

/** Returns true if the transaction names the mint. Other transactions of an address are not part of the window. */
function concerns({ balances, keys }: TransactionFacts, mint: string): boolean {
  return balances.some((balance) => balance.mint === mint) || keys.includes(mint)
}

function creationIn(tx: TransactionFacts, mint: string, order: number): Creation | null {
  const index = tx.keys.indexOf(mint)
  if (index < 0) return null
  const { before, delta } = lamportChange(tx, index)
  if (before !== 0 || delta <= 0) return null
  const creators = new Set(signersOf(tx))
  creators.delete(mint)
  return {
    slot: tx.slot,
    order,
    signature: tx.signature,
    payer: tx.keys[0] ?? '',
    creators,
  }
}
