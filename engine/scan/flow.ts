import type { FLOW_KINDS } from '#contract/analysis/report.ts'

export type FlowKind = (typeof FLOW_KINDS)[number]

export type FlowFlag =
  /** Worth less than `DUST_LAMPORTS` or `DUST_STABLE`. */
  | 'dust'
  /** The fee payer paid for the purchase of another wallet. */
  | 'funded'
  /** Filled by a keeper out of an escrow; the cost is the pool's side. */
  | 'order_fill'
  /** The wallet's and the pool's side differ by more than a tenth. */
  | 'quote_conflict'
  /** No pool's move confirms the price. */
  | 'no_pool'
  /** Several swaps of one owner, netted. */
  | 'multi'
  /** Bought or sold for another token; valued by the pool's own quote. */
  | 'token_route'
  /** Received less than was sent: the mint charges a transfer fee. */
  | 'token_tax'
  /** A balance of the mint without a recorded owner changed in the transaction. */
  | 'owner_unknown'
  /** Neither side has a price in SOL, so the trade is left out of the books. */
  | 'unpriced'
  /** One payment covers several tokens; valued by the pool's side. */
  | 'shared_quote'

/** The effect of one transaction on one owner's balance of one mint. Amounts are raw, unsigned; 0: nothing moved. */
export type Flow = {
  signature: string
  slot: number
  timeS: number | null
  owner: string
  mint: string
  kind: FlowKind
  tokens: bigint
  /** Tokens held before, in the accounts that the transaction names. */
  heldBefore: bigint
  /** Mint in which the wallet paid or was paid; null for moves without a price. */
  quoteMint: string | null
  /** Amount that left or reached the wallet. */
  quoteNet: bigint
  /** Mint of the pool's side. It can differ from `quoteMint` in a route. */
  grossMint: string | null
  /** Amount that the pool received or paid. */
  quoteGross: bigint
  /** Tokens withheld by the mint's transfer fee. */
  taxedTokens: bigint
  feeLamports: bigint
  tipLamports: bigint
  rentLamports: bigint
  isSigner: boolean
  payer: string
  /** The pool with the largest share; null if none was seen. */
  pool: string | null
  flags: FlowFlag[]
}
