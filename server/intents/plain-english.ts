import { LRUCache } from 'lru-cache'
import { CHAT_WORDS } from './translate/chat-words.ts'
import { isCommonWord } from './translate/common-words.ts'
import {
  type Dictionary,
  foldWords,
  type Language,
  LANGUAGES,
  matchWords,
  readDictionaries,
} from './translate/dictionary.ts'
import { FUNCTION_WORDS } from './translate/function-words.ts'
import { findRepair, isRepairable } from './translate/repair.ts'
import { createTranslator } from './translate/translator.ts'

/** A word, or several that mean one thing, with its place in the text. */
export type PlainWord = {
  english: string
  from: number
  to: number
  /** True for a number, and for words that the chat words have. */
  isListed: boolean
}

export type PlainEnglish = {
  detectLanguage(text: string): Language
  /** Returns the words of the text. The English of those that English leaves out is empty. */
  read(text: string, language: Language): PlainWord[]
  /** Returns the text word by word in the English of the chat words, with typos repaired. */
  translate(text: string, language: Language): string
  /** Returns the text after the leading words that mean one of `lead`. */
  skip(text: string, language: Language, lead: ReadonlySet<string>): string
}

const MAX_CHARS = 500
/** Words whose spelling is remembered. */
const MAX_SPELLED = 2_000

/** A wrong guess at one of these would turn a request into another: `alten` into `allen`, `klein` into `kein`. */
const CHANGES_REQUEST = new Set(['all', 'do not', 'not', 'only', 'except', 'without'])

const dictionaries = readDictionaries(CHAT_WORDS)

/** Names are the same in every language. */
export const NAMES = new Set(
  'sol solana usdc usdt bonk jup btc eth bitcoin ethereum jupiter coingecko csv app token wallet amount address ticker date time firedancer phantom etf'.split(
    ' ',
  ),
)

/** `known` are further English words, such as those of the tools. */
export function createPlainEnglish(known: readonly string[]): PlainEnglish {
  const domain = new Set([...known.flatMap(foldWords), ...dictionaries.en.words.keys()])
  const isEnglish = (word: string) => isCommonWord(word) || domain.has(word)
  const repairs: ReadonlyMap<Language, readonly string[]> = new Map([
    ...foreignRepairs,
    ['en', [...domain].flatMap((word) => word.split(' ')).filter(isRepairable)],
  ])
  // A phrase is read many times, and each unknown word is compared with thousands.
  const spelled = new LRUCache<string, string>({ max: MAX_SPELLED })
  function spell(word: string, language: Language): string {
    const { parts, stems } = dictionaries[language]
    const isKnown = (each: string): boolean =>
      parts.has(each) ||
      FUNCTION_WORDS[language].has(each) ||
      stems.some(([stem]) => each.startsWith(stem))
    if (isKnown(word) || isEnglish(word)) return word
    // The verb of `instálame` and `ábrelo`.
    const verb = language === 'es' ? word.replace(/(?:me)?(?:l[oa]s?)?$/, '') : word
    if (isKnown(verb)) return verb
    const key = `${language} ${word}`
    const found = spelled.get(key) ?? repair(word, language)
    spelled.set(key, found)
    return found
  }
  function repair(word: string, language: Language): string {
    const found = findRepair(word, repairs.get(language) ?? [])
    const english = found === null ? undefined : dictionaries[language].words.get(found)
    return found === null || CHANGES_REQUEST.has(english ?? found) ? word : found
  }
  const translator = createTranslator({
    dictionaries,
    isEnglish: (word) => isEnglish(word) && !NAMES.has(word),
    spell,
  })

  /** People mix languages, most often with English. */
  function wordFor(word: string): string {
    const languages: readonly Language[] = isEnglish(word)
      ? ['en']
      : isRepairable(word)
        ? LANGUAGES
        : []
    for (const language of languages) {
      const [match] = matchWords([word], dictionaries[language])
      if (match?.english != null) return match.english
    }
    return word
  }

  const read = (text: string, language: Language): PlainWord[] => {
    const pieces = translator.read(text.slice(0, MAX_CHARS), language)
    const verb = language === 'de' ? findSplitVerb(pieces) : null
    return pieces.map(({ english, word, from, to }, at) => ({
      english: verb?.english[at] ?? english ?? wordFor(word),
      from,
      to,
      isListed: english !== null || verb?.english[at] !== undefined || /\d/.test(word),
    }))
  }

  return {
    detectLanguage: (text) => translator.detectLanguage(text.slice(0, MAX_CHARS)),
    read,

    translate: (text, language) =>
      read(text, language)
        .map(({ english }) => english)
        .filter((word) => word !== '')
        .join(' '),

    skip(text, language, lead) {
      let from = 0
      for (const { english, to } of read(text, language)) {
        if (english !== '' && !lead.has(english)) break
        from = to
      }
      return text.slice(from).replace(/^[\s,:;.'’-]+/, '')
    },
  }
}

const SYLLABLES = new Set('ab an auf aus ein heraus hinzu hoch raus um zu'.split(' '))

/** Finds a German verb whose first syllable ends the phrase: `absagen` in `sag das Treffen ab`. */
function findSplitVerb(
  words: readonly { word: string }[],
): { english: (string | undefined)[] } | null {
  const last = words.length - 1
  const syllable = words[last]?.word ?? ''
  if (!SYLLABLES.has(syllable)) return null
  for (const [at, { word }] of words.slice(0, last).entries()) {
    const [, english] =
      dictionaries.de.stems.find(
        ([stem]) => stem.startsWith(syllable) && `${syllable}${word}`.startsWith(stem),
      ) ?? []
    if (english !== undefined)
      return {
        english: words.map((_, which) =>
          which === at ? english : which === last ? '' : undefined,
        ),
      }
  }
  return null
}

/** Longer words that typos are repaired to. */
const repairable = ({ parts, stems }: Dictionary): string[] =>
  [...parts, ...stems.map(([stem]) => stem)].filter(isRepairable)

const foreignRepairs = new Map(
  LANGUAGES.map((language) => [language, repairable(dictionaries[language])]),
)
