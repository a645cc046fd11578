import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSol } from '#contract/money.ts'
import { balanceHistory } from '#contract/payments.ts'
import { api } from '#src/platform/auth/auth.ts'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { balancePath, balancePoints, pointAt, type BalancePoint } from './balance-path.ts'

const DAYS = 30
const MS_PER_SECOND = 1_000
/** Units of the drawing, which is stretched to the width of its tile. */
const BOX = { width: 240, height: 48 }

const loadPoints = async (signal: AbortSignal) => {
  const { data, meta } = await api.call(balanceHistory, {
    query: { days: DAYS },
    signal,
    reportedBy: 'caller',
  })
  const steps = data.map(({ at, balance }) => ({ endMs: Date.parse(at), sol: balance }))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    points: balancePoints(steps, meta.step_seconds * MS_PER_SECOND),
    credited: sum(data.map((step) => step.credited)),
    spent: sum(data.map((step) => step.spent)),
  }
}

/** The account's balance over the last month, drawn from the ledger. */
export const BalancePicture = () => {
  const { data, isPending, isError } = useQuery({
    queryKey: ['balance-history'],
    queryFn: ({ signal }) => loadPoints(signal),
    retry: false,
  })
  if (isPending) return <Skeleton className="mt-3 h-17 w-full @max-lg:hidden" />
  if (isError) {
    return <p className="mt-3 text-[13px] text-ink-muted">The balance over time is not available</p>
  }
  return <Picture {...data} />
}

type PictureProps = { points: readonly BalancePoint[]; credited: number; spent: number }

const Picture = ({ points, credited, spent }: PictureProps) => {
  const [place, setPlace] = useState<number | null>(null)
  const path = balancePath(points, BOX)
  const shown = place === null ? null : pointAt(points, place)
  if (path === null) return null
  const summary = `${formatSol(credited)} SOL in, ${formatSol(spent)} SOL out in ${DAYS} days`
  return (
    <figure className="mt-3 @max-lg:hidden">
      <AreaChart
        path={path}
        box={BOX}
        label={`Balance over the last ${DAYS} days: ${summary}`}
        className="h-12 w-full overflow-visible text-accent-ink"
        place={place}
        onPlace={setPlace}
      />
      <figcaption className="tabular mt-1 text-2xs text-ink-muted">
        {shown === null
          ? summary
          : `${new Date(shown.atMs).toLocaleDateString(undefined, { dateStyle: 'medium' })}: ${formatSol(shown.sol)} SOL`}
      </figcaption>
    </figure>
  )
}
