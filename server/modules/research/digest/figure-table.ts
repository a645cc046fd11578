import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import type { Disagreement, Figure, FigureUnit } from '#contract/research/digest.ts'
import { compareText } from '#server/lib/text/compare-text.ts'

import type { FoundFigure, SourceYield } from '#server/modules/research/pipeline/evidence.ts'

/** Figures of one moment, rounded in different ways. */
const AGREE_WITHIN = 0.005
const AGREE_WITHIN_POINTS = 0.2
/** Prices differ a little between places and moments. */
const DISAGREE_FROM = 0.02
/** Percent changes are often near zero, where a relative difference means nothing. */
const DISAGREE_FROM_POINTS = 1.5
const MAX_FIGURES = 40
const ORDER = [
  'price',
  'change_24h',
  'market_cap',
  'volume_24h',
  'tvl',
  'dex_volume_24h',
  'fees_24h',
  'mint_authority',
  'freeze_authority',
  'supply',
]

type Cite = (figure: FoundFigure, from: SourceYield) => number

/** Lists all figures, the most wanted measures first, figures of one measure together. */
export function buildFigures(yields: readonly SourceYield[], cite: Cite): Figure[] {
  const found = yields.flatMap((from) => from.figures.map((figure) => ({ figure, from })))
  const figures = found.map(({ figure, from }) => ({
    id: `${figure.measure}:${figure.subject}`,
    label: figure.label,
    subject: figure.subject,
    measure: figure.measure,
    unit: figure.unit,
    value: figure.value,
    raw: figure.raw,
    display: display(figure),
    as_of: new Date(valueTime(figure.asOfMs, from.retrievedAtMs)).toISOString(),
    source_id: from.sourceId,
    source_name: from.sourceName,
    cite: cite(figure, from),
    agreeing: 1,
    previous: null,
  }))
  const counted = figures.map((figure) => ({
    ...figure,
    agreeing: agreeingWith(figure, figures),
    is_outlier: isOutlier(figure, figures),
  }))
  return counted
    .map((figure, place) => ({ figure, place }))
    .toSorted(
      (a, b) =>
        measureRank(a.figure) - measureRank(b.figure) ||
        compareText(a.figure.subject, b.figure.subject) ||
        compareText(a.figure.id, b.figure.id) ||
        a.place - b.place,
    )
    .map(({ figure }) => figure)
    .slice(0, MAX_FIGURES)
}

/** Finds measures whose sources differ too much. `spread`: (largest - smallest) / smallest, null unless positive. */
export function findDisagreements(figures: readonly Figure[]): Disagreement[] {
  const byMeasure = Map.groupBy(figures, ({ id }) => id)
  return [...byMeasure.values()].flatMap((group) => {
    const values = group.map(({ value }) => value)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const [first] = group
    const sources = new Set(group.map(({ source_id: id }) => id))
    if (!first || sources.size < 2 || !isFar(least, most, first.unit)) return []
    return [
      {
        subject: first.subject,
        about: first.label,
        values: group.map(({ display, source_name: name, cite }) => ({
          text: display,
          source_name: name,
          cite,
        })),
        spread: least > 0 ? most / least - 1 : null,
      },
    ]
  })
}

function agreeingWith(figure: Figure, all: readonly Figure[]): number {
  const sources = all
    .filter(({ id, value }) => id === figure.id && isNear(value, figure.value, figure.unit))
    .map(({ source_id: source }) => source)
  return new Set(sources).size
}

/** Returns true for a figure far from the median of at least three sources. */
function isOutlier({ id, value, unit }: Figure, all: readonly Figure[]): boolean {
  const values = all.flatMap((each) => (each.id === id ? each.value : [])).toSorted((a, b) => a - b)
  const median = values[values.length >> 1]
  return values.length > 2 && median !== undefined && isFar(value, median, unit)
}

const isNear = (a: number, b: number, unit: FigureUnit): boolean =>
  unit === 'percent'
    ? Math.abs(a - b) <= AGREE_WITHIN_POINTS && Math.sign(a) === Math.sign(b)
    : Math.abs(a - b) <= AGREE_WITHIN * Math.max(Math.abs(a), Math.abs(b))

const isFar = (a: number, b: number, unit: FigureUnit): boolean =>
  unit === 'percent'
    ? Math.abs(a - b) > DISAGREE_FROM_POINTS
    : Math.abs(a - b) > DISAGREE_FROM * Math.max(Math.abs(a), Math.abs(b))

function display({ unit, measure, raw, value }: FoundFigure): string {
  if (unit === 'text') return shortAddress(raw)
  const isChange = unit === 'percent' && measure.startsWith('change_')
  return isChange ? formatChange(value) : formatFigure(value, unit)
}

/** `+4.5%`, `−0.9%`, `0%`: a change means nothing without its direction. */
export function formatChange(percent: number): string {
  const size = formatFigure(Math.abs(percent), 'percent')
  return size === '0%' ? size : `${percent < 0 ? '−' : '+'}${size}`
}

const shortAddress = (raw: string): string =>
  raw === 'null' ? 'None' : raw.length > 16 ? shortenAddress(raw) : raw

function valueTime(givenMs: number | undefined, retrievedAtMs: number): number {
  // Ignores impossible times; a figure is never from the future.
  const isMoment = givenMs !== undefined && givenMs > 0 && givenMs <= retrievedAtMs
  return isMoment ? givenMs : retrievedAtMs
}

function measureRank({ measure }: Figure): number {
  const place = ORDER.indexOf(measure.split(':')[0] ?? measure)
  return place < 0 || measure.includes(':') ? ORDER.length : place
}

/** Formats a figure for people: `$1.23B`, `$154.10`, `4.5%`, `12 SOL`. */
export function formatFigure(value: number, unit: FigureUnit): string {
  switch (unit) {
    case 'usd':
      return `${value < 0 ? '-' : ''}$${shortDollars(Math.abs(value))}`
    case 'percent':
      return `${Math.abs(value) < 0.005 ? '0' : plain(value, 2)}%`
    case 'sol':
      return `${short(value)} SOL`
    case 'count':
    case 'text':
      return short(value)
  }
}

const DOLLARS = { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const

/** Like `short`, with cents in full. */
const shortDollars = (value: number): string =>
  value >= 1 && value < 1e6
    ? value.toLocaleString('en-US', { ...DOLLARS, maximumFractionDigits: 2 })
    : short(value)

function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e12) return `${plain(value / 1e12, 2)}T`
  if (size >= 1e9) return `${plain(value / 1e9, 2)}B`
  if (size >= 1e6) return `${plain(value / 1e6, 2)}M`
  if (size >= 1 || size === 0) return plain(value, 2)
  return value.toLocaleString('en-US', { maximumSignificantDigits: 4 })
}

const plain = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits })
