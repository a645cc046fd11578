import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSol } from '#contract/money.ts'
import { balanceHistory } from '#contract/payments.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { buildAreaPath, findPointAt, type ChartPoint } from '#src/ui/area-path.ts'
import { computeBalancePoints, sumBalance, type BalanceTotals } from './balance-points.ts'
import {
  RETRY_ON_FAILURE,
  isUnanswered,
} from '#src/features/payments/recharge/wallet/retry-query.ts'

const DAYS = 30
const MS_PER_SECOND = 1_000
/** Units of the drawing, which is stretched to the width of its tile. */
const BOX = { width: 240, height: 48 }

/** With fewer levels, the chart would be a single step. */
const MIN_LEVELS = 3

const loadDays = async (days: number, signal: AbortSignal) => {
  const { data, meta } = await api.call(balanceHistory, {
    query: { days },
    signal,
  })
  const steps = data.map(({ at, balance }) => ({ endMs: Date.parse(at), sol: balance }))
  const points = computeBalancePoints(steps, meta.step_seconds * MS_PER_SECOND)
  return { data, days, points: points.length > MIN_LEVELS ? points : [] }
}

const loadPicture = async (signal: AbortSignal) => {
  const month = await loadDays(DAYS, signal)
  // A month would squeeze the history of a new account into its last steps.
  const { points, days } = month.points.length === 0 ? await loadDays(1, signal) : month
  return { points, days, totals: sumBalance(month.data) }
}

export const BalancePicture = () => {
  const query = useQuery({
    queryKey: ['balance-history'],
    queryFn: ({ signal }) => loadPicture(signal),
    retry: false,
    ...RETRY_ON_FAILURE,
  })
  if (isUnanswered(query)) {
    return <p className="mt-3 text-ui text-ink-muted">The balance over time is not available</p>
  }
  if (query.data === undefined) return <Skeleton className="mt-3 h-17 w-full @max-lg:hidden" />
  return <Picture {...query.data} />
}

type PictureProps = { points: readonly ChartPoint[]; days: number; totals: BalanceTotals }

const Picture = ({ points, days, totals }: PictureProps) => {
  const [place, setPlace] = useState<number | null>(null)
  const path = buildAreaPath(points, BOX, { isStepped: true })
  const shown = place === null ? undefined : findPointAt(points, place)
  if (totals.hasNothing) return null
  const gift = totals.granted > 0 ? `, ${formatSol(totals.granted)} SOL free credit` : ''
  const summary = `${formatSol(totals.toppedUp)} SOL paid in${gift}, ${formatSol(totals.spent)} SOL spent in ${DAYS} days`
  return (
    <figure className="mt-3 @max-lg:hidden">
      {path !== null && (
        <AreaChart
          path={path}
          box={BOX}
          label={`Balance over the last ${days === 1 ? 'day' : `${days} days`}: ${summary}`}
          className="h-12 w-full overflow-visible text-accent-ink"
          place={place}
          onPlace={setPlace}
        />
      )}
      <figcaption className="tabular mt-1 text-2xs text-ink-muted">
        {shown === undefined
          ? summary
          : `${formatDate(shown.time, 'date')}: ${formatSol(shown.value)} SOL`}
      </figcaption>
    </figure>
  )
}
