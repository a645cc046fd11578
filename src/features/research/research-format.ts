import { formatFixed, formatNumber } from '#contract/numbers.ts'
import { formatDate } from '#src/lib/dates.ts'
import type { FigureUnit, SourceKind, SourceReport } from '#contract/research/digest.ts'

const MS_PER_SECOND = 1_000

/** Returns day and time; a dash for none or an unreadable one. */
export const formatWhen = (iso: string | null): string =>
  (iso === null ? '' : formatDate(iso, 'day and clock')) || '—'

/** `0.4 s`; under a tenth of a second in milliseconds. */
export const formatTook = (ms: number): string =>
  ms < MS_PER_SECOND / 10 ? `${Math.round(ms)} ms` : `${formatFixed(ms / MS_PER_SECOND, 1)} s`

/** Returns the address and its host; null unless it is http or https. */
export const parseWebAddress = (url: string): { href: string; host: string } | null => {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '') return null
  return { href: parsed.href, host: parsed.host.replace(/^www\./, '') }
}

export const KIND_NAMES: Readonly<Record<SourceKind, string>> = {
  market: 'Markets',
  chain: 'Chain',
  status: 'Network status',
  news: 'News',
  development: 'Development',
  social: 'Discussion',
  web: 'Web',
}

export const describeState = ({ state, items, reason }: SourceReport): string => {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'asking':
      return 'Asking'
    case 'answered':
      return formatCount(items, 'item')
    case 'empty':
      return 'No results'
    case 'failed':
      return capitalize(reason ?? 'failed')
    case 'skipped':
      return capitalize(reason ?? 'was skipped')
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const PLURALS: Readonly<Record<string, string>> = {
  story: 'stories',
  'new story': 'new stories',
}

/** `1 story`, `3 stories`. */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`

/** Keeps a number and its unit on one line: the `24 h` of a label. */
export const keepUnits = (label: string): string =>
  label.replaceAll(/(\d) (?=(?:h|d|days?|SOL)\b)/g, '$1\u00a0')

const COMPACT_FROM = 100_000

const formatFigure = (value: number, minimumFractionDigits = 0): string => {
  const size = Math.abs(value)
  if (size >= COMPACT_FROM) {
    return formatNumber(value, { notation: 'compact', maximumFractionDigits: 2 })
  }
  return size >= 1 || size === 0
    ? formatNumber(value, { minimumFractionDigits, maximumFractionDigits: 2 })
    : formatNumber(value, { maximumSignificantDigits: 4 })
}

/** Returns a value of a chart with its unit, such as `$1.2M` or `3.5%`. */
export const formatValue = (value: number, unit: FigureUnit): string => {
  const number = formatFigure(Math.abs(value), unit === 'usd' && !Number.isInteger(value) ? 2 : 0)
  const sign = value < 0 ? '−' : ''
  if (unit === 'usd') return `${sign}$${number}`
  if (unit === 'percent') return `${sign}${number}%`
  return unit === 'sol' ? `${sign}${number} SOL` : `${sign}${number}`
}

/** `+2.1%`; null where there is nothing to compare with. */
export const formatChange = (from: number, to: number): string | null => {
  if (from === 0 || !Number.isFinite(from) || !Number.isFinite(to)) return null
  const percent = (to / from - 1) * 100
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatFixed(Math.abs(percent), 1)}%`
}
