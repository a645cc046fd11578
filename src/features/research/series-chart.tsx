import { useId, useState } from 'react'
import type { Series } from '#contract/research-digest.ts'
import { Citation } from './citing.tsx'
import { formatChange, formatValue, formatWhen } from './research-format.ts'
import { nearestPoint, seriesPath } from './series-path.ts'

const BOX = { width: 240, height: 56 }
const MS_PER_SECOND = 1_000

const whenOf = (seconds: number) => formatWhen(new Date(seconds * MS_PER_SECOND).toISOString())

/** A line over time as its source gave it. */
export const SeriesChart = ({ series }: { series: Series }) => {
  const gradientId = useId()
  const [place, setPlace] = useState<number | null>(null)
  const { points, unit, label, cite } = series
  const path = seriesPath(points, BOX)
  const first = points[0]
  const last = points.at(-1)
  if (path === null || first === undefined || last === undefined) return null
  const pointed = place === null ? null : nearestPoint(points, place)
  const change = formatChange(first.value, last.value)
  const show = (value: number) => formatValue(value, unit)
  const summary = `${show(first.value)} to ${show(last.value)}${change === null ? '' : `, ${change}`}; between ${show(path.least)} and ${show(path.greatest)}`
  return (
    <figure className="grid gap-1 rounded-lg bg-surface-raised p-3 shadow-low ring-1 ring-line">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-[13px]">
        <span className="min-w-0 wrap-anywhere">
          {label} <Citation n={cite} />
        </span>
        <span className="tabular font-semibold">
          {show((pointed ?? last).value)}{' '}
          {pointed === null && change !== null && (
            <span className="font-normal text-ink-muted">{change}</span>
          )}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${label}: ${summary}`}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className="h-16 w-full overflow-visible text-accent-ink"
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          setPlace(width === 0 ? null : Math.min(1, Math.max(0, (event.clientX - left) / width)))
        }}
        onPointerLeave={() => setPlace(null)}
      >
        <linearGradient id={gradientId} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.2" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
        <path d={path.area} fill={`url(#${gradientId})`} />
        <path
          d={path.line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
        {place !== null && (
          <path
            d={`M${place * BOX.width} 0V${BOX.height}`}
            stroke="currentColor"
            strokeDasharray="2 2"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className="tabular flex justify-between gap-2 text-2xs text-ink-muted">
        {pointed === null ? (
          <>
            <span>{whenOf(first.time)}</span>
            <span>{whenOf(last.time)}</span>
          </>
        ) : (
          <span>{whenOf(pointed.time)}</span>
        )}
      </p>
    </figure>
  )
}
