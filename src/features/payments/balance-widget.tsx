import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatPoints, POINTS_PER_SOL, solToPoints } from '#contract/money.ts'
import { balanceHistory } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { LowBalance } from '#src/platform/top-up/low-balance.tsx'
import { Card } from '#src/ui/card.tsx'
import { LoadFailure } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { sumBalance } from './history/balance-points.ts'

const DAYS = 7

/** Shows the balance and the spending of a week, reloaded whenever the balance changes. */
export const BalanceWidget = ({ onRecharge }: { onRecharge: () => void }) => {
  const query = useQuery(balanceQuery(null))
  const sol = query.data?.user_sol_balance ?? null
  const { data: spent } = useQuery({
    queryKey: ['balance-history', DAYS, sol],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(balanceHistory, { query: { days: DAYS }, signal })
      // Refunds of older charges can exceed the week's own charges.
      return Math.max(0, Math.round(sumBalance(data).spent * POINTS_PER_SOL))
    },
    enabled: sol !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Card
      title="Balance"
      aside={
        <Button size="sm" onClick={onRecharge}>
          Recharge
        </Button>
      }
    >
      {query.isPending && <Skeleton className="h-12 w-32" />}
      <LoadFailure query={query}>We couldn’t load your balance.</LoadFailure>
      {sol !== null && (
        <>
          <p className="tabular text-xl font-semibold tracking-snug">
            {formatPoints(solToPoints(Number(sol)))}
          </p>
          {spent !== undefined && (
            <p className="tabular text-ui text-ink-muted">
              {formatPoints(spent)} spent in {DAYS} days
            </p>
          )}
          <LowBalance sol={sol} />
        </>
      )}
    </Card>
  )
}
