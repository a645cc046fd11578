import {
  createChart,
  createSeriesMarkers,
  LineSeries,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useMemo, useRef } from 'react'
import type { CaReport } from '#contract/analysis/report.ts'
import { formatDate } from '#src/lib/dates.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { formatAxisPrice, formatPrice } from './report-format.ts'
import { priceSeries, tradeMarkers } from './price-series.ts'
import type { PricePoint } from './price-series.ts'

type PriceChartProps = {
  report: CaReport
  /** Address of the wallet whose trades are marked. */
  wallet: string | null
}

/** Prices of new tokens run to ten decimals; the axis needs a finer step than its default of a hundredth. */
const LEAST_STEP_SOL = 1e-13

/** Share of the points by which the time scale begins earlier, so that a mark on the first point is whole. */
const MARGIN_SHARE = 0.015

/** Lets thousands of points fit at once. */
const MIN_BAR_SPACING_PX = 0.01

type Parts = {
  chart: IChartApi
  line: ISeriesApi<'Line'>
  markers: ISeriesMarkersPluginApi<Time>
}

const asTime = (seconds: number): UTCTimestamp => seconds as UTCTimestamp

/** Returns the prices after some seconds without a price. */
const withMargin = (points: readonly PricePoint[]) => {
  const margin = Math.ceil(points.length * MARGIN_SHARE)
  const start = (points[0]?.time ?? 0) - margin
  return [
    ...Array.from({ length: margin }, (_, second) => ({ time: asTime(start + second) })),
    ...points.map(({ time, price }) => ({ time: asTime(time), value: price })),
  ]
}

/** The library would write times in UTC; everything else on the page is in the user's time zone. */
const milliseconds = (time: Time): number => (typeof time === 'number' ? time * 1_000 : Number.NaN)

const tickText = (time: Time, tick: TickMarkType): string =>
  formatDate(
    milliseconds(time),
    tick === TickMarkType.Time || tick === TickMarkType.TimeWithSeconds ? 'clock' : 'day',
  )

/** The chart draws on a canvas and so cannot read CSS variables by itself. */
const colours = () => {
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

/** Price over the window, with the entries and exits of the chosen wallet. */
export const PriceChart = ({ report, wallet }: PriceChartProps) => {
  const host = useRef<HTMLDivElement>(null)
  const parts = useRef<Parts | null>(null)
  const theme = useTheme()
  const points = useMemo(() => priceSeries(report), [report])

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const chart = createChart(element, {
      autoSize: true,
      // The caption below has the link that the license asks for. The logo's style element has no nonce.
      layout: { attributionLogo: false, background: { color: 'transparent' } },
      localization: {
        timeFormatter: (time: Time) => formatDate(milliseconds(time), 'date and clock'),
      },
      timeScale: {
        timeVisible: true,
        secondsVisible: false,
        tickMarkFormatter: tickText,
        // All trades stay in view when the width changes, and labels at either end are whole.
        fixLeftEdge: true,
        fixRightEdge: true,
        lockVisibleTimeRangeOnResize: true,
        minBarSpacing: MIN_BAR_SPACING_PX,
      },
    })
    const line = chart.addSeries(LineSeries, {
      lineWidth: 2,
      priceLineVisible: false,
      // It would cover half of a label of the axis. The note below says it.
      lastValueVisible: false,
      priceFormat: { type: 'custom', minMove: LEAST_STEP_SOL, formatter: formatAxisPrice },
    })
    line.setData(withMargin(points))
    chart.timeScale().fitContent()
    parts.current = { chart, line, markers: createSeriesMarkers(line, []) }
    return () => {
      parts.current = null
      chart.remove()
    }
  }, [points])

  useEffect(() => {
    const { ink, line, accent, buy, sell } = colours()
    parts.current?.chart.applyOptions({
      layout: { textColor: ink },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      timeScale: { borderColor: line },
      rightPriceScale: { borderColor: line },
    })
    parts.current?.line.applyOptions({ color: accent })
    parts.current?.markers.setMarkers(
      wallet === null
        ? []
        : tradeMarkers(report, wallet).map(({ time, side }) => ({
            time: asTime(time),
            position: side === 'BUY' ? 'belowBar' : 'aboveBar',
            shape: side === 'BUY' ? 'arrowUp' : 'arrowDown',
            color: side === 'BUY' ? buy : sell,
          })),
    )
  }, [theme, wallet, report, points])

  if (points.length === 0) {
    return <p className="p-6 text-ink-muted">No trade in this window has a price.</p>
  }
  return (
    <figure className="flex min-h-0 flex-1 flex-col gap-2">
      <div
        ref={host}
        role="img"
        aria-label={`Price of the token in SOL, ${points.length} points, last ${formatPrice(points.at(-1)?.price ?? null)}`}
        className="min-h-56 flex-1"
      />
      <figcaption className="text-2xs text-ink-muted">
        Last trade {formatPrice(points.at(-1)?.price ?? null)} SOL. SOL per token, from the trades
        of this report
        {wallet === null ? (
          '; select a wallet to see its buys and sells. '
        ) : (
          <>
            . <span className="text-positive">▲</span> buys and{' '}
            <span className="text-danger">▼</span> sells of {shortenAddress(wallet, 5)}.{' '}
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
