/** The letters after a month name are any. */
const GERMAN_MONTH = 'jan|feb|mär|mar|apr|mai|jun|jul|aug|sep|okt|nov|dez'

/** A number of a day without its month, in each language. It needs a word or a time beside it, because `5` may be anything. */
const DAY_OF_MONTH = {
  en: /\b(?:on the (\d{1,2})(?:st|nd|rd|th)\b(?! of\b)|(?:the )?(\d{1,2})(?:st|nd|rd|th)(?=,? (?:at )?\d{1,2} ?(?:[ap]m\b|:\d)))/i,
  de: new RegExp(
    String.raw`(?<!\p{L})(?:am|zum) (\d{1,2})\.(?!\s?(?:\d|(?:${GERMAN_MONTH})))`,
    'iu',
  ),
  es: /(?<!\p{L})(?:el )?d[ií]a (\d{1,2})(?![\d:/]|[.,]\d|\s+de\s)|(?<!\p{L})el (\d{1,2})(?=,?\s+a\s+las?\s|\s*[.!?]?\s*$)/iu,
  fr: /(?<!\p{L})le (1er)(?!\s+\p{L}{3})|(?<!\p{L})le (\d{1,2})(?=,\s+à\s+\d|\s*[.!?]?\s*$)/iu,
  pt: /(?<!\p{L})(?:n?o )?dia (\d{1,2})(?![\d:/]|[.,]\d|\s+de\s)/iu,
  zh: /(?:(下个?月)|(?<![月\d]))(\d{1,2})[号日]/u,
} as const

type Language = keyof typeof DAY_OF_MONTH

/** Without the day, `5 à 9h` reads as four hours. */
const FRENCH_DAY_AND_HOUR =
  /(?<!\p{L})le (\d{1,2})\s+à\s+(\d{1,2}) ?h(?: ?([0-5]\d))?(?![\p{L}\d])/iu

const NEXT_MONTH = /\bnext month on the (\d{1,2})(?:st|nd|rd|th)\b/i

type DayParser = {
  pattern: () => RegExp
  extract: (
    context: { refDate: Date; option: { forwardDate?: boolean } },
    match: ArrayLike<string | undefined>,
  ) => { year: number; month: number; day: number; hour?: number; minute?: number } | null
}

/** Returns the UTC day of a date, for chrono. */
export const toCalendarDay = (date: Date) => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})

/** Creates parsers for chrono that read `on the 5th`, `am 5.`, `le 1er`, `dia 5` and `5号`. */
export const createDayParsers = (language: Language): DayParser[] => [
  {
    pattern: () => DAY_OF_MONTH[language],
    extract: ({ refDate, option }, match) => {
      const parts = Array.from(match).slice(1)
      const day = Number.parseInt(parts.findLast((part) => part !== undefined) ?? '', 10)
      const isNext = parts.some((part) => part?.startsWith('下') === true)
      return inMonth(refDate, isNext ? 1 : findMonthAhead(refDate, option, day), day)
    },
  },
  ...(language === 'fr'
    ? [
        {
          pattern: () => FRENCH_DAY_AND_HOUR,
          extract: ({ refDate, option }, match) => {
            const [day = 0, hour = 0, minute = 0] = Array.from(match, Number).slice(1)
            const date = inMonth(refDate, findMonthAhead(refDate, option, day), day)
            return date === null || hour > 23 ? null : { ...date, hour, minute: minute || 0 }
          },
        } satisfies DayParser,
      ]
    : []),
  ...(language === 'en'
    ? [
        {
          pattern: () => NEXT_MONTH,
          extract: ({ refDate }, match) => inMonth(refDate, 1, Number(match[1])),
        } satisfies DayParser,
      ]
    : []),
]

/** Returns 1 if the day is meant in the next month, and -1 for the last one. */
function findMonthAhead(refDate: Date, option: { forwardDate?: boolean }, day: number): number {
  const today = refDate.getUTCDate()
  return option.forwardDate === true ? (day < today ? 1 : 0) : day > today ? -1 : 0
}

/** Returns null for a day that the month does not have. */
function inMonth(refDate: Date, ahead: number, day: number): ReturnType<DayParser['extract']> {
  const date = new Date(Date.UTC(refDate.getUTCFullYear(), refDate.getUTCMonth() + ahead, day))
  return date.getUTCDate() === day ? toCalendarDay(date) : null
}
