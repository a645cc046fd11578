import { formatNumber } from '#contract/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import type { Evidence } from '#contract/analysis/report.ts'
import type { ReportHead, ReportSeries } from '#contract/analysis/report-parts.ts'
import { useReportSource } from '#src/features/ca-analysis/report-source.ts'
import { formatDate } from '#src/lib/dates.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { LoadFailure } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { listPriceUnits, type PriceUnit } from './price-unit.ts'

type PriceChartProps = {
  reportId: string
  report: ReportHead
  /** The wallet whose trades are marked; undefined for none. */
  wallet: { address: string; evidence: readonly Evidence[] } | undefined
}

/** Prices of new tokens have ten decimals, and need a finer step than the axis's default of 0.01. */
const MIN_STEP_SOL = 1e-13
/** Fits thousands of points into view. */
const MIN_BAR_SPACING_PX = 0.01

const LOWER = [
  { value: 'volume', label: 'Volume' },
  { value: 'traders', label: 'Buyers and sellers' },
  { value: 'holders', label: 'Holders' },
] as const
type Lower = (typeof LOWER)[number]['value']

const INTERVALS: Readonly<Record<number, string>> = {
  1: '1 s',
  15: '15 s',
  60: '1 min',
  300: '5 min',
  900: '15 min',
  3_600: '1 h',
  14_400: '4 h',
  86_400: '1 d',
}

type Parts = {
  chart: IChartApi
  candles: ISeriesApi<'Candlestick'>
  up: ISeriesApi<'Histogram'>
  down: ISeriesApi<'Histogram'>
  holders: ISeriesApi<'Line'>
  markers: ISeriesMarkersPluginApi<Time>
}

const toChartTime = (seconds: number): UTCTimestamp => seconds as UTCTimestamp

/** Returns Unix milliseconds, to format times in the user's zone. The library would use UTC. */
const toMilliseconds = (time: Time): number =>
  typeof time === 'number' ? time * 1_000 : Number.NaN

const formatTick = (time: Time, tick: TickMarkType): string =>
  formatDate(
    toMilliseconds(time),
    tick === TickMarkType.Time || tick === TickMarkType.TimeWithSeconds ? 'clock' : 'day',
  )

/** Reads CSS variables, because the chart draws on a canvas. */
const readColors = () => {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: read('--ink-muted'),
    line: read('--line'),
    accent: read('--accent-ink'),
    buy: read('--positive'),
    sell: read('--danger'),
  }
}

const usePriceUnit = (report: ReportHead) => {
  const units = listPriceUnits(report)
  const [chosen, chooseUnit] = useState<PriceUnit['value']>('sol')
  return { units, unit: units.find(({ value }) => value === chosen) ?? units[0], chooseUnit }
}

export const PriceChart = ({ reportId, report, wallet }: PriceChartProps) => {
  const { units, unit, chooseUnit } = usePriceUnit(report)
  const [interval, setInterval] = useState<number | undefined>()
  const [lower, setLower] = useState<Lower>('volume')
  const source = useReportSource()
  const query = useQuery({
    queryKey: ['report-series', reportId, interval],
    queryFn: ({ signal }) => source.series(reportId, interval, signal),
    placeholderData: (before) => before,
    staleTime: Infinity,
  })
  if (query.isPending) return <Skeleton className="h-64 flex-1" />
  if (query.isError) return <LoadFailure query={query}>We couldn’t load the prices.</LoadFailure>
  const series = query.data.data
  const last = series.close.at(-1) ?? 0
  if (last === 0) {
    return <p className="p-6 text-ink-muted">No trade in this window has a price.</p>
  }
  return (
    <figure className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <IntervalSelect series={series} onChange={setInterval} />
        {units.length > 1 && (
          <ToggleGroup
            look="segments"
            label="Prices in"
            items={units}
            value={unit.value}
            onChange={chooseUnit}
          />
        )}
        <ToggleGroup
          look="segments"
          label="Below the price"
          items={LOWER}
          value={lower}
          onChange={setLower}
        />
      </div>
      <Candles series={series} unit={unit} lower={lower} wallet={wallet} />
      <figcaption className="text-2xs text-ink-muted">
        Last trade {unit.write(last * unit.factor)}. {unit.about}
        {wallet === undefined ? (
          '; select a wallet to see its buys and sells. '
        ) : (
          <>
            . <span className="text-positive">▲</span> buys and{' '}
            <span className="text-danger">▼</span> sells of {shortenAddress(wallet.address)}.{' '}
          </>
        )}
        Chart by{' '}
        <a
          className="underline underline-offset-2"
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
        >
          TradingView
        </a>{' '}
        Lightweight Charts™.
      </figcaption>
    </figure>
  )
}

type IntervalSelectProps = { series: ReportSeries; onChange: (seconds: number) => void }

