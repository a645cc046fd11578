import { COMMON_WORDS } from '#server/intents/common-words.ts'
import { editDistance } from '#server/intents/edit-distance.ts'
import { isStopWord } from '#server/modules/research/text/words.ts'
import { FOREIGN_WORDS, QUESTION_LANGUAGES, type QuestionLanguage } from './foreign-words.ts'
import { KNOWN_SUBJECTS } from './known-subjects.ts'

type Dictionary = {
  words: ReadonlyMap<string, string>
  stems: readonly (readonly [stem: string, english: string])[]
  maxLength: number
}

/** Left out of the English question. */
const OMITTED = '-'
const HAN = /^\p{Script=Han}/u
const TOKEN =
  /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}$@_])+(?:\.[a-zA-Z]+)?|[^\p{L}\p{M}\p{N}]+/gu
const MAX_CHARS = 2_000
const MIN_REPAIRED = 5
const LONG_WORD = 8

/** Marks are dropped, because many people type without them. */
const folded = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')

const dictionaries = readDictionaries()

function readDictionaries(): Readonly<Record<QuestionLanguage, Dictionary>> {
  const rows = FOREIGN_WORDS.trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const column = (at: number): Dictionary => {
    const words = new Map<string, string>()
    const stems: [string, string][] = []
    for (const row of rows) {
      const english = row[0] ?? ''
      for (const entry of (row[at] ?? '').split(',').map((each) => folded(each.trim()))) {
        if (entry.endsWith('*')) stems.push([entry.slice(0, -1), english])
        else if (entry !== '' && !words.has(entry)) words.set(entry, english)
      }
    }
    const lengths = [...words.keys()].map((key) =>
      HAN.test(key) ? key.length : key.split(' ').length,
    )
    return { words, stems, maxLength: Math.max(...lengths) }
  }
  const [de, es, fr, pt, zh] = QUESTION_LANGUAGES.map((_, at) => column(at + 1))
  const none: Dictionary = { words: new Map(), stems: [], maxLength: 0 }
  return { de: de ?? none, es: es ?? none, fr: fr ?? none, pt: pt ?? none, zh: zh ?? none }
}

/**
 * Returns a question in English words, in the order of the original, with mistyped names repaired. Words that are not
 * in the dictionary stay as they are.
 */
export function toPlainQuestion(question: string): string {
  const text = question.slice(0, MAX_CHARS)
  const pieces = (text.match(TOKEN) ?? []).map(withRepairedName)
  const language = detectLanguage(pieces)
  return language === null ? pieces.join('') : translate(pieces, language)
}

const isWord = (piece: string): boolean => /[\p{L}\p{N}]/u.test(piece)

function detectLanguage(pieces: readonly string[]): QuestionLanguage | null {
  if (pieces.some((piece) => HAN.test(piece))) return 'zh'
  const tokens = pieces.filter(isWord).map(folded)
  let best: QuestionLanguage | null = null
  let most = tokens.filter((token) => isStopWord(token) || COMMON_WORDS.has(token)).length
  for (const language of ['de', 'es', 'fr', 'pt'] as const) {
    const { words, stems } = dictionaries[language]
    const parts = new Set([...words.keys()].flatMap((key) => key.split(' ')))
    const count = tokens.filter(
      (token) => parts.has(token) || stems.some(([stem]) => token.startsWith(stem)),
    ).length
    if (count > most) [best, most] = [language, count]
  }
  return best
}

function translate(pieces: readonly string[], language: QuestionLanguage): string {
  const dictionary = dictionaries[language]
  const tokens = pieces.flatMap((piece) => (HAN.test(piece) ? cutChinese(piece) : piece))
  const places = tokens.flatMap((token, place) => (isWord(token) ? [place] : []))
  const found: string[] = []
  for (let at = 0; at < places.length;) {
    const match = longestMatch(tokens, places.slice(at), dictionary)
    const word = tokens[places[at] ?? 0] ?? ''
    if (match?.english !== OMITTED) found.push(match?.english ?? word)
    at += match?.length ?? 1
  }
  return `${found.join(' ')}${/[?？؟]/.test(pieces.join('')) ? '?' : ''}`
}

function longestMatch(
  tokens: readonly string[],
  places: readonly number[],
  { words, stems, maxLength }: Dictionary,
): { english: string; length: number } | null {
  for (let length = Math.min(maxLength, places.length); length > 0; length -= 1) {
    const phrase = places.slice(0, length).map((place) => folded(tokens[place] ?? ''))
    const english = words.get(phrase.join(' '))
    if (english !== undefined) return { english, length }
  }
  const token = folded(tokens[places[0] ?? 0] ?? '')
  const stem = stems.find(([start]) => token.startsWith(start))
  return stem === undefined ? null : { english: stem[1], length: 1 }
}

/** Cuts Chinese into the longest known words. Unknown characters in a row stay together. */
function cutChinese(run: string): string[] {
  const { words, maxLength } = dictionaries.zh
  const found: string[] = []
  let unknown = ''
  for (let at = 0; at < run.length;) {
    let length = Math.min(maxLength, run.length - at)
    while (length > 0 && !words.has(run.slice(at, at + length))) length -= 1
    if (length === 0) unknown += run[at] ?? ''
    else {
      if (unknown !== '') found.push(unknown)
      unknown = ''
      found.push(run.slice(at, at + length))
    }
    at += Math.max(1, length)
  }
  return unknown === '' ? found : [...found, unknown]
}

/** Subjects of the sources, and what people ask of them. */
const NAMES: readonly string[] = [
  ...KNOWN_SUBJECTS.flatMap(({ name, aliases = [] }) => [name, ...aliases]).filter(
    (name) => name.length >= MIN_REPAIRED && !name.includes(' '),
  ),
  'staking',
  'yield',
  'airdrop',
  'validator',
  'validators',
  'stablecoin',
  'stablecoins',
  'liquidity',
  'exploit',
  'commission',
  'approved',
]
/** Other names that are one letter away from a subject. */
const OTHER_NAMES = ['helius', 'solace', 'meteor', 'phantasm']
const KNOWN_WORDS = new Set([
  ...OTHER_NAMES,
  ...NAMES.map(folded),
  ...Object.values(dictionaries).flatMap(({ words }) =>
    [...words.keys()].flatMap((key) => key.split(' ')),
  ),
])

/** Returns the name that a word mistypes: `Raydum` is `Raydium`. Other words stay. */
function withRepairedName(piece: string): string {
  const word = folded(piece)
  const isKnown = KNOWN_WORDS.has(word) || isStopWord(word) || COMMON_WORDS.has(word)
  if (word.length < MIN_REPAIRED || isKnown || !/^[a-z]+$/.test(word)) return piece
  const limit = word.length >= LONG_WORD ? 2 : 1
  const near = NAMES.map((name) => ({ name, distance: editDistance(word, folded(name)) }))
    .filter(({ name, distance }) => distance <= limit && folded(name)[0] === word[0])
    .toSorted((a, b) => a.distance - b.distance)
  const [first, second] = near
  if (first === undefined || isPlural(word, folded(first.name))) return piece
  return second !== undefined && second.distance === first.distance ? piece : first.name
}

/** `Jitos` and `approve` are other forms, and no typing errors. */
const isPlural = (word: string, name: string): boolean =>
  word.startsWith(name) || name.startsWith(word)
