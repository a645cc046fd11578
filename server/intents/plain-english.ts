import { COMMON_WORDS } from './common-words.ts'
import { editDistance } from './edit-distance.ts'
import { LANGUAGES, LEXICON, type Language } from './lexicon.ts'

export type PlainEnglish = {
  /** Guesses the language of a text from its words. */
  detectLanguage(text: string): Language
  /** Returns the text word by word in the English of the lexicon, with typos repaired. */
  translate(text: string, language: Language): string
  /** Returns the rest of a text after its leading words whose English is in `lead`. */
  skip(text: string, language: Language, lead: ReadonlySet<string>): string
}

type Dictionary = {
  words: ReadonlyMap<string, string>
  /** Every single word of the entries. */
  parts: ReadonlySet<string>
  /** Stems that take any ending, longest first. */
  stems: readonly (readonly [stem: string, english: string])[]
  /** Length of the longest entry, in words or Chinese characters. */
  maxLength: number
}

/** Marks, as in `é`, are dropped, because many people type without them. */
const folded = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')

const TOKEN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}$%@_])+/gu
const HAN = /^\p{Script=Han}/u
const MAX_TOKENS = 80

const tokenize = (text: string): string[] => (folded(text).match(TOKEN) ?? []).slice(0, MAX_TOKENS)

const dictionaries = readLexicon()

function readLexicon(): Readonly<Record<Language, Dictionary>> {
  const rows = LEXICON.trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const column = (at: number, isChinese = false): Dictionary => {
    const words = new Map<string, string>()
    const stems: [string, string][] = []
    for (const row of rows) {
      const english = row[0] ?? ''
      for (const entry of (row[at] ?? '').split(',').map((each) => folded(each.trim()))) {
        if (entry.endsWith('*')) stems.push([entry.slice(0, -1), english])
        else if (entry !== '') words.set(tokenize(entry).join(' '), english)
      }
      if (at === 1) words.set(english, english)
    }
    const lengths = [...words.keys()].map((key) => (isChinese ? key.length : key.split(' ').length))
    return {
      words,
      parts: new Set([...words.keys()].flatMap((key) => key.split(' '))),
      stems: stems.toSorted(([a], [b]) => b.length - a.length),
      maxLength: Math.max(...lengths),
    }
  }
  const [de, es, fr, pt, zh] = LANGUAGES.map((language, at) => column(at + 2, language === 'zh'))
  const none: Dictionary = { words: new Map(), parts: new Set(), stems: [], maxLength: 0 }
  return {
    en: column(1),
    de: de ?? none,
    es: es ?? none,
    fr: fr ?? none,
    pt: pt ?? none,
    zh: zh ?? none,
  }
}

/** Names are the same in every language. */
const NAMES = new Set(
  'sol solana usdc usdt bonk jup btc eth bitcoin ethereum jupiter coingecko csv app token wallet amount address ticker date time firedancer phantom etf'.split(
    ' ',
  ),
)

/** Also knows the endings of common words. */
const isCommon = (token: string): boolean =>
  COMMON_WORDS.has(token) ||
  ['s', 'es', 'd', 'ed', 'ing', 'er', 'est', 'ly', 'r', 'y'].some(
    (ending) =>
      token.endsWith(ending) &&
      (COMMON_WORDS.has(token.slice(0, -ending.length)) ||
        COMMON_WORDS.has(`${token.slice(0, -ending.length)}e`)),
  )

/** Chinese words without a meaning of their own. */
const PARTICLES = new Set('了吗吧呢啊我把下的得地么个是有')

