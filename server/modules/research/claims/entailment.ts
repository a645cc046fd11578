import { extractTerms } from '#server/lib/text/words.ts'
import { align, type Pair, type Reading } from './align.ts'
import {
  keepsFigure,
  keepsGovernors,
  keepsHeads,
  keepsLimits,
  keepsOperators,
  keepsRelations,
} from './fact-rules.ts'
import { keepsParallels } from './parallel-rules.ts'
import { readSentence, type Sentence } from './read-sentence.ts'
import { keepsRole } from './role-rules.ts'
import { isUnasserted } from './unasserted.ts'

type Rule = {
  name: string
  /** A source, and a claim that this rule refuses. */
  refuses: readonly [source: string, claim: string]
  keeps: (reading: Reading) => boolean
}

const ofEach =
  (keeps: (pair: Pair, reading: Reading) => boolean) =>
  (reading: Reading): boolean =>
    reading.pairs.every((pair) => keeps(pair, reading))

/** Facts that a claim must keep of its source, after each of its words has a counterpart there. */
export const RULES: readonly Rule[] = [
  {
    name: 'roles',
    refuses: ['Kamino lent 5 SOL to Drift.', 'Drift lent 5 SOL to Kamino.'],
    keeps: ofEach(keepsRole),
  },
  {
    name: 'figures',
    refuses: ['Fees fell to 5%.', 'Fees fell 5%.'],
    keeps: ofEach(keepsFigure),
  },
  {
    name: 'operators',
    refuses: ['Circle plans to burn coins.', 'Circle burned coins.'],
    keeps: keepsOperators,
  },
  {
    name: 'parallels',
    refuses: [
      'Volume was $4 billion on Orca and $9 billion on Raydium.',
      'Volume was $4 billion on Raydium.',
    ],
    keeps: keepsParallels,
  },
  {
    name: 'governors',
    refuses: ['Nexo agreed to pay a fine.', 'Nexo paid a fine.'],
    keeps: keepsGovernors,
  },
  {
    name: 'limits',
    refuses: ['Half of the validators stopped.', 'The validators stopped.'],
    keeps: keepsLimits,
  },
  {
    name: 'heads',
    refuses: ['The Solana Foundation sold tokens.', 'Solana sold tokens.'],
    keeps: keepsHeads,
  },
  {
    name: 'relations',
    refuses: ['Orca rose after Drift fell.', 'Drift fell after Orca rose.'],
    keeps: keepsRelations,
  },
]

/**
 * True if one sentence of the source says what the claim says. Each name, word, figure and date of the claim must be in
 * that sentence, in the same role to the same verb or noun, with the same polarity and certainty.
 */
function entails(claim: Sentence, source: Sentence, before: Sentence | null): boolean {
  if (claim.frames.every(({ verb }) => verb === null)) return false
  const reading = align(claim, source, before)
  return reading !== null && reading.pairs.length > 0 && RULES.every(({ keeps }) => keeps(reading))
}

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
        if (isUnasserted(text, sentences[nth + 1]?.text ?? '', claim)) return false
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
