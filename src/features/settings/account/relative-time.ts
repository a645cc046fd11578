const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Returns `5 minutes ago` in the locale; `now` for less than a minute and for times in the future. */
export const formatRelativeTime = (atMs: number, nowMs: number, locale: string): string => {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const seconds = Math.max(0, (nowMs - atMs) / 1000)
  const step = STEPS.find(([, length]) => seconds >= length)
  return step === undefined
    ? words.format(0, 'second')
    : words.format(-Math.floor(seconds / step[1]), step[0])
}
