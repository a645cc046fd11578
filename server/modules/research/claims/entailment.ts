import { extractTerms } from '#server/lib/text/words.ts'
import { align, type Pair, type Reading } from './align.ts'
import {
  preservesFigure,
  preservesGovernors,
  preservesHeads,
  preservesLimits,
  preservesOperators,
  preservesRelations,
} from './fact-rules.ts'
import { preservesParallels } from './parallel-rules.ts'
import { parseSentence, type Sentence } from './parse-sentence.ts'
import { preservesRole } from './role-rules.ts'
import { isUnasserted } from './unasserted.ts'

type Rule = {
  name: string
  /** A source, and a claim that this rule refuses. */
  refuses: readonly [source: string, claim: string]
  passes: (reading: Reading) => boolean
}

const forEveryPair =
  (passes: (pair: Pair, reading: Reading) => boolean) =>
  (reading: Reading): boolean =>
    reading.pairs.every((pair) => passes(pair, reading))

/** Rules that a claim must satisfy once each of its words has a counterpart in the source. */
export const RULES: readonly Rule[] = [
  {
    name: 'roles',
    refuses: ['Kamino lent 5 SOL to Drift.', 'Drift lent 5 SOL to Kamino.'],
    passes: forEveryPair(preservesRole),
  },
  {
    name: 'figures',
    refuses: ['Fees fell to 5%.', 'Fees fell 5%.'],
    passes: forEveryPair(preservesFigure),
  },
  {
    name: 'operators',
    refuses: ['Circle plans to burn coins.', 'Circle burned coins.'],
    passes: preservesOperators,
  },
  {
    name: 'parallels',
    refuses: [
      'Volume was $4 billion on Orca and $9 billion on Raydium.',
      'Volume was $4 billion on Raydium.',
    ],
    passes: preservesParallels,
  },
  {
    name: 'governors',
    refuses: ['Nexo agreed to pay a fine.', 'Nexo paid a fine.'],
    passes: preservesGovernors,
  },
  {
    name: 'limits',
    refuses: ['Half of the validators stopped.', 'The validators stopped.'],
    passes: preservesLimits,
  },
  {
    name: 'heads',
    refuses: ['The Solana Foundation sold tokens.', 'Solana sold tokens.'],
    passes: preservesHeads,
  },
  {
    name: 'relations',
    refuses: ['Orca rose after Drift fell.', 'Drift fell after Orca rose.'],
    passes: preservesRelations,
  },
]

/**
 * True if the source sentence entails the claim. Each name, word, figure and date of the claim must be in it, in the
 * same role to the same verb or noun, with the same polarity and certainty.
 */
function entails(claim: Sentence, source: Sentence, before: Sentence | null): boolean {
  if (claim.frames.every(({ verb }) => verb === null)) return false
  const reading = align(claim, source, before)
  return (
    reading !== null && reading.pairs.length > 0 && RULES.every(({ passes }) => passes(reading))
  )
}

/** A sentence with a smaller share of the claim's words cannot entail it, so tagging it is not worth the time. */
const MIN_SHARED = 0.25

/** Returns a function that checks if a sentence of the texts entails a claim. */
export function createClaimCheck(
  texts: readonly (readonly string[])[],
): (claim: string) => boolean {
  const read = new Map<string, Sentence>()
  const readOnce = (text: string): Sentence => {
    const sentence = read.get(text) ?? parseSentence(text)
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
