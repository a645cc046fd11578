export const HOURS = ['system', 'h12', 'h23'] as const
/** 12 or 24 hours; `system` uses the browser's locale. */
export type Hours = (typeof HOURS)[number]

let chosen: Hours = 'system'
let known: string | undefined

export const getHours = (): Hours => chosen

export const setHours = (hours: Hours): void => {
  chosen = hours
  known = undefined
}

/**
 * Returns the locale of all dates and times: US English with the user's choice of 12 or 24 hours, by default the browser's.
 * Computed with the first date, because browsers load date formats slowly.
 */
export const getDateLocale = (): string => {
  known ??= buildLocaleWithHours(
    chosen === 'system'
      ? new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle
      : chosen,
  )
  return known
}

/** Returns the browser's IANA time zone, such as `Europe/Berlin`. */
export const getTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const STYLES = {
  /** `3:22 PM` or `15:22` */
  clock: { timeStyle: 'short' },
  /** `Nov 22` */
  day: { day: 'numeric', month: 'short' },
  /** `Nov 22, 3:22 PM` */
  'day and clock': { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  /** `Nov 22, 2026` */
  date: { dateStyle: 'medium' },
  /** `Nov 22, 2026, 3:22 PM` */
  'date and clock': { dateStyle: 'medium', timeStyle: 'short' },
  /** `Sunday, November 22, 2026` */
  'full date': { dateStyle: 'full' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof STYLES

/** Formats a Date, Unix milliseconds or ISO 8601 text in the user's time zone; empty for anything else. */
export const formatDate = (moment: Date | number | string, style: DateStyle): string => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(getDateLocale(), STYLES[style])
}

/** Returns `Nov 22, 2026, 3:22 PM – 5:00 PM`, with both dates only where they differ. Both are unix milliseconds. */
export const formatDateRange = (fromMs: number, toMs: number): string =>
  new Intl.DateTimeFormat(getDateLocale(), STYLES['date and clock']).formatRange(fromMs, toMs)

/** Returns the US English locale with this hour cycle, such as `h23`. */
export const buildLocaleWithHours = (hourCycle: string | undefined): string =>
  hourCycle === undefined ? 'en-US' : `en-US-u-hc-${hourCycle}`
