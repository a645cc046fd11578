import type { FlowKind } from '#engine/scan/flow.ts'

import type { ValuedFlow } from './valued-flow.ts'
import { fromBigInt, low } from './double-length.ts'

/** The effect of a row on a position. The codes are only used in columns. */
export const BUY = 0
export const SELL = 1
export const RECEIVE = 2
export const SEND = 3
export const BURN = 4
export const DEPOSIT = 5
const WITHDRAW = 6
/** Added to the kind when an amount of the row needs double length. */
export const WIDE = 8

const CODES: Record<FlowKind, number> = {
  BUY,
  SELL,
  TRANSFER_IN: RECEIVE,
  FEE_IN: RECEIVE,
  MINT: RECEIVE,
  TRANSFER_OUT: SEND,
  FEE_OUT: SEND,
  BURN,
  LP_ADD: DEPOSIT,
  LP_REMOVE: WITHDRAW,
}

/** Flows as columns, in order. Columns named `…Rest` hold what a double cannot of the column before. */
export type BookRows = {
  length: number
  /** Number of the wallet, from 0. */
  wallet: Uint32Array
  /** One of the codes above, plus `WIDE` where a column `…Rest` is not 0. */
  kind: Uint8Array
  /** Raw units. */
  tokens: Float64Array
  tokensRest: Float64Array
  /** Tokens that the chain shows before the flow. */
  held: Float64Array
  heldRest: Float64Array
  /** Lamports; NaN when the flow cannot be valued. */
  value: Float64Array
  valueRest: Float64Array
  fee: Float64Array
  tip: Float64Array
  rent: Float64Array
  slot: Float64Array
  /** Unix seconds; NaN when unknown. */
  timeS: Float64Array
}

export function createBookRows(length: number): BookRows {
  const column = () => new Float64Array(length)
  return {
    length,
    wallet: new Uint32Array(length),
    kind: new Uint8Array(length),
    tokens: column(),
    tokensRest: column(),
    held: column(),
    heldRest: column(),
    value: column(),
    valueRest: column(),
    fee: column(),
    tip: column(),
    rent: column(),
    slot: column(),
    timeS: column(),
  }
}

/** Returns the flows of each wallet as columns. Wallets are numbered in this order. */
export function buildBookRows(wallets: readonly (readonly ValuedFlow[])[]): BookRows {
  const rows = createBookRows(wallets.reduce((sum, { length }) => sum + length, 0))
  let row = 0
  for (const [wallet, flows] of wallets.entries()) {
    for (const flow of flows) setRow(rows, row++, wallet, flow)
  }
  return rows
}

export function setRow(rows: BookRows, row: number, wallet: number, flow: ValuedFlow): void {
  rows.wallet[row] = wallet
  rows.tokens[row] = fromBigInt(flow.tokens)
  rows.tokensRest[row] = low[0] ?? 0
  rows.held[row] = fromBigInt(flow.heldBefore)
  rows.heldRest[row] = low[0] ?? 0
  rows.value[row] = flow.valueLamports === null ? NaN : fromBigInt(flow.valueLamports)
  rows.valueRest[row] = flow.valueLamports === null ? 0 : (low[0] ?? 0)
  const isWide = rows.tokensRest[row] !== 0 || rows.heldRest[row] !== 0 || rows.valueRest[row] !== 0
  rows.kind[row] = CODES[flow.kind] + (isWide ? WIDE : 0)
  rows.fee[row] = Number(flow.feeLamports)
  rows.tip[row] = Number(flow.tipLamports)
  rows.rent[row] = Number(flow.rentLamports)
  rows.slot[row] = flow.slot
  rows.timeS[row] = flow.timeS ?? NaN
}
