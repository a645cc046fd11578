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
import { findRepair, isRepairable } from './translate/repair.ts'
import { createTranslator } from './translate/translator.ts'

export type PlainEnglish = {
  detectLanguage(text: string): Language
  /** Returns the text word by word in the English of the chat words, with typos repaired. */
  translate(text: string, language: Language): string
  /** Returns the text after the leading words that mean one of `lead`. */
  skip(text: string, language: Language, lead: ReadonlySet<string>): string
}

const MAX_CHARS = 500

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
  const translator = createTranslator({
    dictionaries,
    isEnglish: (word) => isEnglish(word) && !NAMES.has(word),
    spell(word, language) {
      const { parts, stems } = dictionaries[language]
      const isKnown = parts.has(word) || stems.some(([stem]) => word.startsWith(stem))
      return isKnown || isEnglish(word)
        ? word
        : (findRepair(word, repairs.get(language) ?? []) ?? word)
    },
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

  return {
    detectLanguage: (text) => translator.detectLanguage(text),

    translate(text, language) {
      return translator
        .read(text.slice(0, MAX_CHARS), language)
        .map(({ english, word }) => english ?? wordFor(word))
        .filter((word) => word !== '')
        .join(' ')
    },

    skip(text, language, lead) {
      let from = 0
      for (const { english, word, to } of translator.read(text.slice(0, MAX_CHARS), language)) {
        const meant = english ?? wordFor(word)
        if (meant !== '' && !lead.has(meant)) break
        from = to
      }
      return text.slice(from).replace(/^[\s,:;.'’-]+/, '')
    },
  }
}

/** Longer words that typos are repaired to. */
const repairable = ({ parts, stems }: Dictionary): string[] =>
  [...parts, ...stems.map(([stem]) => stem)].filter(isRepairable)

const foreignRepairs = new Map(
  LANGUAGES.map((language) => [language, repairable(dictionaries[language])]),
)
