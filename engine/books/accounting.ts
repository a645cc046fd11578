import type { Flow } from '#engine/scan/flow.ts'

import { buildBookRows } from './book-rows.ts'
import { Books } from './books.ts'
import type { Position } from './position.ts'

/** A flow with its quote valued in lamports at that slot; null when it cannot be valued. */
export type ValuedFlow = Flow & {
  valueLamports: bigint | null
  /** The pool's side of the trade. Prices are read from it. */
  grossLamports: bigint | null
  order: number
}

export function accountFor(flows: readonly ValuedFlow[]): Position {
  const books = new Books()
  books.append(buildBookRows([flows]))
  return books.position(0)
}
