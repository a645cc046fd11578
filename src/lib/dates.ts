let known: string | undefined

/**
 * Returns the locale for every date and time on the page: US English, as its texts, with the hours counted to 12 or 24 as
 * the user's browser does. Found out with the first date, since loading date formats takes a browser some time.
 */
export const dateLocale = (): string => {
  known ??= localeWithHours(
    new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle,
  )
  return known
}

/** Returns the US English locale with this hour cycle, such as `h23`. */
export const localeWithHours = (hourCycle: string | undefined): string =>
  hourCycle === undefined ? 'en-US' : `en-US-u-hc-${hourCycle}`
