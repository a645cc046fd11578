import { subjectBefore, subjectOf, roleOf, isTime } from './roles.ts'
import { isConverse, isSameMeaning } from './word-families.ts'
import { KIND_WORDS } from './vocabulary.ts'
import type { Sentence, Token } from './read-sentence.ts'
import type { Figure } from './figures.ts'

export type Pair = { said: Token; held: Token }

export type Reading = {
  claim: Sentence
  source: Sentence
  pairs: readonly Pair[]
  heldOf: ReadonlyMap<Token, Token>
}

/** Pairs each word of the claim with one of the source: verbs first, then what fits their place best. */
export function align(claim: Sentence, source: Sentence, before: Sentence | null): Pair[] | null {
  const held = new Map<Token, Token>()
  const used = new Set<Token>()
  const frames = new Map<number, number>()
  const order = claim.tokens.toSorted(
    (a, b) =>
      Number(b.side === 'verb') - Number(a.side === 'verb') ||
      Number(b.head === b.at) - Number(a.head === a.at) ||
      a.at - b.at,
  )
  for (const said of order) {
    if (said.kind === 'pronoun') continue
    const options = source.tokens
      .filter(
        (token) =>
          !used.has(token) && (isSameToken(said, token) || isReferent(said, token, source, before)),
      )
      .map((token) => ({ token, fit: fitOf(said, token, claim, source, frames) }))
      .toSorted((a, b) => b.fit - a.fit)
    const best = options[0]?.token
    if (best === undefined) {
      if (isDroppable(said, claim)) continue
      return null
    }
    if (isSameToken(said, best)) used.add(best)
    held.set(said, best)
    if (
      said.side === 'verb' &&
      (!frames.has(said.frame) || claim.frames[said.frame]?.verb === said.at)
    )
      frames.set(said.frame, best.frame)
  }
  return claim.tokens.flatMap((said) => {
    const other = held.get(said)
    return other === undefined ? [] : [{ said, held: other }]
  })
}

function fitOf(
  said: Token,
  held: Token,
  claim: Sentence,
  source: Sentence,
  frames: ReadonlyMap<number, number>,
): number {
  const frame = frames.get(said.frame)
  return (
    (frame === held.frame ? 8 : 0) +
    (said.side === 'verb' && held.side === 'verb' ? 6 : 0) +
    (roleOf(said, claim) === roleOf(held, source) ? 4 : 0) +
    (said.base === held.base ? 3 : 0) +
    (isSameToken(said, held) ? 0 : -2) +
    (held.isSpeaker === said.isSpeaker ? 0 : -12) +
    (said.isPossessive && held.isPossessive ? 10 : 0) +
    (said.side === 'verb' ? sharedWords(said.frame, held.frame, claim, source) : 0) -
    Math.abs(held.at - said.at) / 100
  )
}

/** How many words of a frame are in another too. */
function sharedWords(said: number, held: number, claim: Sentence, source: Sentence): number {
  const own = claim.tokens
    .filter(({ frame, side }) => frame === said && side !== 'verb')
    .filter((token) => !isTime(token))
  return (
    own.filter((token) =>
      source.tokens.some((other) => other.frame === held && isSameToken(token, other)),
    ).length * 2
  )
}

function isSameToken(said: Token, held: Token): boolean {
  if (said.kind !== held.kind) return false
  if (said.date && held.date) {
    const { month, day, year } = said.date
    const isPart = (own: number | null, other: number | null) => own === null || own === other
    return (
      isPart(month, held.date.month) && isPart(day, held.date.day) && isPart(year, held.date.year)
    )
  }
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
  if (said.bound !== null && said.bound !== held.bound) return false
  if (said.bound === null && held.bound === 'less') return false
  const isRounded = said.step > held.step && said.value >= 10 * said.step
  return (
    Math.abs(said.value - held.value) <= (isRounded ? said.step / 2 : 1e-9 * Math.abs(held.value))
  )
}

/** A pronoun of the source refers to the subject before it, in its own sentence or in the last. */
function isReferent(said: Token, held: Token, source: Sentence, before: Sentence | null): boolean {
  if (said.kind !== 'word' || said.side === 'verb') return false
  const isName = held.kind === 'pronoun' && !/^(?:this|these|both)$/.test(held.text)
  const isKind =
    held.kind === 'word' &&
    KIND_WORDS.has(held.text) &&
    source.words[held.at - 1]?.text === 'the' &&
    held.side === 'before'
  if (!isName && !isKind) return false
  const own = source.frames[held.frame]
  const earlier = isName ? subjectBefore(held, source) : held.frame > 0 ? subjectOf(source, 0) : []
  const isFirst = held.at <= 1 || (own?.link === 'root' && held.side === 'before' && held.at < 4)
  const tokens =
    earlier.length > 0 ? earlier : isFirst && before !== null ? subjectOf(before, 0) : []
  return tokens.some((token) => token.kind === 'word' && isSameMeaning(said.base, token.base))
}

const LIGHT =
  /^(?:is|are|was|were|be|been|has|have|had|having|saw|see|sees|seen|stood|stands|make|made|took|take|taken|placed|put|did|do|does|counts?)$/

/** A verb without a meaning of its own, or a general word for what the source names. */
const isDroppable = (said: Token, claim: Sentence): boolean =>
  said.kind === 'word' &&
  ((said.side === 'verb' && LIGHT.test(said.text)) ||
    (KIND_WORDS.has(said.text) &&
      (claim.tokens.some(({ at, head }) => at !== said.at && head === said.at) ||
        claim.words[said.at - 1]?.text === 'the')))

export const verbPair = (frame: number, { pairs }: Reading): Pair | null =>
  pairs.findLast(({ said }) => said.side === 'verb' && said.frame === frame) ??
  pairs.find(({ said, held }) => said.frame === frame && held.side === 'verb') ??
  null
