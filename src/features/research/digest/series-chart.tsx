import { useState } from 'react'
import type { Series } from '#contract/research/digest.ts'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { buildAreaPath, findNearestPoint } from '#src/ui/area-path.ts'
import { Citation } from './citing.tsx'
import { formatChange, formatValue, formatWhen } from '#src/features/research/research-format.ts'

const BOX = { width: 240, height: 56 }
const MS_PER_SECOND = 1_000

const formatSeconds = (seconds: number) =>
  formatWhen(new Date(seconds * MS_PER_SECOND).toISOString())

export const SeriesChart = ({ series }: { series: Series }) => {
  const [place, setPlace] = useState<number | null>(null)
  const { points, unit, label, cite } = series
  const path = buildAreaPath(points, BOX)
  const first = points[0]
  const last = points.at(-1)
  if (path === null || first === undefined || last === undefined) return null
  const pointed = place === null ? undefined : findNearestPoint(points, place)
  const change = formatChange(first.value, last.value)
  const values = points.map(({ value }) => value)
  const show = (value: number) => formatValue(value, unit)
  const summary = `${show(first.value)} to ${show(last.value)}${change === null ? '' : `, ${change}`}; between ${show(Math.min(...values))} and ${show(Math.max(...values))}`
  return (
    <figure className="grid gap-1 rounded-lg bg-surface-raised p-3 shadow-low ring-1 ring-line">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-ui">
        <span className="min-w-0 wrap-anywhere">
          {label} <Citation n={cite} />
        </span>
        <span className="tabular font-semibold">
          {show((pointed ?? last).value)}{' '}
          {pointed === undefined && change !== null && (
            <span className="font-normal text-ink-muted">{change}</span>
          )}
        </span>
      </figcaption>
      <AreaChart
        path={path}
        box={BOX}
        label={`${label}: ${summary}`}
        className="h-16 w-full overflow-visible text-accent-ink"
        place={place}
        onPlace={setPlace}
      />
      <p className="tabular flex justify-between gap-2 text-2xs text-ink-muted">
        {pointed === undefined ? (
          <>
            <span>{formatSeconds(first.time)}</span>
            <span>{formatSeconds(last.time)}</span>
          </>
        ) : (
          <span>{formatSeconds(pointed.time)}</span>
        )}
      </p>
    </figure>
  )
}
