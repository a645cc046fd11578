import { LRUCache } from 'lru-cache'

/**
 * Takes the ending off an English word in lower case: `reported`, `reporting` and `reports` give the same text. The
 * algorithm is M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; the text it gives is a key and
 * not always a word.
 */
export const stem = (word: string): string => stems.memo(word)

const stems = new LRUCache<string, string>({ max: 50_000, memoMethod: stemOf })

const CONSONANT = '[^aeiou]'
const VOWEL = '[aeiouy]'
const CONSONANTS = `${CONSONANT}[^aeiouy]*`
const VOWELS = `${VOWEL}[aeiou]*`

/** How often vowels are followed by consonants: Porter's m. */
const AT_LEAST_ONCE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const EXACTLY_ONCE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`)
const AT_LEAST_TWICE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`)
const ENDS_SHORT = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`)

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
]
const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]
const STEP_4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/
const STEP_4_ION = /^(.+?[st])ion$/

function stemOf(given: string): string {
  if (given.length < 3 || !/^[a-z]+$/.test(given)) return given
  // A y that begins a word is a consonant and must not be taken for a vowel.
  const startsWithY = given.startsWith('y')
  let word = startsWithY ? `Y${given.slice(1)}` : given
  word = withoutPlural(word)
  word = withoutPast(word)
  if (word.endsWith('y') && HAS_VOWEL.test(word.slice(0, -1))) word = `${word.slice(0, -1)}i`
  word = replaceEnding(word, STEP_2)
  word = replaceEnding(word, STEP_3)
  word = withoutSuffix(word)
  word = withoutFinalE(word)
  return startsWithY ? `y${word.slice(1)}` : word
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  if (word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) {
    return AT_LEAST_ONCE.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  }
  const root = /^(.+)(?:ed|ing)$/.exec(word)?.[1]
  if (root === undefined || !HAS_VOWEL.test(root)) return word
  if (/(?:at|bl|iz)$/.test(root)) return `${root}e`
  if (/([^aeiouylsz])\1$/.test(root)) return root.slice(0, -1)
  return ENDS_SHORT.test(root) ? `${root}e` : root
}

function replaceEnding(word: string, endings: readonly (readonly [string, string])[]): string {
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue
    const root = word.slice(0, -ending.length)
    return AT_LEAST_ONCE.test(root) ? root + replacement : word
  }
  return word
}

function withoutSuffix(word: string): string {
  const root = STEP_4.exec(word)?.[1] ?? STEP_4_ION.exec(word)?.[1]
  return root !== undefined && AT_LEAST_TWICE.test(root) ? root : word
}

function withoutFinalE(word: string): string {
  let root = word
  if (word.endsWith('e')) {
    const rest = word.slice(0, -1)
    const isSpare = EXACTLY_ONCE.test(rest) && !ENDS_SHORT.test(rest)
    if (AT_LEAST_TWICE.test(rest) || isSpare) root = rest
  }
  return root.endsWith('ll') && AT_LEAST_TWICE.test(root) ? root.slice(0, -1) : root
}
