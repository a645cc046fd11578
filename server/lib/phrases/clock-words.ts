import type { DateLanguage } from './date-phrases.ts'

/** Times of day in words, and how to write them with digits so that `findDates` reads them. */
type ClockWords = {
  /** Names of the hours from one to twelve. */
  hours: readonly string[]
  rules: readonly Rule[]
}

type Rule = {
  /** `HOUR` matches digits or a name of an hour, `NAME` a name alone. */
  pattern: string
  /** Minutes to add to the named hour. -1: the minutes of the group `minutes` are before the hour. */
  add?: number
  /** Written in its place, with the time for `*`. */
  as: string
}

const MINUTES: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  'twenty-five': 25,
  half: 30,
  fünf: 5,
  zehn: 10,
  viertel: 15,
  zwanzig: 20,
  media: 30,
  cuarto: 15,
  meia: 30,
  demie: 30,
  quart: 15,
}

/** Parts of the day behind a time. */
const OF_DAY = {
  es: ' (?:de|por) la (?<part>mañana|tarde|noche)',
  pt: ' da (?<part>manhã|tarde|noite)',
  fr: " (?:du (?<part>matin|soir)|de l[’'](?<late>après-midi))",
}

/** Those that make seven 19:00. */
const LATE = /^(?:tarde|noche|noite|soir)$/iu

/** What follows a time, and not the one of `look at one wallet`. */
const AFTER_TIME =
  ' (?:on|in|to|with|for|every|and|sharp|today|tonight|tomorrow|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?!\\p{L})'

const WORDS: Readonly<Partial<Record<DateLanguage, ClockWords>>> = {
  en: {
    hours: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
    rules: [
      { pattern: '(?<minutes>half|quarter|five|ten|twenty(?:-five)?) past (?<hour>HOUR)', as: '*' },
      {
        pattern:
          '(?<minutes>quarter|five|ten|twenty(?:-five)?) to (?<hour>HOUR)(?! \\p{L}*(?:people|days|hours|minutes|points))',
        add: -1,
        as: '*',
      },
      { pattern: "at (?<hour>HOUR)(?= ?(?:[ap]\\.?m\\b|o[’']clock))(?: ?o[’']clock)?", as: 'at *' },
      { pattern: `at (?<hour>NAME)(?=$|[,.;:!?]|${AFTER_TIME})`, as: 'at *' },
    ],
  },
  de: {
    hours: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    rules: [
      { pattern: '(?:um )?halb (?<hour>HOUR)', add: -30, as: 'um *' },
      { pattern: '(?:um )?dreiviertel (?<hour>HOUR)', add: -15, as: 'um *' },
      { pattern: '(?:um )?(?<minutes>viertel|fünf|zehn|zwanzig) nach (?<hour>HOUR)', as: 'um *' },
      {
        pattern: '(?:um )?(?<minutes>viertel|fünf|zehn|zwanzig) vor (?<hour>HOUR)',
        add: -1,
        as: 'um *',
      },
      { pattern: '(?:um|gegen) (?<hour>NAME)(?: uhr)?', as: 'um *' },
    ],
  },
  es: {
    hours: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
    rules: [
      {
        pattern: `a las? (?<hour>HOUR) y (?<minutes>media|cuarto)(?:${OF_DAY.es})?`,
        as: 'a las *',
      },
      {
        pattern: `a las? (?<hour>HOUR) menos (?<minutes>cuarto)(?:${OF_DAY.es})?`,
        add: -1,
        as: 'a las *',
      },
      { pattern: `(?:a )?las? (?<hour>HOUR)(?::(?<digits>[0-5]\\d))?${OF_DAY.es}`, as: 'a las *' },
      { pattern: 'a las? (?<hour>NAME)', as: 'a las *' },
      {
        pattern: 'a las? (?<hour>HOUR)(?::(?<digits>[0-5]\\d))? ?(?:h|hs|hrs|horas?)',
        as: 'a las *',
      },
    ],
  },
  pt: {
    hours: 'uma duas três quatro cinco seis sete oito nove dez onze doze'.split(' '),
    rules: [
      { pattern: `(?:às|à|as) (?<hour>HOUR)h? e (?<minutes>meia)(?:${OF_DAY.pt})?`, as: 'às *' },
      {
        pattern: `(?:às|à|as) (?<hour>HOUR)(?::(?<digits>[0-5]\\d))?(?: horas?|h)?${OF_DAY.pt}`,
        as: 'às *',
      },
      { pattern: '(?:às|à) (?<hour>NAME)(?: horas?)?', as: 'às *' },
      { pattern: '(?:às|à|as) (?<hour>HOUR) ?horas?', as: 'às *' },
    ],
  },
  fr: {
    hours: 'une deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
    rules: [
      {
        pattern: `à (?<hour>HOUR) ?h(?:eures?)? et (?<minutes>demie|quart)(?:${OF_DAY.fr})?`,
        as: 'à *',
      },
      {
        pattern: `à (?<hour>HOUR) ?h(?:eures?)? moins le (?<minutes>quart)(?:${OF_DAY.fr})?`,
        add: -1,
        as: 'à *',
      },
      { pattern: `à (?<hour>HOUR) ?h(?:eures?)?(?:${OF_DAY.fr})`, as: 'à *' },
      { pattern: 'à (?<hour>HOUR) ?heures?', as: 'à *' },
    ],
  },
}

type Groups = Partial<Record<'hour' | 'minutes' | 'digits' | 'part' | 'late', string>>

/** Returns a text with its times of day in digits: `halb neun` as `um 8:30`, `at quarter to four` as `at 3:45`. */
export function writeClockTimes(text: string, language: DateLanguage): string {
  const words = WORDS[language]
  if (words === undefined) return text
  const name = `(?:${words.hours.join('|')})`
  return words.rules.reduce((rest, { pattern, add = 0, as }) => {
    const source = pattern.replaceAll('HOUR', `(?:\\d{1,2}|${name})`).replaceAll('NAME', name)
    return rest.replaceAll(
      new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}]|:\\d)`, 'giu'),
      (...found) => {
        const groups = found.at(-1) as Groups
        const minutes = readMinutes(groups, words.hours, add)
        return minutes === null ? found[0] : as.replace('*', formatTime(minutes, language))
      },
    )
  }, text)
}

/** Returns minutes since midnight, or null for an impossible hour. */
function readMinutes(
  { hour = '', minutes = '', digits = '0', part, late }: Groups,
  hours: readonly string[],
  add: number,
): number | null {
  const named = hours.indexOf(hour.toLowerCase()) + 1
  const value = named > 0 ? named : Number(hour)
  if (value > 23) return null
  const isLate = (late !== undefined || (part !== undefined && LATE.test(part))) && value < 12
  const given = MINUTES[minutes.toLowerCase()] ?? Number(digits)
  const sum = (value + (isLate ? 12 : 0)) * 60 + (add === -1 ? -given : given + add)
  return (sum + 24 * 60) % (24 * 60)
}

/** In English, `at 1` may be one in the afternoon. */
const formatTime = (minutes: number, language: DateLanguage): string =>
  minutes % 60 === 0 && language === 'en' ? String(minutes / 60) : formatClock(minutes)

/** Returns minutes since midnight as `9:05`. */
export const formatClock = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
