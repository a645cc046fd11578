import { lamportsToSol } from '#contract/money.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'

const STEPS = 60
const DAY_SECONDS = 86_400

export async function balanceHistory(
  ledger: Pick<Ledger, 'balanceHistory'>,
  { userId, days }: { userId: string; days: number },
) {
  const stepSeconds = (days * DAY_SECONDS) / STEPS
  const { opening, steps } = await ledger.balanceHistory({ userId, stepSeconds, count: STEPS })
  return {
    success: true,
    data: steps.map(({ at, balance, credited, spent, refunded, granted }) => ({
      at: at.toISOString(),
      balance: lamportsToSol(balance),
      credited: lamportsToSol(credited),
      spent: lamportsToSol(spent),
      refunded: lamportsToSol(refunded),
      granted: lamportsToSol(granted),
    })),
    meta: { days, step_seconds: stepSeconds, opening_balance: lamportsToSol(opening) },
  }
}
