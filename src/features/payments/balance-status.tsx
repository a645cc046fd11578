import { useQuery } from '@tanstack/react-query'
import Coins from 'lucide-react/icons/coins'
import { useEffect, useState } from 'react'
import { formatNumber } from '#contract/numbers.ts'
import { LAMPORTS_PER_POINT, formatSol, solToLamports, formatPoints } from '#contract/money.ts'
import { consumptionHistory, type ConsumptionRecord } from '#contract/payments.ts'
import { cn } from '#src/lib/cn.ts'
import { formatDate } from '#src/lib/dates.ts'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { getConsumptionTypeLabel } from './history/record-labels.ts'
import { statusPartClass } from '#src/ui/status-part.ts'

/** Charges by other tabs, agents and topics appear within this time. */
const REFRESH_MS = 15_000
const CHANGE_SHOWN_MS = 4_000
const RECENT_CHARGES = 4

const formatSigned = (points: bigint): string =>
  `${points > 0n ? '+' : '−'}${formatNumber(points < 0n ? -points : points)}`

/** Returns the last change of a balance for a few seconds after it happened, else null. */
const useChange = (points: bigint | null): bigint | null => {
  const [seen, setSeen] = useState(points)
  const [change, setChange] = useState<bigint | null>(null)
  if (points !== seen) {
    setSeen(points)
    setChange(points === null || seen === null ? null : points - seen)
  }
  useEffect(() => {
    if (change === null) return undefined
    const timer = setTimeout(() => setChange(null), CHANGE_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [change])
  return change
}

const Charge = ({ record }: { record: ConsumptionRecord }) => {
  const points = solToLamports(Number(record.amount ?? 0)) / LAMPORTS_PER_POINT
  const isRefunded = record.status === 'REFUNDED'
  return (
    <li className="flex items-baseline justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <span className="block truncate">
          {record.description || getConsumptionTypeLabel(record.consumption_type)}
        </span>
        <span className="text-xs text-ink-muted">
          {formatDate(record.created_at ?? '', 'day and clock')}
        </span>
      </span>
      <span className="tabular shrink-0 text-right">
        {isRefunded ? <span className="text-positive">Refunded</span> : formatSigned(-points)}
      </span>
    </li>
  )
}

const RecentCharges = () => {
  const { data, isPending, isError } = useQuery({
    queryKey: ['consumption-history', 'recent'],
    queryFn: ({ signal }) =>
      api.call(consumptionHistory, {
        query: { offset: 0, limit: RECENT_CHARGES },
        signal,
      }),
    staleTime: 0,
  })
  if (isPending) return <Skeleton className="h-16 w-full" />
  if (isError) return <p className="text-ink-muted">We couldn’t load your charges.</p>
  if (data.data.length === 0) return <p className="text-ink-muted">No charges yet.</p>
  return (
    <ul className="divide-y">
      {data.data.map((record) => (
        <Charge key={`${record.id}-${record.created_at}`} record={record} />
      ))}
    </ul>
  )
}

export const BalanceStatus = ({ onRecharge }: { onRecharge: () => void }) => {
  const [isOpen, setIsOpen] = useState(false)
  const username = useAuth((state) => state.user?.username)
  const { data } = useQuery({ ...balanceQuery(null), refetchInterval: REFRESH_MS })
  const sol = data?.user_sol_balance
  const points = sol == null ? null : solToLamports(Number(sol)) / LAMPORTS_PER_POINT
  const change = useChange(points)
  const isLow = points === 0n
  return (
    <>
      <Popover
        title="Balance"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button
            variant="plain"
            data-balance=""
            aria-label={points === null ? 'Balance' : `Balance: ${formatPoints(points)}`}
            className={statusPartClass()}
          >
            <Coins size={15} className={isLow ? 'text-warning' : undefined} />
            <span className={cn('tabular', change !== null && 'max-sm:sr-only')}>
              {points === null ? '…' : formatNumber(points)}
              {points !== null && (
                <span className="max-sm:sr-only"> {points === 1n ? 'POINT' : 'POINTS'}</span>
              )}
            </span>
            {change !== null && (
              <span
                aria-hidden="true"
                className={`tabular animate-rise-in font-semibold ${change > 0n ? 'text-positive' : 'text-accent-ink'}`}
              >
                {formatSigned(change)}
              </span>
            )}
          </Button>
        }
      >
        <p className="tabular text-xl font-semibold tracking-snug">
          {points === null ? '…' : formatPoints(points)}
        </p>
        <p className="tabular text-ui text-ink-muted">{formatSol(sol)} SOL · 1 POINT is 0.01 SOL</p>
        <h3 className="mt-4 mb-1 text-xs font-semibold text-ink-muted">Recent charges</h3>
        <div className="text-ui">
          <RecentCharges />
        </div>
        <Button
          variant="primary"
          isWide
          className="mt-4"
          onClick={() => {
            setIsOpen(false)
            onRecharge()
          }}
        >
          Recharge
        </Button>
        {username !== undefined && (
          <p className="mt-3 truncate border-t pt-3 text-xs text-ink-muted" dir="auto">
            Signed in as {username}
          </p>
        )}
      </Popover>
      <span role="status" className="sr-only">
        {change === null || points === null ? '' : `Balance: ${formatPoints(points)}`}
      </span>
    </>
  )
}
