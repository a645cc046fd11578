import { type Pair, type Reading, pairVerb } from './align.ts'
import type { Frame } from './frames.ts'
import { type Sentence, type Token } from './read-sentence.ts'
import { isPartOf, getRole } from './roles.ts'
import {
  FACTUAL_VERBS,
  findOperator,
  LIMITS,
  NAME_KINDS,
  RELATIONS,
  type Operator,
} from './vocabulary.ts'

const LEVEL = /^(?:from|to|by)$/

/** A figure keeps its preposition and what it counts. */
export function keepsFigure({ said, held }: Pair, r: Reading): boolean {
  if (said.kind !== 'figure') return true
  const isCount = said.head !== said
  if (isCount) return true
  const isLevel = LEVEL.test(said.prep ?? '') || LEVEL.test(held.prep ?? '')
  if (isLevel && said.prep !== held.prep) return false
  // "45 minutes" for 45 of anything else.
  if (held.head !== held && said.figure?.unit === 'number') return false
  if (pairVerb(said.frame, r)?.held.frame === held.frame) return true
  const isMeasure = (token: Token) =>
    token.frame === held.frame &&
    token.side === 'before' &&
    token.prep === null &&
    token.head === token &&
    token.kind !== 'figure'
  return r.pairs.some(({ held: other }) => isMeasure(other) || other.host === held)
}

/** The claim is as sure as its source. */
export function keepsOperators(r: Reading): boolean {
  // A claim that names who says it leaves open whether it is so.
  const isAttributed = r.pairs.some(({ said }) => said.isSpeaker)
  return r.claim.frames.every((frame) => {
    const own = r.pairs.filter(({ said }) => said.frame === frame && !said.isSpeaker)
    const used = own
      .filter(({ said, held }) => said.prep === null || held.side === 'verb')
      .map(({ held }) => held)
    if (used.length === 0) return true
    const main = own.find(({ said }) => said.side === 'verb')?.held
    const places = main === undefined ? used : [main, ...used.filter(({ side }) => side === 'verb')]
    const held = findOperators(r.source, new Set(places.map((token) => token.frame)))
    // Who plans something wants it.
    const said = findOperators(r.claim, new Set([frame])).map((name) =>
      name === 'want' && held.includes('later') ? 'later' : name,
    )
    const isWeaker = (name: Operator) =>
      (name === 'can' && isSo(held)) ||
      (name === 'maybe' && held.includes('can') && !held.includes('maybe'))
    const kept = said.filter((name) => !isWeaker(name))
    // `A bill to tax transfers` for `a bill that would tax transfers`: neither says that they are taxed.
    const isUnneeded = (name: Operator) =>
      (name === 'should' &&
        main !== undefined &&
        !said.includes(name) &&
        findOperator(main.text) === name) ||
      (name === 'can' && said.includes('maybe') && !said.includes('can')) ||
      (frame.isGoverned && (name === 'would' || name === 'later') && !said.includes(name))
    const isCounted = (name: Operator) => !isAttributed || name !== 'alleged'
    return isSameSet(
      kept.filter(isCounted),
      held.filter((name) => !isUnneeded(name) && isCounted(name)),
    )
  })
}

/** Returns true for an event without doubt or condition, which therefore can happen. */
const isSo = (operators: readonly Operator[]): boolean => operators.length === 0

/** Returns the operators of frames and of those that their truth depends on. */
function findOperators({ frames }: Sentence, start: ReadonlySet<Frame>): Operator[] {
  const all = new Set(start)
  for (const frame of all) {
    const governor = findGovernor(frame)
    if (governor !== null) all.add(governor)
  }
  const own = [...all].flatMap(({ operators, opener }): Operator[] => {
    if (opener === 'whether') return [...operators, 'if']
    return /^(?:against|without|from)$/.test(opener) ? [...operators, 'not'] : operators
  })
  const isConditional = frames.some(({ opener }) => /^(?:if|unless|provided)$/.test(opener))
  return isConditional ? [...own, 'if'] : own
}

function findGovernor({ link, parent, isShared }: Frame): Frame | null {
  if (link === 'complement' || isShared) return parent
  return link === 'also' && parent?.link === 'complement' ? parent.parent : null
}

/** Two negations are none. */
function isSameSet(a: readonly Operator[], b: readonly Operator[]): boolean {
  const count = (list: readonly Operator[], name: Operator) =>
    list.filter((each) => each === name).length
  return [...new Set([...a, ...b])].every((name) =>
    name === 'not'
      ? count(a, name) % 2 === count(b, name) % 2
      : a.includes(name) && b.includes(name),
  )
}

/** `Agreed to pay` and `stopped paying` do not say that it pays: the first verb must be in the claim too. */
export const keepsGovernors = ({ pairs, used, source }: Reading): boolean =>
  pairs.every(({ said, held }) => {
    const { parent, isGoverned } = held.frame
    if (said.side !== 'verb' || held.side !== 'verb' || !isGoverned || parent === null) return true
    const governor = source.tokens.find(({ at }) => at === parent.verb)
    return governor === undefined || used.has(governor) || FACTUAL_VERBS.has(parent.verbBase)
  })

const EXCEPTION = /^(?:except|excluding)$/

/** Leaving out `half of` or `most` says more than the source. */
export function keepsLimits({ used, claim, source: { words, tokens } }: Reading): boolean {
  const isLimited = (sentence: Sentence) => sentence.words.some(({ text }) => EXCEPTION.test(text))
  if (isLimited({ words, tokens, frames: [] }) && !isLimited(claim)) return false
  return tokens.every((limit) => {
    const { text, at } = limit
    if (!LIMITS.has(text) || used.has(limit)) return true
    const next = tokens.find(
      (token) => token.at > at && token.at <= at + 4 && token.kind !== 'pronoun',
    )
    return next === undefined || !used.has(next)
  })
}

/** `The founders of A` is not `A`: the head of a phrase must be in the claim too. */
export function keepsHeads({ pairs, used }: Reading): boolean {
  return pairs.every(({ said, held }) => {
    const isAttached = said.prep !== null && said.host !== null && getRole(said) === 'phrase'
    if (said.kind !== 'word' || said.side === 'verb' || held.side === 'verb') return true
    if (said.head !== said || isAttached) return true
    const { head, host, prep } = held
    const isLeftOut = head !== held && head.kind !== 'pronoun' && !used.has(head)
    if (isLeftOut && !NAME_KINDS.has(head.text)) return false
    // "The fee on Solana was 5 SOL" does not say that of Solana.
    const isOfHost =
      prep === 'of' || (prep !== null && said.prep === null && held.side === 'before')
    return !isOfHost || host === null || used.has(host) || isPartOf(held)
  })
}

/** A word of place, order or cause is followed by the same words. */
export function keepsRelations({ pairs }: Reading): boolean {
  const isAfter = (token: Token, relation: Token) =>
    token.at > relation.at && (token.prep === relation.text || token.frame.opener === relation.text)
  return pairs
    .filter(({ said }) => RELATIONS.has(said.text))
    .every(({ said, held }) =>
      pairs.every((pair) => !isAfter(pair.said, said) || isAfter(pair.held, held)),
    )
}
