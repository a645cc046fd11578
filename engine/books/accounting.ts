import { buildBookRows } from './book-rows.ts'
import { Books } from './books.ts'
import type { Position } from './position.ts'
import type { ValuedFlow } from './valued-flow.ts'

/** Returns the books of one wallet, or of several merged ones, from its flows in order. */
export function computeBooks(flows: readonly ValuedFlow[]): Position {
  const books = new Books()
  books.append(buildBookRows([flows]))
  return books.position(0)
}