const IntervalSelect = ({ series, onChange }: IntervalSelectProps) => (
  <label className="flex items-center gap-2 text-ui text-ink-muted">
    Candles
    <Select
      size="sm"
      // As high as the toggles beside it.
      className="h-9 w-24 pointer-coarse:min-h-12"
      value={String(series.interval)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={series.intervals.map((seconds) => ({
        value: String(seconds),
        label: INTERVALS[seconds] ?? `${seconds} s`,
      }))}
    />
  </label>
)

type CandlesProps = { series: ReportSeries; unit: PriceUnit; lower: Lower } & Pick<
  PriceChartProps,
  'wallet'
>

const Candles = ({ series, unit, lower, wallet }: CandlesProps) => {
  const host = useRef<HTMLDivElement>(null)
  const parts = useRef<Parts | null>(null)
  const theme = useTheme()
  const { factor, format } = unit

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const made = createParts(element)
    setCandles(made.candles, series, { factor, format })
    made.chart.timeScale().fitContent()
    parts.current = made
    return () => {
      parts.current = null
      made.chart.remove()
    }
  }, [series, factor, format])

  useEffect(() => {
    const now = parts.current
    if (now === null) return
    const points = (values: readonly number[], sign = 1) =>
      series.time.map((time, index) => ({
        time: toChartTime(time),
        value: sign * (values[index] ?? 0),
      }))
    const isVolume = lower === 'volume'
    now.up.setData(lower === 'holders' ? [] : points(isVolume ? series.bought_sol : series.buyers))
    now.down.setData(
      lower === 'holders' ? [] : points(isVolume ? series.sold_sol : series.sellers, -1),
    )
    now.holders.setData(lower === 'holders' ? points(series.holders) : [])
  }, [series, factor, format, lower])

  useEffect(() => {
    const now = parts.current
    if (now === null) return
    const { ink, line, accent, buy, sell } = readColors()
    now.chart.applyOptions({
      layout: { textColor: ink, panes: { separatorColor: line } },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      timeScale: { borderColor: line },
      rightPriceScale: { borderColor: line },
    })
    now.candles.applyOptions({
      upColor: buy,
      downColor: sell,
      wickUpColor: buy,
      wickDownColor: sell,
    })
    now.up.applyOptions({ color: buy })
    now.down.applyOptions({ color: sell })
    now.holders.applyOptions({ color: accent })
    now.markers.setMarkers(
      toMarkers(series, wallet?.evidence ?? []).map(({ time, side }) => ({
        time: toChartTime(time),
        position: side === 'BUY' ? 'belowBar' : 'aboveBar',
        shape: side === 'BUY' ? 'arrowUp' : 'arrowDown',
        color: side === 'BUY' ? buy : sell,
      })),
    )
  }, [theme, wallet, series, factor, format])

  return (
    <div
      ref={host}
      role="img"
      aria-label={`${unit.value === 'cap' ? 'Market cap' : `Price of the token in ${unit.label}`}, ${series.time.length} candles, last ${formatNumber((series.close.at(-1) ?? 0) * unit.factor, { maximumSignificantDigits: 5, maximumFractionDigits: 15 })}`}
      className="min-h-56 flex-1"
    />
  )
}

/** Returns the step of the axis. The chart accepts powers of ten only. */
const computeStep = (factor: number): number =>
  10 ** Math.min(-2, Math.floor(Math.log10(MIN_STEP_SOL * factor)))

const setCandles = (
  candles: Parts['candles'],
  { time: times, open, high, low, close }: ReportSeries,
  { factor, format }: Pick<PriceUnit, 'factor' | 'format'>,
) => {
  const read = (values: readonly number[], index: number) => (values[index] ?? 0) * factor
  candles.applyOptions({
    priceFormat: { type: 'custom', minMove: computeStep(factor), formatter: format },
  })
  candles.setData(
    times.map((time, index) => ({
      time: toChartTime(time),
      open: read(open, index),
      high: read(high, index),
      low: read(low, index),
      close: read(close, index),
    })),
  )
}

const createParts = (element: HTMLElement): Parts => {
  const chart = createChart(element, {
    autoSize: true,
    // The caption has the link that the license requires. The logo's style element would lack the nonce.
    layout: { attributionLogo: false, background: { color: 'transparent' } },
    // Otherwise the lowest label of the lower pane is cut off.
    rightPriceScale: { entireTextOnly: true },
    localization: {
      timeFormatter: (time: Time) => formatDate(toMilliseconds(time), 'date and clock'),
    },
    timeScale: {
      timeVisible: true,
      secondsVisible: false,
      tickMarkFormatter: formatTick,
      // Keeps all trades in view when the width changes, and labels at both ends complete.
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
      minBarSpacing: MIN_BAR_SPACING_PX,
    },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceLineVisible: false,
    // It would cover a label of the axis. The caption shows the last value.
    lastValueVisible: false,
  })
  const count = {
    priceLineVisible: false,
    lastValueVisible: false,
    priceFormat: { type: 'custom', minMove: 0.01, formatter: formatCount },
  } as const
  const up = chart.addSeries(HistogramSeries, count, 1)
  const down = chart.addSeries(HistogramSeries, count, 1)
  const holders = chart.addSeries(LineSeries, { ...count, lineWidth: 2 }, 1)
  const [main, lower] = chart.panes()
  main?.setStretchFactor(3)
  lower?.setStretchFactor(1)
  return { chart, candles, up, down, holders, markers: createSeriesMarkers(candles, []) }
}

/** Sales are drawn downward; their number is not negative. */
const formatCount = (value: number): string =>
  formatNumber(Math.abs(value), { notation: 'compact', maximumFractionDigits: 2 })

/** Returns one mark per candle and side of the wallet's trades, oldest first. */
const toMarkers = ({ time: starts, interval }: ReportSeries, evidence: readonly Evidence[]) => {
  const known = new Set(starts)
  const marks = new Map<string, { time: number; side: 'BUY' | 'SELL' }>()
  for (const { kind, time } of evidence) {
    if (time === null || (kind !== 'BUY' && kind !== 'SELL')) continue
    const start = time - (time % interval)
    if (known.has(start)) marks.set(`${start} ${kind}`, { time: start, side: kind })
  }
  return [...marks.values()].toSorted((a, b) => a.time - b.time)
}
