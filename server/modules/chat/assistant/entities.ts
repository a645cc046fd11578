import { isAddress } from '#solana/base58.ts'

/** What a phrase names, apart from what it asks for. */
export type Slots = {
  addresses: readonly string[]
  /** Upper case, without `$`. */
  tickers: readonly string[]
  numbers: readonly number[]
  percents: readonly number[]
  /** `2026-11-20`, or with a time `2026-11-20T09:30`, on the wall clock of whoever wrote it. */
  dates: readonly string[]
  /** The phrase with each of them replaced by its kind, for the router. */
  shape: string
}

const TICKERS =
  'SOL|BTC|ETH|USDC|USDT|BONK|JUP|WIF|PYTH|JTO|RAY|ORCA|POPCAT|TRUMP|RENDER|HNT|MSOL|JITOSOL|PENGU|FARTCOIN|PUMP'

/**
 * Finds addresses, tickers, amounts and dates. `now` is what `tomorrow` counts from: unix milliseconds at which clocks in
 * UTC show what the writer's clock shows.
 */
export function slotsOf(text: string, now: number): Slots {
  const addresses: string[] = []
  const tickers: string[] = []
  const numbers: number[] = []
  const percents: number[] = []
  let rest = text.replaceAll(/[1-9A-HJ-NP-Za-km-z]{32,44}/g, (word) => {
    if (!isAddress(word)) return word
    addresses.push(word)
    return ' address '
  })
  const { dates, rest: undated } = datesOf(rest, now)
  rest = undated
    .replaceAll(/\$([A-Za-z]\w{1,9})\b/g, (_, name: string) => {
      tickers.push(name.toUpperCase())
      return ' ticker '
    })
    .replaceAll(new RegExp(`\\b(?:${TICKERS})\\b`, 'g'), (name) => {
      tickers.push(name)
      return ' ticker '
    })
    .replaceAll(/(\d+(?:[.,]\d+)?) ?(?:%|percent\b)/g, (_, digits: string) => {
      percents.push(Number(digits.replace(',', '.')))
      return ' percent '
    })
    .replaceAll(
      /(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?([kKmM]?)\b/g,
      (_, whole: string, part: string | undefined, unit: string) => {
        const factor = unit === '' ? 1 : /k/i.test(unit) ? 1_000 : 1_000_000
        numbers.push(Number(whole.replaceAll(',', '') + (part ?? '')) * factor)
        return ' amount '
      },
    )
  const shape = rest.replaceAll(/\s+/g, ' ').trim()
  return { addresses, tickers: unique(tickers), numbers, percents, dates, shape }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)]

const DAY_MS = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY =
  /\b(?:(\d{4}-\d{2}-\d{2})|(day after tomorrow|tomorrow|today|tonight)|(?:next |on |this )?(sunday|monday|tuesday|wednesday|thursday|friday|saturday)|in (\d{1,3}) (day|week)s?)\b/gi
const TIME =
  /\b(?:at |from |until |to )?(?:(\d{1,2}):(\d{2}) ?(am|pm)?|(\d{1,2}) ?(am|pm)|(noon|midnight))\b|T(\d{2}):(\d{2})/gi

function datesOf(text: string, now: number): { dates: string[]; rest: string } {
  const days: string[] = []
  const times: string[] = []
  const rest = text
    .replaceAll(
      DAY,
      (word, iso?: string, near?: string, weekday?: string, count?: string, unit?: string) => {
        const day = dayOf({ iso, near, weekday, count, unit }, now)
        if (day === null) return word
        days.push(day)
        return ' date '
      },
    )
    .replaceAll(TIME, (word, ...groups: (string | undefined)[]) => {
      const time = timeOf(groups)
      if (time === null) return word
      times.push(time)
      return ' time '
    })
  if (days.length === 0 && times.length === 0) return { dates: [], rest }
  const first = days[0] ?? isoDay(now)
  if (times.length === 0) return { dates: days, rest }
  return { dates: times.map((time, at) => `${days[at] ?? first}T${time}`), rest }
}

type DayWords = {
  iso: string | undefined
  near: string | undefined
  weekday: string | undefined
  count: string | undefined
  unit: string | undefined
}

function dayOf({ iso, near, weekday, count, unit }: DayWords, now: number): string | null {
  if (iso !== undefined) return Number.isNaN(Date.parse(iso)) ? null : iso
  if (near !== undefined) {
    const ahead = /^day/i.test(near) ? 2 : /^tomorrow$/i.test(near) ? 1 : 0
    return isoDay(now + ahead * DAY_MS)
  }
  if (weekday !== undefined) {
    const ahead = (WEEKDAYS.indexOf(weekday.toLowerCase()) - new Date(now).getUTCDay() + 7) % 7
    return isoDay(now + (ahead === 0 ? 7 : ahead) * DAY_MS)
  }
  return isoDay(now + Number(count) * (unit?.toLowerCase() === 'week' ? 7 : 1) * DAY_MS)
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

function timeOf(groups: (string | undefined)[]): string | null {
  const [hour, minute, half, bareHour, bareHalf, word, isoHour, isoMinute] = groups
  if (word !== undefined) return word.toLowerCase() === 'noon' ? '12:00' : '00:00'
  const hours = Number(hour ?? bareHour ?? isoHour)
  const minutes = Number(minute ?? isoMinute ?? 0)
  const afternoon = (half ?? bareHalf)?.toLowerCase()
  const of24 = afternoon === undefined ? hours : (hours % 12) + (afternoon === 'pm' ? 12 : 0)
  if (of24 > 23 || minutes > 59) return null
  return `${String(of24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
