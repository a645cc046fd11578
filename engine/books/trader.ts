import { accountFor, type Position, type ValuedFlow } from './accounting.ts'
import { isTrade } from '#engine/trades/trades.ts'

/** One wallet of the window with its books. */
export type Trader = {
  address: string
  flows: readonly ValuedFlow[]
  position: Position
  boughtTokens: bigint
  firstBuy: ValuedFlow | null
  hasTrades: boolean
}

/** Returns every wallet whose balance of the mint changed, in order of appearance. */
export function tradersOf(flows: readonly ValuedFlow[]): Trader[] {
  const byOwner = new Map<string, ValuedFlow[]>()
  for (const flow of flows) {
    const own = byOwner.get(flow.owner)
    if (own) own.push(flow)
    else byOwner.set(flow.owner, [flow])
  }
  return [...byOwner].map(([address, own]) => {
    const position = accountFor(own)
    return {
      address,
      flows: own,
      position,
      boughtTokens: position.boughtTokens,
      firstBuy: own.find(({ kind }) => kind === 'BUY') ?? null,
      hasTrades: own.some(isTrade),
    }
  })
}

/** Returns the median holding time of the sold tokens; null when nothing bought was sold. */
export function medianHoldSeconds({ holds }: Position): number | null {
  const sorted = holds.toSorted((a, b) => a.seconds - b.seconds)
  const total = sorted.reduce((sum, { tokens }) => sum + tokens, 0n)
  let passed = 0n
  for (const { tokens, seconds } of sorted) {
    passed += tokens
    if (passed * 2n >= total) return seconds
  }
  return null
}

/** Returns the holding time weighted by tokens. */
export function meanHoldSeconds({ holds }: Position): number | null {
  let tokens = 0n
  let tokenSeconds = 0n
  for (const hold of holds) {
    tokens += hold.tokens
    tokenSeconds += hold.tokens * BigInt(Math.round(hold.seconds * 1000))
  }
  return tokens === 0n ? null : Number((tokenSeconds * 1000n) / tokens) / 1_000_000
}
