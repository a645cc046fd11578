import { stem } from '#server/intents/phrase-features.ts'
import { startOfDay } from '#server/lib/wall-clock.ts'
import type { PlainWord } from '#server/intents/plain-english.ts'
import type { Language } from '#server/intents/translate/dictionary.ts'
import { FUNCTION_WORDS } from '#server/intents/translate/function-words.ts'
import type { Phrase } from './phrase.ts'

const split = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** What follows one of them is left out, which no argument can say. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  'except',
  'without',
  'but',
  'not',
  'do not',
  'keep',
])

const KINDS: ReadonlySet<string> = new Set(
  'address ticker amount percent date time yesterday last next week month year day'.split(' '),
)

const MONTHS = split(
  'january february march april may june july august september october november december',
)

/** After a number, a part of the amount. */
const UNITS: ReadonlySet<string> = new Set('sol usdc usdt points usd dollars'.split(' '))

/** Stems of the words that a tool or an answer is asked for with. */
export type Vocabulary = ReadonlySet<string>

/** Takes texts in plain English. */
export const readVocabulary = (texts: readonly string[]): Vocabulary =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}$%]+/gu) ?? []).map(stem))

/** A single letter is left of `what’s`, and nothing of a word that English leaves out. */
const isFunctionWord = (word: string, language: Language): boolean =>
  FUNCTION_WORDS.en.has(word) || FUNCTION_WORDS[language].has(word) || /^[a-z]?$/.test(word)

const isEmpty = (english: string, language: Language): boolean =>
  english.split(' ').every((word) => isFunctionWord(word, language))

const isKnown = (english: string, vocabulary: Vocabulary): boolean =>
  english
    .split(' ')
    .every(
      (word) =>
        FUNCTION_WORDS.en.has(word) ||
        vocabulary.has(stem(word)) ||
        (/^\d+$/.test(word) && vocabulary.has('amount')) ||
        (word === 'today' && vocabulary.has('date')),
    )

const SOURCES = split('twitter x reddit youtube telegram discord blog blogs social')
/** May be between `without` and a source. */
const BEFORE_SOURCE = split('from of the any using')
/** May follow a source or a language at the end of a question, as in `in German in three lines`. */
const AFTER_SOURCE = split('media posts today only without lines sentences one two three few')
/** What is before a language, word by word: `in German`, `auf Deutsch`, `en français`. */
const IN = split('in on as')
const LIMIT_LEADS = new Set([...IN, 'but', 'only'])

/**
 * Finds what limits the texts of a question to research: a source, as in `without Twitter`, or `in German`. In `trading
 * without KYC`, the same words are a part of the question.
 */
export function findLimits({ words, question, language }: Phrase): Part[] {
  const getWord = (at: number): string => words[at]?.english ?? ''
  const isEnd = (from: number): boolean =>
    words
      .slice(from)
      .every(
        ({ english }) =>
          SOURCES.has(english) ||
          AFTER_SOURCE.has(english) ||
          KINDS.has(english) ||
          isEmpty(english, language),
      )
  const isLimit = (at: number): boolean => {
    if (getWord(at) === 'english') return IN.has(getWord(at - 1)) && isEnd(at + 1)
    if (getWord(at) !== 'only' && !EXCEPTIONS.has(getWord(at))) return false
    const source = words.findIndex(({ english }, next) => next > at && !BEFORE_SOURCE.has(english))
    return SOURCES.has(getWord(source)) && isEnd(source + 1)
  }
  let first = words.findIndex((_, at) => isLimit(at))
  while (LIMIT_LEADS.has(getWord(first - 1))) first -= 1
  const from = words[first]?.from
  return from === undefined ? [] : [{ from, to: question.trimEnd().length }]
}

/** Returns false if a phrase only names things, such as `last week and 2 SOL`, or only says `research`. */
export const asksForSomething = ({ shape, language }: Phrase): boolean =>
  shape
    .split(' ')
    .some((word) => !KINDS.has(word) && word !== 'research' && !isFunctionWord(word, language))

