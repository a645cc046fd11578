export const WEEK_DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type WeekDay = (typeof WEEK_DAYS)[number]
export const WORK_DAYS = ['MO', 'TU', 'WE', 'TH', 'FR'] as const

/** `interval`: every how many days, weeks, months or years. */
export type Repeat = {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  /** Empty: the day of the start. */
  days: readonly WeekDay[]
  /** How often it takes place; null: without an end. */
  times: number | null
  /** How long it goes on, as in `for two weeks`; null if that is not said. */
  lasts: Span | null
}

export type Span = { count: number; unit: 'day' | 'weekday' | 'week' | 'month' | 'year' }

/** Every day of the week in the languages of the assistant, from Sunday. */
const DAY_NAMES: readonly string[] = [
  'sun(?:day)?s?|sonntags?|domingos?|dimanches?',
  'mon(?:day)?s?|montags?|lunes|lundis?|segundas?(?:-feiras?)?',
  'tue(?:s(?:day)?)?s?|dienstags?|martes|mardis?|ter[cç]as?(?:-feiras?)?',
  'wed(?:nesday)?s?|mittwochs?|mi[eé]rcoles|mercredis?|quartas?(?:-feiras?)?',
  'thu(?:rs(?:day)?)?s?|donnerstags?|jueves|jeudis?|quintas?(?:-feiras?)?',
  'fri(?:day)?s?|freitags?|viernes|vendredis?|sextas?(?:-feiras?)?',
  'sat(?:urday)?s?|samstags?|s[aá]bados?|samedis?',
]
const ANY_DAY = DAY_NAMES.join('|')
const EVERY =
  'every|each|jede[nrs]?|alle|cada|todos los|todas las|chaque|tous les|toutes les|tod[oa]s? (?:os |as )?'
const AND = '\\s*(?:,|&|and|und|y|et|e)\\s*(?:on\\s+|every\\s+)?'
const NUMBERS: Readonly<Record<string, number>> = {
  other: 2,
  second: 2,
  two: 2,
  zwei: 2,
  zweite: 2,
  zweiten: 2,
  segundo: 2,
  segunda: 2,
  deuxième: 2,
  dos: 2,
  deux: 2,
  duas: 2,
  dois: 2,
  three: 3,
  drei: 3,
  tres: 3,
  trois: 3,
  três: 3,
  four: 4,
  vier: 4,
  cuatro: 4,
  quatro: 4,
  quatre: 4,
  five: 5,
  fünf: 5,
  cinco: 5,
  cinq: 5,
  six: 6,
  sechs: 6,
  seis: 6,
  ten: 10,
  zehn: 10,
  diez: 10,
  dix: 10,
  dez: 10,
}
const WEEKDAY =
  /^(?:weekday|workday|working day|werktag|wochentag|d[ií]as? laborables?|jours? ouvr|dias? ut|dias? út)/
const ON_WEEKDAYS = { frequency: 'WEEKLY', days: WORK_DAYS } as const
const UNITS: readonly (readonly [RegExp, Pick<Repeat, 'frequency' | 'days'>])[] = [
  [WEEKDAY, ON_WEEKDAYS],
  [
    /^(?:day|morning|evening|night|tage?|morgen|abend|d[ií]as?|jours?)/,
    { frequency: 'DAILY', days: [] },
  ],
  [/^(?:week|woche|semana|semaine)/, { frequency: 'WEEKLY', days: [] }],
  [/^(?:month|monat|mes|mois|m[êe]s)/, { frequency: 'MONTHLY', days: [] }],
  [/^(?:year|jahr|a[ñn]o|an)/, { frequency: 'YEARLY', days: [] }],
]
const UNIT_WORDS =
  'weekdays?|workdays?|working days?|werktage?|wochentage?|d[ií]as? laborables?|dias? [uú]te?is|jours? ouvr[ée]s|days?|mornings?|evenings?|nights?|tage?|morgen|abende?|d[ií]as?|jours?|weeks?|wochen?|semanas?|semaines?|months?|monate?|mes(?:es)?|mois|m[êe]s|years?|jahre?|a[ñn]os?|ans?|ann[ée]es?'

