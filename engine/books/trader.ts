import { isTrade } from '#engine/trades/trades.ts'

import type { ValuedFlow } from './valued-flow.ts'
import { buildBookRows } from './book-rows.ts'
import { Books } from './books.ts'
import type { Position } from './position.ts'

/** A wallet of the window with its flows, in order, and its books. */
export type Trader = {
  address: string
  flows: readonly ValuedFlow[]
  position: Position
  boughtTokens: bigint
  firstBuy: ValuedFlow | null
  hasTrades: boolean
}

/** Returns the owners of the flows with their books, in order of their first flow. */
export function buildTraders(flows: readonly ValuedFlow[]): Trader[] {
  const wallets = [...Map.groupBy(flows, ({ owner }) => owner)]
  const books = new Books()
  books.append(buildBookRows(wallets.map(([, own]) => own)))
  return wallets.map(([address, own], wallet) => buildTrader(address, own, books.position(wallet)))
}

/** Returns a trader from its flows in order and their books. */
export function buildTrader(
  address: string,
  flows: readonly ValuedFlow[],
  position: Position,
): Trader {
  return {
    address,
    flows,
    position,
    boughtTokens: position.boughtTokens,
    firstBuy: flows.find(({ kind }) => kind === 'BUY') ?? null,
    hasTrades: flows.some(isTrade),
  }
}