/** Returns true if an answer without arguments has most words of the phrase. */
export function isExplained({ shape, language }: Phrase, vocabulary: Vocabulary): boolean {
  const words = shape.split(' ').filter((word) => !isFunctionWord(word, language))
  const known = words.filter((word) => isKnown(word, vocabulary))
  const unknown = words.filter((word) => !known.includes(word) && !KINDS.has(word))
  return words.length === 0 || unknown.length < known.length
}

export type Unused = {
  /** In the order of the question. */
  parts: readonly Part[]
  /** True if nothing is used, or most words are of no tool. */
  isForeign: boolean
}

type Part = { from: number; to: number }

/** A longer phrase is no command. It is read again without each word, which takes milliseconds. */
const MAX_WORDS = 30
/** Only so few unused words may say the same as another. The phrase is read again without both of them. */
const MAX_REPEATED = 4
const MAX_CHARS = 1_000

/**
 * Finds the parts of the question that a call does not use. The tool's own texts have a used word, or the arguments are
 * others without it.
 */
export function findUnused(
  phrase: Phrase,
  { vocabulary, all }: { vocabulary: Vocabulary; all: Vocabulary },
  readArguments: (phrase: Phrase) => unknown,
): Unused {
  const content = phrase.words.filter(({ english }) => !isEmpty(english, phrase.language))
  if (content.length > MAX_WORDS || phrase.question.length > MAX_CHARS)
    return { parts: [{ from: 0, to: phrase.question.length }], isForeign: true }
  // In the afternoon, `tomorrow at 9` and `at 9` are the same.
  const readings = [phrase.nowMs, startOfDay(phrase.nowMs)].map((nowMs) => {
    const read = (...parts: Part[]) => JSON.stringify(readArguments(phrase.cut(parts, nowMs)))
    return { read, whole: read() }
  })
  const isArgument = (...words: Part[]): boolean =>
    readings.some(({ read, whole }) => read(...words) !== whole)
  const alone = new Map<PlainWord, boolean>()
  const isArgumentAlone = (word: PlainWord): boolean => {
    const known = alone.get(word) ?? isArgument(word)
    alone.set(word, known)
    return known
  }
  // Without its month, `5 December` may be the same day.
  const isMonthOfDay = (word: PlainWord): boolean => {
    const before = content[content.indexOf(word) - 1]
    return MONTHS.has(word.english) && before !== undefined && /\d/.test(before.english)
  }
  const isUsed = (word: PlainWord): boolean =>
    isKnown(word.english, vocabulary) ||
    (word.english !== 'only' &&
      (isArgumentAlone(word) || (isMonthOfDay(word) && vocabulary.has('date'))))
  const limit = content.findIndex(
    ({ english }) => EXCEPTIONS.has(english) && !isKnown(english, vocabulary),
  )
  const asked = limit === -1 ? content : content.slice(0, limit)
  const used = new Set(asked.filter(isUsed))
  // Each of two words that say the same changes nothing alone, as in `unter 100 Dollar fällt`.
  const open = asked.filter((word) => !used.has(word) && word.english !== 'only')
  if (open.length > 0 && open.length <= MAX_REPEATED) {
    const others = asked.filter((word) => word.english !== 'only' && !isArgumentAlone(word))
    for (const word of open)
      if (others.some((other) => other !== word && isArgument(word, other))) used.add(word)
  }
  const parts: Part[] = []
  content.forEach((word, at) => {
    const last = parts.at(-1)
    const before = content[at - 1]
    const isAfterUnused = before !== undefined && !used.has(before)
    const isUnit = isAfterUnused && /\d/.test(before.english) && UNITS.has(word.english)
    if (isUnit) used.delete(word)
    if (used.has(word)) return
    if (last !== undefined && isAfterUnused) last.to = word.to
    else parts.push({ from: word.from, to: word.to })
  })
  const strangers = asked.filter(
    (word) => !used.has(word) && !word.isListed && !isKnown(word.english, all),
  )
  return { parts, isForeign: used.size === 0 || strangers.length > used.size }
}
