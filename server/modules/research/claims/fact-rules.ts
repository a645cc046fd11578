import { type Pair, type Reading, pairVerb } from './align.ts'
import type { Frame } from './frames.ts'
import { type Sentence, type Token } from './parse-sentence.ts'
import { isPartOf, getRole } from './roles.ts'
import {
  FACTUAL_VERBS,
  findOperator,
  LIMITS,
  NAME_SUFFIXES,
  RELATIONS,
  type Operator,
} from './vocabulary.ts'

const LEVEL = /^(?:from|to|by)$/

/** A figure has the same preposition and counts the same thing. */
export function preservesFigure({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  if (claimToken.kind !== 'figure') return true
  // A count, such as `5` in `5 nodes`, is checked with its noun.
  if (claimToken.head !== claimToken) return true
  const isLevel = LEVEL.test(claimToken.prep ?? '') || LEVEL.test(sourceToken.prep ?? '')
  if (isLevel && claimToken.prep !== sourceToken.prep) return false
  // "45 minutes" for 45 of anything else.
  if (sourceToken.head !== sourceToken && claimToken.figure?.unit === 'number') return false
  if (pairVerb(claimToken.frame, r)?.sourceToken.frame === sourceToken.frame) return true
  const isMeasure = (token: Token) =>
    token.frame === sourceToken.frame &&
    token.side === 'before' &&
    token.prep === null &&
    token.head === token &&
    token.kind !== 'figure'
  return r.pairs.some(({ sourceToken: other }) => isMeasure(other) || other.host === sourceToken)
}

/** The claim is as certain as its source. */
export function preservesOperators(r: Reading): boolean {
  // A claim that quotes a speaker does not assert the statement.
  const isAttributed = r.pairs.some(({ claimToken }) => claimToken.isSpeaker)
  return r.claim.frames.every((frame) => {
    const own = r.pairs.filter(
      ({ claimToken }) => claimToken.frame === frame && !claimToken.isSpeaker,
    )
    const used = own
      .filter(
        ({ claimToken, sourceToken }) => claimToken.prep === null || sourceToken.side === 'verb',
      )
      .map(({ sourceToken }) => sourceToken)
    if (used.length === 0) return true
    const main = own.find(({ claimToken }) => claimToken.side === 'verb')?.sourceToken
    const places = main === undefined ? used : [main, ...used.filter(({ side }) => side === 'verb')]
    const sourceOperators = findOperators(r.source, new Set(places.map((token) => token.frame)))
    // `Wants to` for `plans to`.
    const claimOperators = findOperators(r.claim, new Set([frame])).map((name) =>
      name === 'want' && sourceOperators.includes('later') ? 'later' : name,
    )
    const isWeaker = (name: Operator) =>
      // Something that happened can happen.
      (name === 'can' && sourceOperators.length === 0) ||
      (name === 'maybe' && sourceOperators.includes('can') && !sourceOperators.includes('maybe'))
    // `A bill to tax transfers` for `a bill that would tax transfers`: neither says that they are taxed.
    const isUnneeded = (name: Operator) =>
      (name === 'should' &&
        main !== undefined &&
        !claimOperators.includes(name) &&
        findOperator(main.text) === name) ||
      (name === 'can' && claimOperators.includes('maybe') && !claimOperators.includes('can')) ||
      (frame.isGoverned && (name === 'would' || name === 'later') && !claimOperators.includes(name))
    const isCounted = (name: Operator) => !isAttributed || name !== 'alleged'
    return isSameSet(
      claimOperators.filter((name) => !isWeaker(name) && isCounted(name)),
      sourceOperators.filter((name) => !isUnneeded(name) && isCounted(name)),
    )
  })
}

/** Returns the operators of frames and of the frames that govern them. */
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
  return link === 'coordinate' && parent?.link === 'complement' ? parent.parent : null
}

/** Two negations cancel each other out. */
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
export const preservesGovernors = ({ pairs, used, source }: Reading): boolean =>
  pairs.every(({ claimToken, sourceToken }) => {
    const { parent, isGoverned } = sourceToken.frame
    if (claimToken.side !== 'verb' || sourceToken.side !== 'verb' || !isGoverned || parent === null)
      return true
    const governor = source.tokens.find(({ at }) => at === parent.verb)
    return governor === undefined || used.has(governor) || FACTUAL_VERBS.has(parent.verbBase)
  })

const EXCEPTION = /^(?:except|excluding)$/

/** A claim without the source's `half of` or `most` says more than the source. */
export function preservesLimits({ used, claim, source: { words, tokens } }: Reading): boolean {
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
export function preservesHeads({ pairs, used }: Reading): boolean {
  return pairs.every(({ claimToken, sourceToken }) => {
    const isAttached =
      claimToken.prep !== null && claimToken.host !== null && getRole(claimToken) === 'phrase'
    if (claimToken.kind !== 'word' || claimToken.side === 'verb' || sourceToken.side === 'verb')
      return true
    if (claimToken.head !== claimToken || isAttached) return true
    const { head, host, prep } = sourceToken
    const isLeftOut = head !== sourceToken && head.kind !== 'pronoun' && !used.has(head)
    if (isLeftOut && !NAME_SUFFIXES.has(head.text)) return false
    // In "The fee on Solana was 5 SOL", Solana is not 5 SOL.
    const isOfHost =
      prep === 'of' || (prep !== null && claimToken.prep === null && sourceToken.side === 'before')
    return !isOfHost || host === null || used.has(host) || isPartOf(sourceToken)
  })
}

/** A word of place, order or cause precedes the same words. */
export function preservesRelations({ pairs }: Reading): boolean {
  const isAfter = (token: Token, relation: Token) =>
    token.at > relation.at && (token.prep === relation.text || token.frame.opener === relation.text)
  return pairs
    .filter(({ claimToken }) => RELATIONS.has(claimToken.text))
    .every(({ claimToken, sourceToken }) =>
      pairs.every(
        (pair) => !isAfter(pair.claimToken, claimToken) || isAfter(pair.sourceToken, sourceToken),
      ),
    )
}
