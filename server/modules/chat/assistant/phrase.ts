import type { Language } from '#server/intents/translate/dictionary.ts'
import type { PlainEnglish, PlainWord } from '#server/intents/plain-english.ts'
import { writeClockTimes } from '#server/lib/phrases/clock-words.ts'
import { removeDates } from '#server/lib/phrases/date-phrases.ts'
import { writeDayTimes } from '#server/lib/phrases/day-words.ts'
import { type Entities, findEntities } from './phrase-entities.ts'

export type Phrase = {
  /** As the user wrote it. */
  question: string
  /** With its times in digits. */
  timed: string
  /** The user's wall clock in Unix milliseconds, read as UTC. */
  nowMs: number
  /** False after `cut`. */
  isWhole: boolean
  language: Language
  /** Plain English with kinds in place of entities: `send amount ticker to address`. */
  shape: string
  /** The whole question in plain English. */
  english: string
  entities: Entities
  /** The words of the question. */
  words: readonly PlainWord[]
  /** Returns the user's own words after the leading ones that mean one of `lead`, without dates if asked to. */
  after(lead: readonly string[], options?: { isUndated?: boolean }): string
  /** Does the same with a part of the question. */
  skip(part: string, lead: readonly string[]): string
  /** Reads the same phrase without these words of it. */
  without(words: readonly string[]): Phrase
  /** Reads the same phrase without these parts of the question, at the same time by default. */
  cut(parts: readonly { from: number; to: number }[], nowMs?: number): Phrase
}

/** Reads a question into its language, its entities and plain English. */
export function readPhrase(question: string, nowMs: number, plain: PlainEnglish): Phrase {
  const language = plain.detectLanguage(question)
  const ordered = language === 'zh' ? putVerbFirst(writePlainChinese(question), plain) : question
  return readIn(language, ordered, nowMs, plain)
}

const CHINESE_DIGITS = '一二三四五六七八九十'

/** Writes counts in digits, as in `三份报告`, and the `没` that ends a question as `吗`. */
const writePlainChinese = (question: string): string =>
  question
    .replaceAll(
      /(?<![一二两三四五六七八九十百])[一二两三四五六七八九十](?=[份条笔]|个报告)/g,
      (digit) => String(digit === '两' ? 2 : CHINESE_DIGITS.indexOf(digit) + 1),
    )
    .replace(/没有?(?=[?？\s]*$)/, '吗')

const OBJECT_FIRST = /^((?:请|帮我|麻烦|你|\s)*)[把将](.+?)[吧。！!]*$/su
const LAST_VERBS = new Set([
  'delete',
  'open',
  'close',
  'install',
  'uninstall',
  'minimize',
  'analyze',
])

/** Returns `取消明天的提醒` for `把明天的提醒取消`. */
function putVerbFirst(question: string, plain: PlainEnglish): string {
  const [, lead = '', rest = ''] = OBJECT_FIRST.exec(question) ?? []
  const verb = plain.read(rest, 'zh').findLast(({ english }) => english !== '')
  if (verb === undefined || verb.from === 0 || !LAST_VERBS.has(verb.english)) return question
  return `${lead}${rest.slice(verb.from)}${rest.slice(0, verb.from)}`
}

function readIn(language: Language, question: string, nowMs: number, plain: PlainEnglish): Phrase {
  const words = plain.read(question, language)
  const spelled = language === 'en' ? repairDays(question, words) : question
  const timed = writeDayTimes(writeClockTimes(spelled, language), language)
  const entities = findEntities(timed, nowMs, language)
  const skip = (part: string, lead: readonly string[]): string => {
    const rest = plain.skip(part.trim().replace(/[?.!？。！]+$/, ''), language, new Set(lead))
    return withoutThanks(rest, plain.read(rest, language)).replace(/[\s,;，]+$/, '')
  }
  return {
    question,
    timed,
    nowMs,
    isWhole: true,
    language,
    entities,
    words,
    shape: withoutManners(plain.translate(entities.shape, language)),
    english: withoutManners(plain.translate(question, language)),
    without(words) {
      const rest = words.reduce((text, each) => text.replace(each, ' '), timed)
      return readIn(language, rest.replaceAll(/\s+/g, ' '), nowMs, plain)
    },
    cut(parts, atMs = nowMs) {
      const rest = parts
        .toSorted((a, b) => b.from - a.from)
        .reduce((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, question)
      return { ...readIn(language, rest, atMs, plain), isWhole: false }
    },
    after(lead, { isUndated = false } = {}) {
      const reading = { nowMs, prefers: 'future', hasBareHours: true, language } as const
      const words = isUndated ? removeDates(timed, reading) : question
      return skip(words, lead)
    },
    skip,
  }
}

/** Drops manners at the end, such as `pls`, and what English leaves out there, such as `ab` of `absagen`. */
function withoutThanks(text: string, words: readonly PlainWord[]): string {
  const last = words.findLastIndex(({ english }) => !/^(?:please|thanks)?$/.test(english))
  return last === -1 ? text : text.slice(0, words[last + 1]?.from)
}

const DAYS = new Set(
  'tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday'.split(' '),
)

/** A mistyped day would be no date. */
const repairDays = (question: string, words: readonly PlainWord[]): string =>
  words.reduceRight(
    (text, { english, from, to }) =>
      DAYS.has(english) ? `${text.slice(0, from)}${english}${text.slice(to)}` : text,
    question,
  )

/** Drops a greeting before a request. A greeting alone stays. */
const withoutManners = (english: string): string =>
  english.replace(/^(?:(?:hello|please)\s+)+(?=\S+\s+\S)/, '')
