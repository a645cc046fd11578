import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'

const stems = new LRUCache<string, string>({ max: 50_000, memoMethod: (word) => stemmer(word) })

/** Returns the Porter stem of an English word. */
export const stem = (word: string): string => stems.memo(word)

const STOP_WORDS = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anybody anyone anything everybody somebody whenever are around as at away back be became because become been before being below between both but by came
  can cannot come could did do does doing done down during each either else ever every few for from further get gets
  give given go goes going got had has have having he her here hers him his how however i if in indeed into is it its
  itself just keep kind last less let like likely made make makes many may me might more most much must my near need
  never next no nor not nothing now of off often on once one only onto or other our out over own per perhaps put quite
  rather really same say says see seem seen several shall she should show since so some something still such take tell
  than that the their them then there these they thing this those though through thus to together too toward under
  until up upon us use used using very via want was way we well went were what when where whether which while who whose
  why will with within without would yet you your`.split(/\s+/),
)

const WORD = /\$?\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
/** Scripts without spaces are compared by pairs of letters. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u

/** Splits a text into words in lower case. Chinese becomes pairs of letters. */
export function splitWords(text: string): string[] {
  const found = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  return found.flatMap((word) => (UNSPACED.test(word) ? letterPairs(word) : [plain(word)]))
}

/** Returns the stems of a text in its order, without stop words. */
export const extractTerms = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem)

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

function plain(word: string): string {
  const bare = word.replace(/['’]s?$/, '').replaceAll(/['’]/g, '')
  return /^\$?\p{N}/u.test(bare) ? bare.replace('$', '').replaceAll(',', '') : bare
}

function letterPairs(word: string): string[] {
  const letters = Array.from(word)
  if (letters.length < 3) return [word]
  return letters.slice(1).map((letter, place) => `${letters[place]}${letter}`)
}

export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')
