import { formatClock } from './clock-words.ts'
import type { DateLanguage } from './date-phrases.ts'

/** Parts of a day behind a day, such as `tomorrow evening`, and days of next week, such as `nächste Woche Montag`. */
type DayWords = {
  days: string
  weekdays: string
  /** Between a day and its part. */
  link: string
  /** Before a part of today. */
  alone: string
  /** Before the next such part of a day. */
  anyDay: string
  /** Before a part of every day. */
  each: string
  eachDay: string
  today: string
  /** Parts of the day, and their hours. */
  parts: readonly (readonly [pattern: string, hour: number])[]
  /** Before a time. */
  at: string
  atWritten: string
  /** Next week, around a weekday. */
  nextWeek: { before: string; after: string; as: string }
}

const WORDS: Readonly<Partial<Record<DateLanguage, DayWords>>> = {
  en: {
    days: 'today|tomorrow|(?:the )?\\d{1,2}(?:st|nd|rd|th)',
    weekdays: '(?:mon|tues|wednes|thurs|fri|satur|sun)day',
    link: ',? (?:in the )?',
    alone: 'this ',
    anyDay: 'in the ',
    each: '(?:every|each) ',
    eachDay: 'every day',
    today: 'today',
    parts: [
      ['morning', 9],
      ['afternoon', 15],
      ['evening', 19],
      ['night', 20],
    ],
    at: 'at ',
    atWritten: 'at',
    nextWeek: { before: 'next week,? (?:on )?', after: '', as: '* next week' },
  },
  de: {
    days: 'heute|(?:über)?morgen',
    weekdays: '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend',
    link: ',? ?(?:am )?',
    alone: '',
    anyDay: 'am ',
    each: 'jeden ',
    eachDay: 'jeden tag',
    today: 'heute',
    parts: [
      ['früh|morgen|vormittag', 9],
      ['mittag', 12],
      ['nachmittag', 15],
      ['abend', 19],
      ['nacht', 20],
    ],
    at: '(?:um|gegen) ',
    atWritten: 'um',
    nextWeek: {
      before: '(?:nächste|kommende) woche,? (?:am )?',
      after: ' (?:(?:der )?(?:nächsten|kommenden)|(?:nächster|kommender)) woche',
      as: 'nächsten *',
    },
  },
  es: {
    days: 'hoy|(?:pasado )?mañana',
    weekdays: 'lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo',
    link: ',? (?:por|en|a) la ',
    alone: 'esta ',
    anyDay: '(?:por|en) la ',
    each: '(?:cada|todas las) ',
    eachDay: 'cada día',
    today: 'hoy',
    parts: [
      ['mañana', 9],
      ['tarde', 16],
      ['noche', 20],
    ],
    at: 'a las? ',
    atWritten: 'a las',
    nextWeek: {
      before: '(?:la )?(?:próxima semana|semana (?:próxima|que viene)),? (?:el )?',
      after: ' (?:próximo|que viene|de la (?:próxima semana|semana (?:próxima|que viene)))',
      as: 'próximo *',
    },
  },
  fr: {
    days: "aujourd[’']hui|(?:après-)?demain",
    weekdays: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    link: " (?:dans (?:la |l[’'])|en )?",
    alone: 'ce(?:t|tte)? ',
    anyDay: "dans (?:la |l[’'])",
    each: '(?:chaque|tous les) ',
    eachDay: 'chaque jour',
    today: "aujourd'hui",
    parts: [
      ['matin(?:ée)?', 9],
      ['midi', 12],
      ['après-midi', 15],
      ['soir(?:ée)?', 19],
    ],
    at: 'à ',
    atWritten: 'à',
    nextWeek: {
      before: '(?:la )?semaine prochaine,? (?:le )?',
      after: ' de la semaine prochaine',
      as: '* prochain',
    },
  },
  pt: {
    days: 'hoje|(?:depois de )?amanhã',
    weekdays: '(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|sábado|domingo',
    link: ',? (?:de|à|pela|da|na) ',
    alone: '(?:esta|essa) ',
    anyDay: '(?:à|de|pela) ',
    each: '(?:cada|todas? as?|toda) ',
    eachDay: 'cada dia',
    today: 'hoje',
    parts: [
      ['manhã', 9],
      ['tarde', 15],
      ['noite', 20],
    ],
    at: '(?:às|à) ',
    atWritten: 'às',
    nextWeek: {
      before: '(?:n?a )?(?:próxima semana|semana que vem),? (?:na )?',
      after: ' (?:que vem|da (?:próxima semana|semana que vem))',
      as: 'próximo *',
    },
  },
}

