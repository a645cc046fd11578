import type { TransactionFacts } from '#engine/index.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { randomFrom } from '#tests/support/seeded-random.ts'

export function withNoise(
  transactions: readonly TransactionFacts[],
  share: number,
): TransactionFacts[] {
  const random = randomFrom(1)
  return transactions.map((tx) => {
    const factor = 1 + share * (random(2 ** 20) / 2 ** 19 - 1)
    return {
      ...tx,
      lamports: tx.lamports.map((change) => {
        const isRent = change.before === 0 || change.before + change.delta === 0
        return isRent ? change : { ...change, delta: Math.round(change.delta * factor) }
      }),
      balances: tx.balances.map((balance) => {
        if (balance.mint !== WSOL_MINT) return balance
        const delta = Math.round(Number(balance.after - balance.before) * factor)
        return { ...balance, after: balance.before + BigInt(delta) }
      }),
    }
  })
}

export function rankCorrelation(ranked: readonly string[], again: readonly string[]): number {
  const placeAgain = new Map(again.map((address, place) => [address, place]))
  const places = ranked.flatMap((address) => placeAgain.get(address) ?? [])
  let agreeing = 0
  for (const [at, place] of places.entries()) {
    for (let next = at + 1; next < places.length; next++) {
      agreeing += (places[next] ?? 0) > place ? 1 : -1
    }
  }
  return agreeing / ((places.length * (places.length - 1)) / 2)
}
