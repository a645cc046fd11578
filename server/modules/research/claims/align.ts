import type { Figure } from './figures.ts'
import type { Frame } from './frames.ts'
import { isTime, type Sentence, type Token } from './parse-sentence.ts'
import { isReferent } from './referents.ts'
import { getRole } from './roles.ts'
import { GENERIC_NOUNS, LIGHT_VERBS } from './vocabulary.ts'
import { isConverse, isSameMeaning } from '#server/modules/research/text/word-families.ts'

/** A word of the claim and its counterpart in the source. */
export type Pair = { claimToken: Token; sourceToken: Token }

/** A claim aligned with a sentence of the source. */
export type Reading = {
  claim: Sentence
  source: Sentence
  pairs: readonly Pair[]
  /** The words of the source that the claim uses. */
  used: ReadonlySet<Token>
  counterparts: ReadonlyMap<Token, Token>
}

/** Pairs each word of the claim with one of the source. Returns null if a word has no counterpart. */
export function align(claim: Sentence, source: Sentence, before: Sentence | null): Reading | null {
  const counterparts = new Map<Token, Token>()
  const used = new Set<Token>()
  const frames = new Map<Frame, Frame>()
  for (const claimToken of sortForAlignment(claim)) {
    if (claimToken.kind === 'pronoun') continue
    const options = source.tokens.filter(
      (sourceToken) =>
        !used.has(sourceToken) &&
        (isSameToken(claimToken, sourceToken) ||
          isReferent(claimToken, sourceToken, source, before)),
    )
    const fits = options.map((sourceToken) => ({
      sourceToken,
      fit: scoreFit({ claimToken, sourceToken }, claim, source, frames),
    }))
    const best = fits.toSorted((a, b) => b.fit - a.fit)[0]?.sourceToken
    if (best === undefined) {
      if (isDroppable(claimToken, claim)) continue
      return null
    }
    if (isSameToken(claimToken, best)) used.add(best)
    counterparts.set(claimToken, best)
    if (claimToken.side === 'verb') frames.set(claimToken.frame, best.frame)
  }
  const pairs = claim.tokens.flatMap((claimToken) => {
    const sourceToken = counterparts.get(claimToken)
    return sourceToken === undefined ? [] : [{ claimToken, sourceToken }]
  })
  return { claim, source, pairs, counterparts, used: new Set(counterparts.values()) }
}

/** Verbs first, then heads of phrases. */
const sortForAlignment = ({ tokens }: Sentence): Token[] =>
  tokens.toSorted(
    (a, b) =>
      Number(b.side === 'verb') - Number(a.side === 'verb') ||
      Number(b.head === b) - Number(a.head === a),
  )

/** Scores how well two words correspond: by frame, role and phrase first. */
function scoreFit(
  { claimToken, sourceToken }: Pair,
  claim: Sentence,
  source: Sentence,
  frames: ReadonlyMap<Frame, Frame>,
): number {
  const points: readonly (readonly [boolean, number])[] = [
    [claimToken.isSpeaker !== sourceToken.isSpeaker, -12],
    [claimToken.isPossessive && sourceToken.isPossessive, 10],
    [frames.get(claimToken.frame) === sourceToken.frame, 8],
    [getRole(claimToken) === getRole(sourceToken), 4],
    [claimToken.base === sourceToken.base, 3],
    [!isSameToken(claimToken, sourceToken), -2],
  ]
  const shared =
    claimToken.side === 'verb' ? countShared(claimToken.frame, sourceToken.frame, claim, source) : 0
  return points.reduce((sum, [applies, weight]) => sum + (applies ? weight : 0), 2 * shared)
}

/** Counts the words that two frames share. */
const countShared = (
  claimFrame: Frame,
  sourceFrame: Frame,
  claim: Sentence,
  source: Sentence,
): number =>
  claim.tokens.filter(
    (token) =>
      token.frame === claimFrame &&
      token.side !== 'verb' &&
      !isTime(token) &&
      source.tokens.some((other) => other.frame === sourceFrame && isSameToken(token, other)),
  ).length

function isSameToken(claimToken: Token, sourceToken: Token): boolean {
  if (claimToken.kind !== sourceToken.kind) return false
  const [own, other] = [claimToken.date, sourceToken.date]
  if (own && other)
    return (['month', 'day', 'year'] as const).every(
      (part) => own[part] === null || own[part] === other[part],
    )
  if (claimToken.figure && sourceToken.figure)
    return isSameFigure(claimToken.figure, sourceToken.figure)
  return (
    claimToken.kind === 'word' &&
    (isSameMeaning(claimToken.base, sourceToken.base) ||
      (claimToken.side === 'verb' &&
        sourceToken.side === 'verb' &&
        isConverse(claimToken.base, sourceToken.base)))
  )
}

/** A claim may round a figure, but not change its bound. */
function isSameFigure(claimed: Figure, stated: Figure): boolean {
  if (claimed.unit !== stated.unit) return false
  if (claimed.bound !== stated.bound && (claimed.bound !== null || stated.bound === 'less'))
    return false
  const isRounded = claimed.step > stated.step && claimed.value >= 10 * claimed.step
  const tolerance = isRounded ? claimed.step / 2 : 1e-9 * Math.abs(stated.value)
  return Math.abs(claimed.value - stated.value) <= tolerance
}

/** True for a light verb, and for a generic noun beside a name. */
const isDroppable = (claimToken: Token, claim: Sentence): boolean =>
  (claimToken.side === 'verb' && LIGHT_VERBS.has(claimToken.base)) ||
  ((GENERIC_NOUNS.has(claimToken.text) || GENERIC_NOUNS.has(claimToken.base)) &&
    (claim.tokens.some((token) => token !== claimToken && token.head === claimToken) ||
      claim.words[claimToken.at - 1]?.text === 'the'))

/** Returns the pair of the verb of a claim's frame. Its counterpart may be a noun. */
export const pairVerb = (frame: Frame, { pairs }: Reading): Pair | null =>
  pairs.findLast(({ claimToken }) => claimToken.side === 'verb' && claimToken.frame === frame) ??
  pairs.find(
    ({ claimToken, sourceToken }) => claimToken.frame === frame && sourceToken.side === 'verb',
  ) ??
  null
