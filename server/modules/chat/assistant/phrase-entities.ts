import { isAddress } from '#solana/base58.ts'
import {
  findDates,
  type DateLanguage,
  type DatePhrase,
  type DatePoint,
} from '#server/lib/phrases/date-phrases.ts'
import { PERCENT } from '#server/intents/alert-phrases.ts'

export type Entities = {
  addresses: readonly string[]
  tickers: readonly string[]
  numbers: readonly number[]
  percents: readonly number[]
  /** `2026-11-20` or `2026-11-20T09:30`, in the user's time zone. */
  dates: readonly string[]
  /** The phrase with the kind of each entity in its place, such as `analyze address`. */
  shape: string
}

const TICKERS =
  'SOL|BTC|ETH|USDC|USDT|BONK|JUP|WIF|PYTH|JTO|RAY|ORCA|POPCAT|TRUMP|RENDER|HNT|MSOL|JITOSOL|PENGU|FARTCOIN|PUMP|PEPE|DOGE|SHIB|XRP|BNB'

/** These are words of a language in lower case. */
const ALSO_WORDS = new Set(['RAY', 'ORCA', 'TRUMP', 'RENDER', 'PUMP', 'DOGE'])

/** Names that people use in place of a ticker. */
const NAMED: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  jupiter: 'JUP',
  dogwifhat: 'WIF',
  raydium: 'RAY',
  dogecoin: 'DOGE',
  比特币: 'BTC',
  以太坊: 'ETH',
}

const HALF_SOL =
  /(?:(?<![\p{L}\p{N}])(?<!\band )(?<!\band a )(?:half(?: of)?(?: an?)?|(?:einen? )?halbe[ns]?|(?:un )?(?:medio|demi)|meio)|(?<!个)半个)[\s-]*(?=sol(?!\p{L}))/giu

/** Returns the text with `half a sol` in digits, and `2 and a half sol` as it is. */
export const writeHalves = (text: string): string => text.replaceAll(HALF_SOL, '0.5 ')

const PERCENTAGE = new RegExp(
  String.raw`(?<!\d)(\d+(?:[.,]\d+)?) ?(?:${PERCENT})(?!\p{Script=Latin})`,
  'giu',
)

/** A Chinese letter right beside a ticker is no part of it. */
const LATIN = '[\\p{Script=Latin}\\p{N}]'
const capitalize = (name: string) => `${name.charAt(0)}${name.slice(1).toLowerCase()}`
const WRITTEN = TICKERS.split('|').flatMap((name) =>
  ALSO_WORDS.has(name) ? [name] : [name, name.toLowerCase(), capitalize(name)],
)
const TICKER = new RegExp(`(?<!${LATIN})(?:${WRITTEN.join('|')})(?!${LATIN})`, 'gu')
const NAME = new RegExp(`(?<!${LATIN})(?:${Object.keys(NAMED).join('|')})(?!${LATIN})`, 'giu')

/** Matches one token, as people name it. */
export const IS_SYMBOL = new RegExp(
  `^(?:\\$?[A-Z][A-Z\\d]{2,9}|${TICKER.source}|(?i:${NAME.source}))$`,
  'u',
)

/** Finds addresses, tickers, amounts and dates. `now` is the user's wall clock in Unix milliseconds, read as UTC. */
export function findEntities(text: string, now: number, language: DateLanguage = 'en'): Entities {
  const addresses: string[] = []
  const tickers: string[] = []
  const numbers: number[] = []
  const percents: number[] = []
  let rest = writeHalves(text).replaceAll(/[1-9A-HJ-NP-Za-km-z]{32,44}/g, (word) => {
    if (!isAddress(word)) return word
    addresses.push(word)
    return ' address '
  })
  const { dates, rest: undated } = extractDates(rest, now, language)
  rest = undated
    .replaceAll(/\$([A-Za-z]\w{1,9})\b/g, (_, name: string) => {
      tickers.push(name.toUpperCase())
      return ' ticker '
    })
    .replaceAll(TICKER, (name) => {
      tickers.push(name.toUpperCase())
      return ' ticker '
    })
    .replaceAll(NAME, (name) => {
      tickers.push(NAMED[name.toLowerCase()] ?? name)
      return ' ticker '
    })
    .replaceAll(PERCENTAGE, (_, digits: string) => {
      percents.push(Number(digits.replace(',', '.')))
      return ' percent '
    })
    .replaceAll(
      /(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+|,\d{1,2}(?!\d))?([kKmM]?)\b/g,
      (_, whole: string, part: string | undefined, unit: string) => {
        const factor = unit === '' ? 1 : /k/i.test(unit) ? 1_000 : 1_000_000
        numbers.push(Number(whole.replaceAll(',', '') + (part ?? '').replace(',', '.')) * factor)
        return ' amount '
      },
    )
  const shape = rest.replaceAll(/\s+/g, ' ').trim()
  return { addresses, tickers: unique(tickers), numbers, percents, dates, shape }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)]