/** In English, one word is a day and its part. In Chinese, no space is between them. */
const SHORT_FORMS: Readonly<Partial<Record<DateLanguage, readonly (readonly [RegExp, string])[]>>> =
  {
    en: [[/(?<!\p{L})tonight(?!\p{L})/giu, 'this night']],
    zh: [
      [/([今明])晚(?!上)(?!\s*[\d一二三四五六七八九十两])/gu, '$1天20:00'],
      [/(?:早上|上午)(?!\s*[\d一二三四五六七八九十两])/gu, '9:00'],
      [/中午(?!\s*[\d一二三四五六七八九十两])/gu, '12:00'],
      [/下午(?!\s*[\d一二三四五六七八九十两])/gu, '15:00'],
      [/(?:傍晚|晚上)(?!\s*[\d一二三四五六七八九十两])/gu, '20:00'],
    ],
  }

/** A time that needs no part of the day. */
const FULL_TIME = /\d ?[ap]\.?m(?!\p{L})|(?<!\d)(?:1[3-9]|2[0-3])(?:[:h.]| ?uhr)/iu

/** Before these hours, `night` is not an evening. */
const SMALL_HOURS = 5

/**
 * Returns a text with its parts of days as times, and the days of next week as chrono reads them: `tomorrow evening`
 * as `tomorrow at 19:00`, `mañana por la tarde a las 5` as `mañana a las 17:00`.
 */
export function writeDayTimes(given: string, language: DateLanguage): string {
  const text = (SHORT_FORMS[language] ?? []).reduce(
    (rest, [pattern, written]) => rest.replaceAll(pattern, written),
    given,
  )
  const words = WORDS[language]
  return words === undefined ? text : writeParts(writeNextWeek(text, words), words)
}

const START = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}])'

function writeNextWeek(text: string, { weekdays, nextWeek: { before, after, as } }: DayWords) {
  const write = (_: string, day: string) => as.replace('*', day)
  const isBefore = new RegExp(`${START}${before}(${weekdays})${END}`, 'giu')
  const isAfter = new RegExp(`${START}(${weekdays})${after}${END}`, 'giu')
  const moved = text.replaceAll(isBefore, write)
  return after === '' ? moved : moved.replaceAll(isAfter, write)
}

function writeParts(text: string, words: DayWords): string {
  const { days, weekdays, link, alone, anyDay, each, today } = words
  const named = words.parts.map(([pattern]) => pattern).join('|')
  const before = [
    `(?<day>${days}|${weekdays})${link}`,
    `(?<any>${anyDay})`,
    `(?<every>${each})`,
    ...(alone === '' ? [] : [alone]),
  ].join('|')
  const match = new RegExp(`${START}(?:${before})(?<part>${named})s?${END}`, 'iu').exec(text)
  if (match === null || FULL_TIME.test(text)) return text
  const { any, every, part = '' } = match.groups ?? {}
  const unnamed = every === undefined ? (any === undefined ? today : '') : words.eachDay
  const { day = unnamed } = match.groups ?? {}
  const [, hour = 0] =
    words.parts.find(([each]) => new RegExp(`^(?:${each})$`, 'iu').test(part)) ?? []
  const time = new RegExp(
    `${START}${words.at}(?<hour>\\d{1,2})(?::(?<minutes>[0-5]\\d))?(?: ?(?:uhr|h|horas?|heures?))?${END}`,
    'iu',
  ).exec(text)
  const at = (minutes: number) => `${words.atWritten} ${formatClock(minutes).padStart(5, '0')}`
  if (time === null) return text.replace(match[0], `${day} ${at(hour * 60)}`.trim())
  const asked = Number(time.groups?.['hour'])
  const isLater = hour > 12 && asked < 12 && asked >= (hour === 20 ? SMALL_HOURS : 1)
  const minutes = (isLater ? asked + 12 : asked) * 60 + Number(time.groups?.['minutes'] ?? 0)
  return text.replace(time[0], at(minutes)).replace(match[0], day)
}
