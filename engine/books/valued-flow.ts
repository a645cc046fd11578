import type { Flow } from '#engine/scan/flow.ts'

/** Balances of a pool after a trade; `quoteLamports` is the quote side valued in lamports. */
export type Reserves = {
  tokens: bigint
  quote: bigint
  quoteMint: string
  quoteLamports: bigint
}

/** A flow with its quote valued in lamports at that slot; null when it cannot be valued. */
export type ValuedFlow = Flow & {
  /** Lamports that the wallet paid or received. */
  valueLamports: bigint | null
  /** Lamports on the pool's side of the trade, from which prices are read. */
  grossLamports: bigint | null
  /** Reserves of its pool after the trade; null when unknown. */
  reserves: Reserves | null
  /** Index of its transaction in the order of the window. */
  order: number
}