/** Near these words, `at 9` is a time and not a price. */
const CALENDAR = /\b(?:remind|schedule|calendar|event|meeting|appointment|alarm)/i

const TIME = /^(?:at |in |from |noon|midnight|\d{1,2}(?:\D|$))/i

function extractDates(
  text: string,
  now: number,
  language: DateLanguage,
): { dates: string[]; rest: string } {
  const phrases = findPlannedDates(text, {
    nowMs: now,
    language,
    hasBareHours: CALENDAR.test(text),
  })
  let rest = text
  for (const { index, text: phrase, start } of phrases.toReversed()) {
    const kind = start.unit === 'day' ? ' date ' : TIME.test(phrase) ? ' time ' : ' date  time '
    rest = `${rest.slice(0, index)}${kind}${rest.slice(index + phrase.length)}`
  }
  return { dates: listDates(phrases), rest }
}

/** Returns the future days and times of a text, `call mum at 7` included, as `Entities.dates` has them. */
export const readPlannedDates = (text: string, now: number, language: DateLanguage): string[] =>
  listDates(
    findPlannedDates(text, { nowMs: now, language, hasBareHours: true, prefersToday: true }),
  )

/** A number with a unit is no time: `um 1 SOL aufladen`. */
const UNIT =
  /^\s*(?:sol|usd[ct]?|points?|punkte?n?|puntos?|pontos?|积分|dollars?|d[óo]lar(?:es)?|euros?|%|prozent)(?!\p{Script=Latin})/iu

/** The middle of a word, and `guten Morgen`. */
const NO_DATE_AFTER = /(?:\p{Script=Latin}|guten )$/iu

const findPlannedDates = (
  text: string,
  reading: {
    nowMs: number
    language: DateLanguage
    hasBareHours: boolean
    prefersToday?: boolean
  },
): DatePhrase[] =>
  findDates(text, { ...reading, prefers: 'future' }).filter(
    ({ start, spanFromMs, index, text: phrase }) =>
      spanFromMs === null &&
      start.unit !== 'month' &&
      !NO_DATE_AFTER.test(text.slice(0, index)) &&
      !/^[.,]\d/.test(text.slice(index + phrase.length)) &&
      !(/\d$/.test(phrase) && UNIT.test(text.slice(index + phrase.length))),
  )

/** A time alone, which belongs to the day beside it: `the 3pm meeting tomorrow`. */
const ONLY_TIME = /^\D{0,4}\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\.?|h|uhr)?$/iu

function listDates(phrases: readonly DatePhrase[]): string[] {
  const dates = phrases
    .flatMap(({ start, end }) => [start, ...(end === null ? [] : [end])])
    .map(isoDate)
  const time = phrases.find(({ start, text }) => start.unit === 'minute' && ONLY_TIME.test(text))
  const day = phrases.find(({ start }) => start.unit === 'day')
  return dates.length === 2 && time !== undefined && day !== undefined
    ? [`${isoDate(day.start)}T${isoDate(time.start).slice(11)}`]
    : dates
}

const isoDate = ({ ms, unit }: DatePoint): string =>
  new Date(ms).toISOString().slice(0, unit === 'day' ? 10 : 16)
