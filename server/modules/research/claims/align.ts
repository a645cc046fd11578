import type { Figure } from './figures.ts'
import type { Frame } from './frames.ts'
import { isTime, type Sentence, type Token } from './read-sentence.ts'
import { isReferent } from './referents.ts'
import { getRole } from './roles.ts'
import { KINDS, LIGHT_VERBS } from './vocabulary.ts'
import { isConverse, isSameMeaning } from '#server/modules/research/text/word-families.ts'

/** A word of the claim and the word of the source that says the same. */
export type Pair = { said: Token; held: Token }

export type Reading = {
  claim: Sentence
  source: Sentence
  pairs: readonly Pair[]
  /** The words of the source that the claim uses. */
  used: ReadonlySet<Token>
  heldOf: ReadonlyMap<Token, Token>
}

/** Pairs each word of the claim with one of the source. Returns null if a word has no counterpart. */
export function align(claim: Sentence, source: Sentence, before: Sentence | null): Reading | null {
  const heldOf = new Map<Token, Token>()
  const used = new Set<Token>()
  const frames = new Map<Frame, Frame>()
  for (const said of inOrder(claim)) {
    if (said.kind === 'pronoun') continue
    const options = source.tokens.filter(
      (held) =>
        !used.has(held) && (isSameToken(said, held) || isReferent(said, held, source, before)),
    )
    const fits = options.map((held) => ({
      held,
      fit: scoreFit({ said, held }, claim, source, frames),
    }))
    const best = fits.toSorted((a, b) => b.fit - a.fit)[0]?.held
    if (best === undefined) {
      if (isDroppable(said, claim)) continue
      return null
    }
    if (isSameToken(said, best)) used.add(best)
    heldOf.set(said, best)
    if (said.side === 'verb') frames.set(said.frame, best.frame)
  }
  const pairs = claim.tokens.flatMap((said) => {
    const held = heldOf.get(said)
    return held === undefined ? [] : [{ said, held }]
  })
  return { claim, source, pairs, heldOf, used: new Set(heldOf.values()) }
}

/** Verbs first, then heads of phrases. */
const inOrder = ({ tokens }: Sentence): Token[] =>
  tokens.toSorted(
    (a, b) =>
      Number(b.side === 'verb') - Number(a.side === 'verb') ||
      Number(b.head === b) - Number(a.head === a),
  )

/** Returns how well two words fit: above all, in the same frame, role and phrase. */
function scoreFit(
  { said, held }: Pair,
  claim: Sentence,
  source: Sentence,
  frames: ReadonlyMap<Frame, Frame>,
): number {
  const points: readonly (readonly [boolean, number])[] = [
    [said.isSpeaker !== held.isSpeaker, -12],
    [said.isPossessive && held.isPossessive, 10],
    [frames.get(said.frame) === held.frame, 8],
    [getRole(said) === getRole(held), 4],
    [said.base === held.base, 3],
    [!isSameToken(said, held), -2],
  ]
  const shared = said.side === 'verb' ? countShared(said.frame, held.frame, claim, source) : 0
  return points.reduce((sum, [applies, weight]) => sum + (applies ? weight : 0), 2 * shared)
}

/** Returns how many words of a frame another has too. */
const countShared = (said: Frame, held: Frame, claim: Sentence, source: Sentence): number =>
  claim.tokens.filter(
    (token) =>
      token.frame === said &&
      token.side !== 'verb' &&
      !isTime(token) &&
      source.tokens.some((other) => other.frame === held && isSameToken(token, other)),
  ).length

function isSameToken(said: Token, held: Token): boolean {
  if (said.kind !== held.kind) return false
  const [own, other] = [said.date, held.date]
  if (own && other)
    return (['month', 'day', 'year'] as const).every(
      (part) => own[part] === null || own[part] === other[part],
    )
  if (said.figure && held.figure) return isSameFigure(said.figure, held.figure)
  return (
    said.kind === 'word' &&
    (isSameMeaning(said.base, held.base) ||
      (said.side === 'verb' && held.side === 'verb' && isConverse(said.base, held.base)))
  )
}

/** A claim may round, but not change a bound. */
function isSameFigure(said: Figure, held: Figure): boolean {
  if (said.unit !== held.unit) return false
  if (said.bound !== held.bound && (said.bound !== null || held.bound === 'less')) return false
  const isRounded = said.step > held.step && said.value >= 10 * said.step
  const tolerance = isRounded ? said.step / 2 : 1e-9 * Math.abs(held.value)
  return Math.abs(said.value - held.value) <= tolerance
}

/** True for a verb without a meaning of its own, and for a general word beside a name. */
const isDroppable = (said: Token, claim: Sentence): boolean =>
  (said.side === 'verb' && LIGHT_VERBS.has(said.base)) ||
  ((KINDS.has(said.text) || KINDS.has(said.base)) &&
    (claim.tokens.some((token) => token !== said && token.head === said) ||
      claim.words[said.at - 1]?.text === 'the'))

/** Returns how the source says the verb of a frame of the claim: with a verb, or with a noun. */
export const pairVerb = (frame: Frame, { pairs }: Reading): Pair | null =>
  pairs.findLast(({ said }) => said.side === 'verb' && said.frame === frame) ??
  pairs.find(({ said, held }) => said.frame === frame && held.side === 'verb') ??
  null