/** `known` are further English words, such as those of the tools. */
export function createPlainEnglish(known: readonly string[]): PlainEnglish {
  const domain = new Set([...known.flatMap(tokenize), ...dictionaries.en.words.keys()])
  const isEnglish = (token: string) => isCommon(token) || domain.has(token)
  const repairs = repairCandidates(domain)

  function detectLanguage(text: string): Language {
    if (/\p{Script=Han}/u.test(text)) return 'zh'
    const tokens = tokenize(text)
    let best: Language = 'en'
    let most = tokens.filter((token) => isEnglish(token) && !NAMES.has(token)).length
    for (const language of ['de', 'es', 'fr', 'pt'] as const) {
      const count = covered(tokens, dictionaries[language])
      if (count > most) [best, most] = [language, count]
    }
    return best
  }

  /** Returns the word as it is spelled in the language, if it is only mistyped. */
  function spelled(token: string, language: Language): string {
    const { parts, stems } = dictionaries[language]
    const isKnown = parts.has(token) || stems.some(([stem]) => token.startsWith(stem))
    return isKnown || isEnglish(token) ? token : (findRepair(token, repairs[language]) ?? token)
  }

  function translate(text: string, language: Language): string {
    const tokens = tokenize(text).flatMap((token) =>
      HAN.test(token) ? segments(token) : [spelled(token, language)],
    )
    const dictionary = dictionaries[language]
    const words: string[] = []
    for (let at = 0; at < tokens.length;) {
      const found = longest(tokens, at, dictionary)
      words.push(found?.english ?? wordFor(tokens[at] ?? ''))
      at += found?.length ?? 1
    }
    return words.join(' ')
  }

  /** People mix languages, most often with English. */
  function wordFor(token: string): string {
    if (isEnglish(token)) return longest([token], 0, dictionaries.en)?.english ?? token
    if (token.length < MIN_REPAIRED) return token
    for (const other of LANGUAGES) {
      const found = longest([token], 0, dictionaries[other])
      if (found !== null) return found.english
    }
    return token
  }

  function skip(text: string, language: Language, lead: ReadonlySet<string>): string {
    const places = [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
      if (!HAN.test(token)) {
        return [{ token: spelled(folded(token), language), end: index + token.length }]
      }
      let end = index
      return segments(token, { keepsParticles: true }).map((piece) => {
        end += piece.length
        return { token: piece, end }
      })
    })
    const tokens = places.map(({ token }) => token)
    let from = 0
    for (let at = 0; at < tokens.length;) {
      const found = longest(tokens, at, dictionaries[language])
      const english = found?.english ?? wordFor(tokens[at] ?? '')
      if (!lead.has(english) && !PARTICLES.has(tokens[at] ?? '')) break
      at += found?.length ?? 1
      from = places[at - 1]?.end ?? from
    }
    return text.slice(from).replace(/^[\s,:;.'’-]+/, '')
  }

  return { detectLanguage, translate, skip }
}

type Found = { english: string; length: number }

function longest(tokens: readonly string[], at: number, dictionary: Dictionary): Found | null {
  for (let length = Math.min(dictionary.maxLength, tokens.length - at); length > 0; length -= 1) {
    const english = dictionary.words.get(tokens.slice(at, at + length).join(' '))
    if (english !== undefined) return { english, length }
  }
  const token = tokens[at] ?? ''
  const stem = dictionary.stems.find(([start]) => token.startsWith(start))
  return stem === undefined ? null : { english: stem[1], length: 1 }
}

function covered(tokens: readonly string[], dictionary: Dictionary): number {
  let count = 0
  for (let at = 0; at < tokens.length;) {
    const length = longest(tokens, at, dictionary)?.length ?? 0
    count += length
    at += Math.max(1, length)
  }
  return count
}

/** Cuts Chinese into the longest known words. */
function segments(run: string, { keepsParticles = false } = {}): string[] {
  const { words, maxLength } = dictionaries.zh
  const found: string[] = []
  for (let at = 0; at < run.length;) {
    let length = Math.min(maxLength, run.length - at)
    while (length > 1 && !words.has(run.slice(at, at + length))) length -= 1
    const piece = run.slice(at, at + length)
    if (keepsParticles || words.has(piece) || !PARTICLES.has(piece)) found.push(piece)
    at += length
  }
  return found
}

const MIN_REPAIRED = 4
const LONG_WORD = 8

const repairable = ({ parts, stems }: Dictionary): string[] =>
  [...parts, ...stems.map(([stem]) => stem)].filter((word) => word.length >= MIN_REPAIRED)

/** Returns the words of each language that a typo may be repaired to. */
const repairCandidates = (
  domain: ReadonlySet<string>,
): Readonly<Record<Language, readonly string[]>> => ({
  en: [...domain].flatMap((word) => word.split(' ')).filter((word) => word.length >= MIN_REPAIRED),
  de: repairable(dictionaries.de),
  es: repairable(dictionaries.es),
  fr: repairable(dictionaries.fr),
  pt: repairable(dictionaries.pt),
  zh: [],
})

const isSwapped = (one: string, other: string): boolean =>
  one.length === other.length && sortedLetters(one) === sortedLetters(other)

const sortedLetters = (word: string): string => word.split('').toSorted().join('')

/** Returns the only nearest word, or null. */
function findRepair(token: string, words: readonly string[]): string | null {
  if (token.length < MIN_REPAIRED || /\d/.test(token)) return null
  const limit = token.length >= LONG_WORD ? 2 : 1
  let best: string | null = null
  let least = limit + 1
  let isTied = false
  for (const word of words) {
    if (Math.abs(word.length - token.length) > limit) continue
    // A short word with another letter is more often another word.
    if (token.length === MIN_REPAIRED && !isSwapped(token, word)) continue
    const distance = editDistance(token, word)
    if (distance > least) continue
    isTied = distance === least && best !== null
    if (distance < least) [best, least] = [word, distance]
  }
  return isTied && least > 1 ? null : best
}
