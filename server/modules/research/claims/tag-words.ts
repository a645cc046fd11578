import winkNLP, { type ItsFunction, type WinkMethods } from 'wink-nlp'
import model from 'wink-eng-lite-web-model'
import { isPast } from '#server/modules/research/text/base-form.ts'
import { normalizeSpelling } from './spellings.ts'

/** A word as written, in lower case, and its part of speech (a Universal Dependencies tag). */
export type Word = { raw: string; text: string; pos: string }

const WORD =
  /(?:[$€£]\s?)?\d+(?:[.,]\d+)*(?:x\b|\s?(?:%|percent\b|trillion\b|billion\b|million\b|thousand\b|[bmk]\b))?(?![\p{L}\d])|[\p{L}\p{M}\p{N}$]+(?:(?:[.’'-]|&)[\p{L}\p{M}\p{N}]+)*(?:(?<=s)'(?!\p{L}))?|[,;:()–—]/giu

let tagger: WinkMethods | undefined

/** Splits a sentence into words, figures and punctuation, each with its part of speech. */
export function tagWords(sentence: string): Word[] {
  const text = normalizeSpelling(sentence)
  tagger ??= winkNLP(model, ['pos'])
  const fields: { pos: ItsFunction<string> } = tagger.its
  const tokens = tagger.readDoc(text).tokens()
  const tags = tokens.out(fields.pos)
  let end = 0
  const places = tokens.out().map((value, nth) => {
    const start = text.indexOf(value, end)
    end = start + value.length
    return { start, pos: tags[nth] ?? 'X' }
  })
  const words = [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const parts = places
      .filter(({ start }) => start >= index && start < index + raw.length)
      .map(({ pos }) => pos)
    const last = parts.findLast((pos) => !/PART|PUNCT/.test(pos)) ?? parts[0] ?? 'X'
    const pos = /^[$€£]?\s?\d/.test(raw) ? 'NUM' : parts.includes('AUX') ? 'AUX' : last
    return { raw, text: raw.toLowerCase(), pos }
  })
  correctTags(words)
  return words
}

type Correction = {
  /** A phrase with the wrongly tagged word marked. */
  example: string
  from: RegExp
  to: string
  isWrong: (place: Place) => boolean
}

type Place = { word: Word; before: Word; next: Word; words: readonly Word[]; at: number }

const VERBS = /^(?:VERB|AUX)$/
const NAMES = /^(?:NOUN|PROPN)$/
const NOMINALS = /^(?:NOUN|PROPN|ADJ)$/
const NONE: Word = { raw: '', text: '', pos: '' }

const isCapital = ({ raw }: Word): boolean => /^\p{Lu}/u.test(raw)
const isIng = ({ text }: Word): boolean => text.endsWith('ing')

/** Corrections of frequent tagger errors, applied in this order to each word. */
const CORRECTIONS: readonly Correction[] = [
  {
    example: 'an inquiry into *whether* fees rose',
    from: /./,
    to: 'SCONJ',
    isWrong: ({ word }) => word.text === 'whether',
  },
  {
    example: 'rose *to* $164',
    from: /^PART$/,
    to: 'ADP',
    isWrong: ({ word, next }) => word.text === 'to' && !/^(?:VERB|AUX|ADV)$/.test(next.pos),
  },
  {
    example: '*Will* Clemente',
    from: /^AUX$/,
    to: 'PROPN',
    isWrong: ({ word, next }) => isCapital(word) && next.pos === 'PROPN',
  },
  {
    example: 'the wallet *Backpack*',
    from: /^VERB$/,
    to: 'PROPN',
    isWrong: ({ word, next, at }) =>
      isCapital(word) && !isIng(word) && (at > 0 || NAMES.test(next.pos)),
  },
  {
    example: 'Bitwise *charges* 0.2%',
    from: /^NOUN$/,
    to: 'VERB',
    isWrong: ({ word, before, next, words, at }) =>
      /[^s]s$/.test(word.text) &&
      before.pos === 'PROPN' &&
      next.pos === 'NUM' &&
      !isCapital(word) &&
      !words.slice(0, at).some(({ pos }) => VERBS.test(pos)),
  },
  {
    example: 'Orca *overtook* Raydium',
    from: /^(?:NOUN|ADJ|PROPN)$/,
    to: 'VERB',
    isWrong: ({ word, before, next }) =>
      NAMES.test(before.pos) &&
      !isCapital(word) &&
      (isPast(word.text) || (word.text.endsWith('ed') && next.pos === 'DET')),
  },
  {
    example: 'will *stake* the tokens',
    from: /^(?:ADJ|NOUN)$/,
    to: 'VERB',
    isWrong: ({ before, next }) =>
      /^(?:will|would|may|might|could|can|should|must|shall|to)$/.test(before.text) &&
      /^(?:DET|PRON|PROPN)$/.test(next.pos),
  },
  {
    example: 'after *failed* trades',
    from: /^VERB$/,
    to: 'ADJ',
    isWrong: ({ word, before, next }) =>
      NOMINALS.test(next.pos) &&
      (/^(?:DET|ADJ|NUM|SYM)$/.test(before.pos) ||
        (before.pos === 'ADP' && before.text !== 'to' && !isIng(word))),
  },
  {
    example: 'token *staking*, the *launch*',
    from: /^VERB$/,
    to: 'NOUN',
    isWrong: ({ word, before }) =>
      /^(?:a|an|the|its|their|his|her)$/.test(before.text) ||
      (isIng(word) && /^(?:DET|ADJ)$/.test(before.pos)),
  },
]

function correctTags(words: Word[]): void {
  for (const [at, word] of words.entries()) {
    const place = { word, before: words[at - 1] ?? NONE, next: words[at + 1] ?? NONE, words, at }
    for (const { from, to, isWrong } of CORRECTIONS)
      if (from.test(word.pos) && isWrong(place)) word.pos = to
  }
}
