import type { Queryable } from '#server/db/database.ts'
import { readTotals, type Totals } from './balance-totals.ts'

/** The movements within one step and the balance after it, in lamports. `at` is the end of the step. */
type BalanceStep = { at: Date; balance: bigint } & Totals
/** `opening`: lamports before the first step. `steps`: oldest first. */
export type BalanceHistory = { opening: bigint; steps: BalanceStep[] }

const NOTHING: Totals = { credited: 0n, spent: 0n, refunded: 0n, granted: 0n }

/** Returns the last `count` steps up to now. The last step ends with the current balance. */
export async function readBalanceHistory(
  q: Queryable,
  { userId, stepSeconds, count }: { userId: string; stepSeconds: number; count: number },
): Promise<BalanceHistory> {
  const {
    balance: balanceNow,
    at,
    steps: totals,
  } = await readTotals(q, { userId, stepSeconds, count })
  const steps: BalanceStep[] = []
  // Counts back from the current balance, so the last step equals it.
  let balance = balanceNow
  for (let index = count; index > 0; index -= 1) {
    const moved = difference(totals[index] ?? NOTHING, totals[index - 1] ?? NOTHING)
    const end = new Date(at.getTime() - (count - index) * stepSeconds * 1_000)
    steps.push({ at: end, balance, ...moved })
    balance += moved.spent - moved.credited
  }
  return { opening: balance, steps: steps.toReversed() }
}

const difference = (end: Totals, start: Totals): Totals => ({
  credited: end.credited - start.credited,
  spent: end.spent - start.spent,
  refunded: end.refunded - start.refunded,
  granted: end.granted - start.granted,
})
