import type { Language } from '#server/intents/translate/dictionary.ts'
import type { PlainEnglish } from '#server/intents/plain-english.ts'
import { removeDates } from '#server/lib/phrases/date-phrases.ts'
import { type Entities, findEntities } from './phrase-entities.ts'

export type Phrase = {
  question: string
  /** The user's wall clock in Unix milliseconds, read as UTC. */
  nowMs: number
  language: Language
  /** Plain English with kinds in place of entities: `send amount ticker to address`. */
  shape: string
  /** The whole question in plain English. */
  english: string
  entities: Entities
  /** Returns the user's own words after the leading ones that mean one of `lead`, without dates if asked to. */
  after(lead: readonly string[], options?: { isUndated?: boolean }): string
  /** Reads the same phrase without these words of it. */
  without(words: readonly string[]): Phrase
}

/** Reads a question into its language, its entities and plain English. */
export function readPhrase(question: string, nowMs: number, plain: PlainEnglish): Phrase {
  const language = plain.detectLanguage(question)
  const entities = findEntities(question, nowMs, language)
  return {
    question,
    nowMs,
    language,
    entities,
    shape: withoutManners(plain.translate(entities.shape, language)),
    english: withoutManners(plain.translate(question, language)),
    without: (words) =>
      readPhrase(
        words.reduce((text, each) => text.replace(each, ' '), question).replaceAll(/\s+/g, ' '),
        nowMs,
        plain,
      ),
    after(lead, { isUndated = false } = {}) {
      const reading = { nowMs, prefers: 'future', hasBareHours: true, language } as const
      const words = isUndated ? removeDates(question, reading) : question
      return plain.skip(words.trim().replace(/[?.!？。！]+$/, ''), language, new Set(lead)).trim()
    },
  }
}

/** Drops a greeting before a request. A greeting alone stays. */
const withoutManners = (english: string): string =>
  english.replace(/^(?:(?:hello|please)\s+)+(?=\S+\s+\S)/, '')
