import { extractTerms } from '#server/modules/research/text/words.ts'
import { type Reading, align } from './align.ts'
import {
  keepsFigure,
  keepsOperators,
  keepsLimits,
  keepsHeads,
  keepsRelations,
} from './fact-rules.ts'
import { keepsRole } from './role-rules.ts'
import { readSentence, type Sentence } from './read-sentence.ts'

/**
 * True if one sentence of the source says what the claim says. Each name, word, figure and date of the claim must be in
 * that sentence, in the same role to the same verb or noun, with the same polarity and certainty. What cannot be
 * aligned is not carried.
 */
function entails(claim: Sentence, source: Sentence, before: Sentence | null): boolean {
  if (claim.frames.every(({ verb }) => verb === null)) return false
  const pairs = align(claim, source, before)
  if (pairs === null || pairs.length === 0) return false
  const reading = {
    claim,
    source,
    pairs,
    heldOf: new Map(pairs.map(({ said, held }) => [said, held])),
  }
  return RULES.every(([, rule]) => rule(reading))
}

const RULES: readonly (readonly [string, (reading: Reading) => boolean])[] = [
  ['roles', (r) => r.pairs.every((pair) => keepsRole(pair, r))],
  ['figures', (r) => r.pairs.every((pair) => keepsFigure(pair, r))],
  ['operators', keepsOperators],
  ['limits', keepsLimits],
  ['heads', keepsHeads],
  ['relations', keepsRelations],
  [
    'respectively',
    (r) =>
      !r.source.words.some(({ text }) => text === 'respectively') ||
      r.pairs.length >= r.source.tokens.length,
  ],
]

/** A sentence with fewer of the claim's words cannot carry it, and is not worth tagging. */
const MIN_SHARED = 0.25

/** Returns a check whether one sentence of the texts says what a claim says. */
export function createClaimCheck(
  texts: readonly (readonly string[])[],
): (claim: string) => boolean {
  const read = new Map<string, Sentence>()
  const readOnce = (text: string): Sentence => {
    const sentence = read.get(text) ?? readSentence(text)
    read.set(text, sentence)
    return sentence
  }
  const known = texts.map((sentences) =>
    sentences.map((text) => ({ text, terms: new Set(extractTerms(text)) })),
  )
  return (claim) => {
    const terms = extractTerms(claim)
    return known.some((sentences) =>
      sentences.some(({ text, terms: own }, nth) => {
        if (plain(text) === plain(claim)) return true
        const before = sentences[nth - 1]
        const shared = terms.filter((term) => own.has(term) || before?.terms.has(term) === true)
        if (shared.length < MIN_SHARED * terms.length) return false
        return entails(
          readOnce(claim),
          readOnce(text),
          before === undefined ? null : readOnce(before.text),
        )
      }),
    )
  }
}

const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '')
    .trim()
