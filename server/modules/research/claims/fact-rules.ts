import { type Pair, type Reading, verbPair } from './align.ts'
import { roleOf, isPartOf, verbTextOf } from './roles.ts'
import { BE, GENERIC_HEADS, LIMITS, RELATIONS } from './vocabulary.ts'
import type { Sentence, Token } from './read-sentence.ts'

const LEVEL = /^(?:from|to|by)$/

/** A figure keeps its preposition and what it counts. */
export function keepsFigure({ said, held }: Pair, r: Reading): boolean {
  if (said.kind !== 'figure') return true
  const isCount = said.head !== said.at
  if (
    !isCount &&
    said.prep !== held.prep &&
    (LEVEL.test(said.prep ?? '') || LEVEL.test(held.prep ?? '')) &&
    !BE.test(verbTextOf(said, r.claim))
  )
    return false
  const verb = verbPair(said.frame, r)
  const isCounted = held.head !== held.at
  // "45 minutes" for 45 of anything else.
  if (isCounted && !isCount && said.figure?.unit === 'number') return false
  if (isCount) return true
  if (verb !== null && verb.held.side === 'verb' && verb.held.frame === held.frame) return true
  const measure = r.source.tokens.filter(
    (token) =>
      token.frame === held.frame &&
      token.kind !== 'figure' &&
      token.prep === null &&
      token.head === token.at &&
      token.side === 'before',
  )
  const own = r.source.tokens.filter(
    (token) => token.kind === 'word' && (token.host === held.at || token.at === held.host),
  )
  return [...measure, ...own].some((token) => r.pairs.some((pair) => pair.held === token))
}

/** The claim is as sure as its source. */
export function keepsOperators(r: Reading): boolean {
  const { claim, source } = r
  return claim.frames.every((frame, nth) => {
    const used = r.pairs
      .filter(
        ({ said, held }) =>
          said.frame === nth &&
          !said.isSpeaker &&
          said.kind !== 'date' &&
          (said.prep === null || held.side === 'verb'),
      )
      .map(({ held }) => held)
    const main = r.pairs.find(({ said }) => said.frame === nth && said.side === 'verb')?.held
    if (used.length === 0 || frame.isSay) return true
    const places = new Set([
      ...(main ? [main.frame] : used.map((token) => token.frame)),
      ...used.filter(({ side }) => side === 'verb').map((token) => token.frame),
    ])
    const [said, held] = [operatorsOf(claim, [nth]), operatorsOf(source, [...places])]
    // Who plans something wants it.
    return sameSet(
      said.includes('want') && held.includes('later')
        ? said.map((name) => (name === 'want' ? 'later' : name))
        : said,
      held,
    )
  })
}

function operatorsOf({ frames }: Sentence, start: readonly number[]): string[] {
  const all = new Set(start)
  for (const nth of all) {
    const frame = frames[nth]
    if (!frame) continue
    if (
      frame.parent !== null &&
      (frame.link === 'complement' ||
        (frame.link === 'also' && frames[frame.parent]?.link === 'complement'))
    ) {
      const parent =
        frame.link === 'complement' ? frame.parent : (frames[frame.parent]?.parent ?? null)
      if (parent !== null) all.add(parent)
    }
  }
  const own = [...all].flatMap((nth) => [
    ...(frames[nth]?.operators ?? []),
    ...(/^(?:against|without|from)$/.test(frames[nth]?.opener ?? '') ? ['not'] : []),
  ])
  const isConditional = frames.some((frame) => /^(?:if|unless|provided)$/.test(frame.opener))
  return isConditional ? [...own, 'if'] : own
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const count = (list: readonly string[], name: string) =>
    list.filter((each) => each === name).length
  return [...new Set([...a, ...b])].every((name) =>
    name === 'not'
      ? count(a, name) % 2 === count(b, name) % 2
      : count(a, name) > 0 === count(b, name) > 0,
  )
}

/** Leaving out `half of` or `most` says more than the source. */
export function keepsLimits({ pairs, source }: Reading): boolean {
  const used = new Set(pairs.map(({ held }) => held))
  return source.words.every(({ text }, at) => {
    if (
      !LIMITS.has(text) ||
      (/^(?:quarter|third)$/.test(text) && source.words[at + 1]?.text !== 'of')
    )
      return true
    const next = source.tokens.find(
      (token) => token.at > at && token.at <= at + 4 && token.text !== text,
    )
    if (next === undefined || !used.has(next)) return true
    return pairs.some(({ held }) => held.at === at)
  })
}

/** `The founders of A` is not `A`: the head of a phrase must be in the claim too. */
export function keepsHeads({ pairs, source, claim }: Reading): boolean {
  const used = new Set(pairs.map(({ held }) => held))
  return pairs.every(({ said, held }) => {
    if (said.kind !== 'word' || held.side === 'verb' || said.side === 'verb') return true
    if (
      (said.isSpeaker && !held.isPossessive && held.prep === null) ||
      said.head !== said.at ||
      (said.prep !== null && said.host !== null && roleOf(said, claim) === 'phrase')
    )
      return true
    const head = source.tokens.find(({ at }) => at === held.head)
    if (
      head &&
      head !== held &&
      head.kind !== 'pronoun' &&
      !used.has(head) &&
      !GENERIC_HEADS.has(head.text)
    )
      return false
    if (held.prep !== 'of' && held.prep !== 'among') return true
    const host = source.tokens.find(({ at }) => at === held.host)
    return host === undefined || used.has(host) || isPartOf(held, source.tokens)
  })
}

/** A word of place, order or cause is followed by the same words. */
export function keepsRelations({ pairs, claim, source }: Reading): boolean {
  return pairs.every(({ said, held }) => {
    if (!RELATIONS.has(said.text) || said.kind !== 'word') return true
    const isAfter = (token: Token, relation: Token, sentence: Sentence) =>
      token.at > relation.at &&
      (token.prep === relation.text || sentence.frames[token.frame]?.opener === relation.text)
    return pairs.every(
      (pair) =>
        pair.said === said || !isAfter(pair.said, said, claim) || isAfter(pair.held, held, source),
    )
  })
}
