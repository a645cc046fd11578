import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { KnownAddresses } from '#engine/trades/pools.ts'
import type { SolPrices } from '#engine/trades/sol-price.ts'
import type { MintBalance } from './completeness.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'

/**
 * A transaction and its index in the block; null when unknown. `tx` may be decoded at each access, so that a large
 * market fits into memory: read it once per loop and do not keep it.
 */
export type Evidence = { readonly tx: TransactionFacts; readonly index: number | null }

/** A transaction in the order of the window. `index` is its position in the block; null when unknown. */
export type Entry = Pick<TransactionFacts, 'signature' | 'slot' | 'timeS'> & {
  index: number | null
}

/** The transaction that created the mint. `payer` paid its fee. */
export type Creation = {
  slot: number
  order: number
  signature: string
  payer: string
  /** All signers of the creation, except the mint's own key. */
  creators: ReadonlySet<string>
}

/** A transaction that moved both sides of a pool from one place to another. */
export type LiquidityMove = { left: readonly string[]; entered: readonly string[] }

/** Everything read from the transactions of one mint, in order and valued. */
export type Window = {
  mint: string
  entries: readonly Entry[]
  balances: readonly MintBalance[]
  flows: readonly ValuedFlow[]
  known: KnownAddresses
  /** By pool, the number of parties that traded against it. */
  poolsFaced: ReadonlyMap<string, number>
  liquidityMoves: readonly LiquidityMove[]
  /** By signature, who paid a tip for the trade of another wallet. */
  tippers: ReadonlyMap<string, readonly string[]>
  /** Null if the creation is outside the window. */
  creation: Creation | null
  prices: SolPrices
  /** Number of failed transactions. */
  failed: number
  /** Number of balance changes in accounts without a known owner. */
  ownerUnknown: number
}
