import { formatDate } from '#src/lib/dates.ts'

const UNITS: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
const WEEKDAYS = 'MO,TU,WE,TH,FR'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Describes an iCalendar rule, such as “every Monday and Friday, 5 times”. Returns an unknown rule unchanged. */
export const describeRule = (rule: string): string => {
  const parts = new Map(
    rule.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name, value]
    }),
  )
  const unit = UNITS[parts.get('FREQ') ?? '']
  if (unit === undefined) return rule
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const days = parts.get('BYDAY')
  const names = list.format((days ?? '').split(',').flatMap((day) => DAYS[day] ?? []))
  const each = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`
  const text =
    days === undefined
      ? each
      : interval > 1
        ? `${each} on ${names}`
        : days === WEEKDAYS
          ? 'every weekday'
          : `every ${names}`
  const count = parts.get('COUNT')
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '') ?? []
  if (count !== undefined) return `${text}, ${count === '1' ? 'once' : `${count} times`}`
  return year === undefined
    ? text
    : `${text} until ${formatDate(`${year}-${month}-${day}T00:00`, 'full date')}`
}
