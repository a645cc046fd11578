export const LANGUAGES = ['de', 'es', 'fr', 'pt', 'zh'] as const
export type Language = 'en' | (typeof LANGUAGES)[number]

export type Dictionary = {
  words: ReadonlyMap<string, string>
  /** The single words of all entries. */
  parts: ReadonlySet<string>
  /** Starts of words that take any ending, longest first. */
  stems: readonly (readonly [stem: string, english: string])[]
  /** Words of the longest entry. */
  maxLength: number
}

export type Dictionaries = Readonly<Record<Language, Dictionary>>

/** A Chinese letter is a word. */
const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}$%@_])+/gu
const HAN = /^\p{Script=Han}/u

export const isChinese = (word: string): boolean => HAN.test(word)

/** Drops case and marks, as in `é`, because many people type without them. */
export const foldWord = (word: string): string =>
  word.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')

type Word = { written: string; from: number; to: number }

/** Returns the words of a text with their positions. */
export const findWords = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: written, index }) => ({
    written,
    from: index,
    to: index + written.length,
  }))

export const foldWords = (text: string): string[] =>
  findWords(text).map(({ written }) => foldWord(written))

/** The English of words that are left out. */
const OMITTED = '-'

/**
 * Reads a table of words. Its first line names the languages of the columns. The first column is the English that the
 * entries of a row mean, or `-` to leave them out. Commas separate entries, and `*` matches any ending. No language has an
 * entry twice.
 */
export function readDictionaries(table: string): Dictionaries {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const read = (language: Language): Dictionary => {
    const words = new Map<string, string>()
    const stems: [string, string][] = []
    for (const row of rows) {
      const [name = ''] = row
      const english = name === OMITTED ? '' : name
      const cell = row[header.indexOf(language)] ?? ''
      for (const entry of [...cell.split(','), ...(language === 'en' ? [english] : [])]) {
        const key = foldWords(entry).join(' ')
        if (entry.endsWith('*')) stems.push([key, english])
        else if (key !== '') words.set(key, english)
      }
    }
    const keys = [...words.keys()].map((key) => key.split(' '))
    return {
      words,
      parts: new Set(keys.flat()),
      stems: stems.toSorted(([a], [b]) => b.length - a.length),
      maxLength: Math.max(0, ...keys.map(({ length }) => length)),
    }
  }
  return {
    en: read('en'),
    de: read('de'),
    es: read('es'),
    fr: read('fr'),
    pt: read('pt'),
    zh: read('zh'),
  }
}

type Match = { english: string | null; at: number; length: number }

/** Cuts words into the longest entries of a dictionary. A word without an entry is a match without English. */
export function matchWords(words: readonly string[], dictionary: Dictionary): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < words.length;) {
    const match = findLongest(words, at, dictionary) ?? { english: null, at, length: 1 }
    matches.push(match)
    at += match.length
  }
  return matches
}

function findLongest(
  words: readonly string[],
  at: number,
  { words: entries, stems, maxLength }: Dictionary,
): Match | null {
  for (let length = Math.min(maxLength, words.length - at); length > 0; length -= 1) {
    const english = entries.get(words.slice(at, at + length).join(' '))
    if (english !== undefined) return { english, at, length }
  }
  const stem = stems.find(([start]) => words[at]?.startsWith(start))
  return stem === undefined ? null : { english: stem[1], at, length: 1 }
}
