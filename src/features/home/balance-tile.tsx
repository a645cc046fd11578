import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatPoints, formatSol, solToPoints } from '#contract/money.ts'
import { PAYMENT_PATH } from '#contract/paths.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { LowBalance } from '#src/platform/top-up/low-balance.tsx'
import { buttonClass } from '#src/ui/form/button.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'

export const BalanceTile = () => {
  const wallet = browserStorage.get(STORAGE_KEYS.walletAddress)
  const { data, isPending } = useQuery(balanceQuery(wallet))
  const sol = data?.user_sol_balance
  const points = sol == null ? null : solToPoints(Number(sol))
  return (
    <div className="flex items-center justify-between gap-5 rounded-xl bg-surface py-3 pr-3 pl-5 shadow-low ring-1 ring-line @max-lg:w-full">
      <div>
        <p className="text-2xs font-medium text-ink-muted">Account balance</p>
        {isPending ? (
          <Skeleton className="mt-1 h-6 w-28" />
        ) : (
          <p className="tabular mt-0.5 text-lg leading-6 font-semibold tracking-snug text-ink">
            {formatSol(sol)} SOL
            {points !== null && (
              <span className="ml-2 text-ui font-normal text-ink-muted">
                {formatPoints(points)}
              </span>
            )}
          </p>
        )}
        {!isPending && <LowBalance sol={sol} />}
      </div>
      <Link to={PAYMENT_PATH} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        Recharge
      </Link>
    </div>
  )
}
