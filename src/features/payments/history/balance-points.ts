import { lamportsToSol, solToLamports } from '#contract/money.ts'
import type { ChartPoint } from '#src/ui/area-path.ts'

type Moves = {
  readonly credited: number
  readonly spent: number
  readonly refunded?: number | undefined
  readonly granted?: number | undefined
}

/** SOL: money in, gifts, and what was spent after refunds. */
export type BalanceTotals = {
  readonly toppedUp: number
  readonly granted: number
  readonly spent: number
  readonly hasNothing: boolean
}

/** Sums up the changes. A refund reduces what was spent, and a gift is not a payment. */
export const sumBalance = (steps: readonly Moves[]): BalanceTotals => {
  // Sums of SOL as numbers are not exact.
  const sum = (pick: (step: Moves) => number | undefined) =>
    steps.reduce((total, step) => total + solToLamports(pick(step) ?? 0), 0n)
  const credited = sum((step) => step.credited)
  const refunded = sum((step) => step.refunded)
  const granted = sum((step) => step.granted)
  const spent = sum((step) => step.spent)
  return {
    toppedUp: lamportsToSol(credited - refunded - granted),
    granted: lamportsToSol(granted),
    spent: lamportsToSol(spent - refunded),
    hasNothing: credited === 0n && spent === 0n,
  }
}

type BalanceStep = { readonly endMs: number; readonly sol: number }

/**
 * Returns equal time steps as points in Unix milliseconds, with the level during each step. Starts one step before the
 * account first held something; empty if it never did.
 */
export const computeBalancePoints = (
  steps: readonly BalanceStep[],
  stepMs: number,
): ChartPoint[] => {
  const last = steps.at(-1)
  const firstHeld = steps.findIndex(({ sol }) => sol !== 0)
  if (last === undefined || firstHeld === -1) return []
  const shown = steps.slice(Math.max(0, firstHeld - 1))
  return [
    ...shown.map(({ endMs, sol }) => ({ time: endMs - stepMs, value: sol })),
    { time: last.endMs, value: last.sol },
  ]
}