const word = (pattern: string) => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`
const COUNT = `\\d{1,2}|${Object.keys(NUMBERS).join('|')}`
const DAYS = new RegExp(
  word(
    `(?:${EVERY})\\s*(?:(?<count>${COUNT})\\s+)?(?<days>(?:${ANY_DAY})(?:${AND}(?:${ANY_DAY}))*)`,
  ),
  'iu',
)
/** Plural days repeat without another word: `on Mondays`, `montags`. */
const PLURAL_DAYS = new RegExp(
  word(
    `(?:on |am )?(?<days>(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:${AND}(?:mon|tues|wednes|thurs|fri|satur|sun)days)*|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)`,
  ),
  'iu',
)
const UNIT = new RegExp(word(`(?:${EVERY})\\s*(?:(${COUNT})\\s+)?(${UNIT_WORDS})`), 'iu')
const ADVERBS: readonly (readonly [RegExp, Partial<Repeat> & Pick<Repeat, 'frequency'>])[] = [
  [/(?<!\p{L})(?:biweekly|fortnightly)(?!\p{L})/iu, { frequency: 'WEEKLY', interval: 2 }],
  [/(?<!\p{L})on weekdays(?!\p{L})/iu, ON_WEEKDAYS],
  [/(?<!\p{L})(?:daily|täglich|diariamente)(?!\p{L})|每天|每日/iu, { frequency: 'DAILY' }],
  [/(?<!\p{L})(?:weekly|wöchentlich|semanalmente)(?!\p{L})/iu, { frequency: 'WEEKLY' }],
  [
    /(?<!\p{L})(?:monthly|monatlich|mensualmente|mensalmente)(?!\p{L})|每个?月/iu,
    { frequency: 'MONTHLY' },
  ],
  [/(?<!\p{L})(?:yearly|annually|jährlich|anualmente)(?!\p{L})|每年/iu, { frequency: 'YEARLY' }],
]
const ONE = 'an?|one|eine?n?|un[ae]?|uma?'
const LASTS: readonly RegExp[] = [
  new RegExp(
    word(
      `(?:for|für|durante|por|pendant)(?: the next)? (?<count>${COUNT}|${ONE}) (?<unit>${UNIT_WORDS})`,
    ),
    'iu',
  ),
  new RegExp(word(`(?<count>${COUNT}|${ONE}) (?<unit>${UNIT_WORDS}) lang`), 'iu'),
  /(?:连续|持续|接下来|未来)(?<count>\d{1,2}|[一二两三四五六七八九十])个?(?<unit>天|周|星期|月)/u,
]
const SPAN_UNITS: readonly (readonly [RegExp, Span['unit']])[] = [
  [WEEKDAY, 'weekday'],
  [/^(?:week|woche|sem|周|星期)/, 'week'],
  [/^(?:mon|mes|mois|m[êe]s|月)/, 'month'],
  [/^(?:year|jahr|a[ñn])/, 'year'],
]
const CHINESE_NUMBERS = '一二三四五六七八九十'
const CHINESE_WEEK = /每(?:个)?(?:周|星期|礼拜)([一二三四五六日天])?/u
const CHINESE_DAYS = '日一二三四五六'
const TIMES = /(?<!\p{L})(\d{1,3}) (?:times|mal|veces|fois|vezes)(?!\p{L})/iu

/** Finds how often something repeats, such as `every Monday and Friday`, and the words that say so. */
export function findRepeat(text: string): { repeat: Repeat; words: readonly string[] } | null {
  const days = readDays(text)
  const unit = readUnit(text) ?? readAdverb(text)
  const found = days ?? unit
  if (found === null) return null
  // `every two weeks on Fridays`
  const weeks = days !== null && unit?.part.frequency === 'WEEKLY' ? unit : null
  const times = TIMES.exec(text)
  const lasts = readLasts(text)
  const isDaily = found.part.frequency === 'DAILY' && (found.part.interval ?? 1) === 1
  return {
    repeat: {
      interval: 1,
      days: [],
      ...weeks?.part,
      ...(isDaily && lasts?.span.unit === 'weekday' ? ON_WEEKDAYS : found.part),
      times: times === null ? null : Number(times[1]),
      lasts: lasts?.span ?? null,
    },
    words: [
      found.words,
      ...(weeks === null ? [] : [weeks.words]),
      ...(times === null ? [] : [times[0]]),
      ...(lasts === null ? [] : [lasts.words]),
    ],
  }
}

/** Returns the rule of iCalendar. `until` is a date and time such as `20261201T235959`. */
export function formatRepeatRule(
  { frequency, interval, days, times }: Repeat,
  until?: string,
): string {
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(days.length === 0 ? [] : [`BYDAY=${days.join(',')}`]),
    ...(until === undefined ? (times === null ? [] : [`COUNT=${times}`]) : [`UNTIL=${until}`]),
  ].join(';')
}

type Found = { part: Partial<Repeat> & Pick<Repeat, 'frequency'>; words: string } | null

function readDays(text: string): Found {
  const match = DAYS.exec(text) ?? PLURAL_DAYS.exec(text)
  if (match !== null) {
    const { days: names = '', count } = match.groups ?? {}
    const days = WEEK_DAYS.filter((_, at) =>
      new RegExp(word(DAY_NAMES[at] ?? ''), 'iu').test(names),
    )
    const interval = count === undefined ? {} : { interval: readCount(count) }
    return { part: { frequency: 'WEEKLY', days: fromMonday(days), ...interval }, words: match[0] }
  }
  const chinese = CHINESE_WEEK.exec(text)
  if (chinese === null) return null
  const day = WEEK_DAYS[CHINESE_DAYS.indexOf((chinese[1] ?? '').replace('天', '日'))]
  const days = chinese[1] === undefined || day === undefined ? [] : [day]
  return { part: { frequency: 'WEEKLY', days }, words: chinese[0] }
}

const fromMonday = (days: readonly WeekDay[]): WeekDay[] => [
  ...days.filter((day) => day !== 'SU'),
  ...days.filter((day) => day === 'SU'),
]

function readLasts(text: string): { span: Span; words: string } | null {
  for (const pattern of LASTS) {
    const { 0: words = '', groups } = pattern.exec(text) ?? {}
    const { count = '', unit = '' } = groups ?? {}
    if (words === '') continue
    const named = CHINESE_NUMBERS.indexOf(count.replace('两', '二')) + 1
    const number = named > 0 ? named : readCount(count)
    const [, known = 'day' as const] =
      SPAN_UNITS.find(([name]) => name.test(unit.toLowerCase())) ?? []
    return { span: { count: Number.isNaN(number) ? 1 : number, unit: known }, words }
  }
  return null
}

function readUnit(text: string): Found {
  const [words = '', count, unit = ''] = UNIT.exec(text) ?? []
  const known = UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()))
  if (known === undefined) return null
  const interval = count === undefined ? 1 : readCount(count)
  return interval < 1 ? null : { part: { ...known[1], interval }, words }
}

const readCount = (count: string): number => NUMBERS[count.toLowerCase()] ?? Number(count)

function readAdverb(text: string): Found {
  for (const [pattern, part] of ADVERBS) {
    const match = pattern.exec(text)
    if (match !== null) return { part, words: match[0] }
  }
  return null
}
