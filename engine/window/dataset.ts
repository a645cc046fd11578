import type { ValuedFlow } from '#engine/books/accounting.ts'
import type { Reserves } from '#engine/books/depth.ts'
import type { KnownAddresses } from '#engine/trades/pools.ts'
import type { SolPrices } from '#engine/trades/sol-price.ts'
import type { MintBalance } from './completeness.ts'
import type { TransactionFacts } from '#engine/scan/facts.ts'

/**
 * A transaction and its index in the block; null when unknown. `tx` may be decoded at each access, so that a large
 * market fits into memory: read it once per loop and do not keep it.
 */
export type Evidence = { readonly tx: TransactionFacts; readonly index: number | null }

export type Entry = Pick<TransactionFacts, 'signature' | 'slot' | 'timeS'> & {
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
export type LiquidityMove = { left: readonly string[]; entered: readonly string[] }

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
