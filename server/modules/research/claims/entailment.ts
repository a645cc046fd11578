import { isSameWord, isVerbForm, KIND_WORDS, LIMITS, MOVABLE, RELATIONS } from './vocabulary.ts'
import { readSentence, type Clause, type Sentence, type Token } from './read-sentence.ts'

type Pair = { said: Token; held: Token }

/**
 * True if one sentence of the source says what the claim says. Each name, word, figure and date of the claim must be in
 * that sentence, in the same order except for phrases that may move, within one clause, with the same polarity and
 * certainty. What cannot be aligned is not carried.
 */
function entails(claim: Sentence, source: Sentence, before: Sentence | null): boolean {
  const known = addSubject(source, before)
  const pairs = align(claim, known)
  if (pairs === null || pairs.length === 0) return false
  // A list with `respectively` belongs together.
  if (source.words.includes('respectively') && pairs.length < source.tokens.length) return false
  return (
    pairs.every((pair, nth) => fits(pair, pairs[nth + 1], known)) &&
    hasSameOrder(pairs, claim, known) &&
    claim.clauses.every((clause, number) =>
      isOneStatement(
        clause,
        pairs.filter(({ said }) => said.clause === number),
        known,
        claim,
      ),
    ) &&
    keepsHeads(pairs, known)
  )
}

const PRONOUN = /^(?:it|its|they|their|he|she|this|these|neither|both|the)$/

function addSubject(source: Sentence, before: Sentence | null): Sentence {
  const [first = '', second = ''] = source.words
  const isOpen =
    before !== null && PRONOUN.test(first) && (first !== 'the' || KIND_WORDS.has(second))
  if (!isOpen) return source
  const isEnd = ({ prep, kind, text }: Token) =>
    prep !== null || kind !== 'word' || isVerbForm(text)
  const verb = before.tokens.find(isEnd)?.at ?? 4
  const subject = before.tokens.filter(
    ({ at, clause, kind }) => clause === 0 && kind === 'word' && at < Math.min(verb, 4),
  )
  const shifted = subject.map((token) => ({ ...token, at: token.at - 100, clause: 0, prep: null }))
  return { ...source, tokens: [...shifted, ...source.tokens] }
}

/** Returns the source's token for each token of the claim, or null if one is missing. */
function align(claim: Sentence, source: Sentence): Pair[] | null {
  const pairs: Pair[] = []
  const used = new Set<Token>()
  let last: Token | null = null
  for (const said of claim.tokens) {
    const options: Token[] = source.tokens.filter(
      (held) => !used.has(held) && isSameToken(said, held),
    )
    const near: Token | null = last
    const best: Token | undefined = options.toSorted(
      (a, b) => distance(a, near) - distance(b, near),
    )[0]
    if (best === undefined) {
      if (said.kind === 'word' && KIND_WORDS.has(said.text)) continue
      return null
    }
    used.add(best)
    pairs.push({ said, held: best })
    last = best
  }
  return pairs
}

/** Returns how far a token is from another, in words. Words after it are nearer than words before. */
function distance(token: Token, from: Token | null): number {
  if (from === null) return token.at
  const apart = token.at - from.at
  return apart >= 0 ? apart : 40 - apart
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
  return isSameWord(said.base, held.base)
}

type Figure = NonNullable<Token['figure']>

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

/** `rose to 5%` is not `rose 5%`. */
const LEVEL = new Set(['from', 'to'])
const CHANGE = new Set(['from', 'to', 'by'])
const NEXT = 4
/** A date this early applies to the whole sentence. */
const FIRST_WORDS = 3

/** Checks what a word belongs to: a figure its unit, a relation what follows it. */
function fits({ said, held }: Pair, next: Pair | undefined, source: Sentence): boolean {
  if (said.kind === 'figure' && said.prep !== held.prep) {
    const [own, other] = [said.prep ?? '', held.prep ?? '']
    const isChanged = LEVEL.has(own) || LEVEL.has(other) || (CHANGE.has(own) && CHANGE.has(other))
    if (isChanged) return false
  }
  const isBound =
    said.kind === 'figure' ||
    (said.kind === 'word' && RELATIONS.has(said.text)) ||
    LIMITS.has(said.text)
  if (
    !isBound ||
    next === undefined ||
    next.said.at !== said.at + 1 ||
    next.said.clause !== said.clause
  )
    return true
  const isBare = !source.tokens.some(
    ({ at, clause }) => clause === held.clause && at > held.at && at <= held.at + NEXT,
  )
  const apart = next.held.at - held.at
  return isBare || (apart > 0 && apart <= NEXT)
}

/** Words may only change places with phrases that move, in a passive, and inside a name with `of`. */
function hasSameOrder(pairs: readonly Pair[], claim: Sentence, source: Sentence): boolean {
  return pairs.every((first, nth) =>
    pairs.slice(nth + 1).every((second) => {
      if (first.held.at <= second.held.at) return true
      if (isFree(first) || isFree(second)) return true
      if (isPassiveTurn(first, second, claim, source)) return true
      return isOneName(first, second, claim, source)
    }),
  )
}

const isFree = ({ said, held }: Pair): boolean =>
  said.kind === 'date' ||
  (said.isSpeaker && held.isSpeaker) ||
  (said.prep !== null &&
    MOVABLE.has(said.prep) &&
    (said.prep === held.prep || (isPlace(said.prep) && isPlace(held.prep))))

const isPlace = (prep: string | null): boolean =>
  prep !== null && /^(?:in|on|at|among|within|across|during)$/.test(prep)

/** `B was bought by A` for `A bought B`: who acts comes first in the one and after `by` in the other. */
function isPassiveTurn(first: Pair, second: Pair, claim: Sentence, source: Sentence): boolean {
  const said = claim.clauses[first.said.clause]?.passive ?? null
  const held = source.clauses[first.held.clause]?.passive ?? null
  if ((said === null) === (held === null)) return false
  const [passive, verb] = said === null ? [source, held] : [claim, said]
  const at = passive.words.indexOf(verb ?? '')
  const place = (pair: Pair) => (said === null ? pair.held : pair.said)
  const [a, b] = [place(first), place(second)].toSorted((x, y) => x.at - y.at)
  if (!a || !b || a.at > at) return false
  // The subject of the passive moves behind the verb, its agent in front.
  return b.at === at || b.prep === 'by' || b.at > at
}

/** `fee of Solana` and `Solana's fee`, `court in New York` and `New York court`. */
function isOneName(first: Pair, second: Pair, claim: Sentence, source: Sentence): boolean {
  if ([first, second].some(({ said }) => isVerbForm(said.text) || said.kind !== 'word'))
    return false
  const [said, held] = [
    findLink(claim, first.said, second.said),
    findLink(source, first.held, second.held),
  ]
  return (said === 'compound' && held === 'linked') || (said === 'linked' && held === 'compound')
}

const LINKS = /^(?:of|in|on|from|for|at|among)$/
const NAME_WORDS = 5

function findLink({ words }: Sentence, a: Token, b: Token): 'compound' | 'linked' | null {
  const [left, right] = a.at < b.at ? [a, b] : [b, a]
  const between = words.slice(Math.max(0, left.at + 1), Math.max(0, right.at))
  if (between.length > NAME_WORDS) return null
  const isBroken = between.some((word) => isVerbForm(word) || /^(?:,|and|by|to)$/.test(word))
  if (isBroken) return null
  const links = between.filter((word) => LINKS.test(word)).length
  return links === 0 ? 'compound' : links === 1 ? 'linked' : null
}

/** The words of one clause must come from one clause, which may take its subject from the one before. */
function isOneStatement(
  said: Clause,
  pairs: readonly Pair[],
  source: Sentence,
  claim: Sentence,
): boolean {
  const isFixed = (pair: Pair) => pair.held.kind === 'figure' || !isFree(pair)
  const fixed = pairs.filter(isFixed)
  const numbers = [...new Set(fixed.map(({ held }) => held.clause))].toSorted((a, b) => a - b)
  const last = numbers.at(-1) ?? pairs[0]?.held.clause
  if (last === undefined) return said.operators.length === 0
  const main = source.clauses[last]
  if (!main) return false
  const isStray = ({ held }: Pair) =>
    held.clause > last || (held.kind === 'date' && held.clause !== last && held.at > FIRST_WORDS)
  if (pairs.some(isStray)) return false
  const others = fixed.filter(({ held }) => held.clause !== last)
  if (!others.every((pair) => isShared(pair, main, last, source, pairs))) return false
  const held = main.hasVerb
    ? main.operators
    : [...main.operators, ...(source.clauses[last - 1]?.operators ?? [])]
  const outer = source.clauses.flatMap(({ operators }, number) =>
    number === last ? [] : operators.filter((name) => name === 'if'),
  )
  const own =
    claim.clauses.length > 1
      ? claim.clauses.flatMap(({ operators }) => operators.filter((name) => name === 'if'))
      : []
  return sameSet([...said.operators, ...own], [...held, ...outer]) && keepsLimits(pairs, source)
}

/** A clause without a subject may use the words before the other clause's verb; one without a verb, its words that are not names. */
function isShared(
  { held }: Pair,
  main: Clause,
  last: number,
  source: Sentence,
  pairs: readonly Pair[],
): boolean {
  if (held.clause > last) return false
  // `which` refers to the words before it.
  if (/^(?:which|who)$/.test(main.opener) && held.at < main.from - NEXT) return false
  if (!main.hasVerb) return held.kind === 'word' && held.prep === null
  if (!main.hasSubject) {
    const verbAt = source.words.findIndex(
      (word, at) =>
        at > 0 &&
        source.tokens.some(
          (token) =>
            token.at === at &&
            token.clause === held.clause &&
            token.kind === 'word' &&
            word.endsWith('ed'),
        ),
    )
    if (held.at < (verbAt < 0 ? 5 : verbAt)) return held.kind === 'word'
    return isLeftOut(held, last, source, pairs)
  }
  return false
}

/** In `gained 120 users and lost 15`, the users are not named again. */
function isLeftOut(held: Token, last: number, source: Sentence, pairs: readonly Pair[]): boolean {
  const own = pairs.find((pair) => pair.held.clause === last && pair.held.kind === 'figure')
  const isLast = own !== undefined && source.words[own.held.at + 1] === undefined
  const isCounted = source.tokens.some(({ kind, at }) => kind === 'figure' && at === held.at - 1)
  return isLast && isCounted && held.kind === 'word'
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
function keepsLimits(pairs: readonly Pair[], source: Sentence): boolean {
  const used = new Set(pairs.map(({ held }) => held))
  return source.words.every((word, at) => {
    if (!LIMITS.has(word)) return true
    const next = source.tokens.find(
      (token) => token.at > at && token.at <= at + 4 && token.text !== word,
    )
    if (next === undefined || !used.has(next)) return true
    return pairs.some(({ held }) => held.at === at)
  })
}

/** `The founders of A` is not `A`: the word before `of` must be in the claim too. */
function keepsHeads(pairs: readonly Pair[], source: Sentence): boolean {
  const used = new Set(pairs.map(({ held }) => held))
  return pairs.every(({ said, held }) => {
    if (said.kind !== 'word') return true
    const place = source.tokens.indexOf(held)
    if (isModifier(held, source.tokens[place + 1]) && !used.has(source.tokens[place + 1] ?? held))
      return false
    if (said.prep !== null) return true
    if (held.isPossessive && !said.isPossessive) {
      const next = source.tokens[place + 1]
      return next === undefined || used.has(next)
    }
    if (held.prep !== 'of' && held.prep !== 'among') return true
    if (source.tokens[place - 1]?.kind === 'figure') return true
    const head = source.tokens
      .slice(0, place)
      .findLast(
        (token) =>
          token.prep !== held.prep || token.at < source.words.lastIndexOf(held.prep ?? '', held.at),
      )
    return (
      head === undefined || used.has(head) || LIMITS.has(head.text) || KIND_WORDS.has(head.text)
    )
  })
}

/** In `the Solana Foundation` and `Bonk holders`, the first word is a modifier. */
const isModifier = (held: Token, next: Token | undefined): boolean =>
  held.isCapital &&
  next?.at === held.at + 1 &&
  next.kind === 'word' &&
  !held.isPossessive &&
  !isVerbForm(next.text) &&
  !/ly$|day$|^tomorrow$/.test(next.text)

/** Returns a function that is true for a claim that one of the texts says. Each text is a list of sentences. */
export function createClaimCheck(
  texts: readonly (readonly string[])[],
): (claim: string) => boolean {
  const read = texts.map((sentences) =>
    sentences.map((text) => ({ text: plain(text), sentence: readSentence(text) })),
  )
  return (claim) => {
    const said = readSentence(claim)
    const verbatim = plain(claim)
    return read.some((sentences) =>
      sentences.some(
        ({ text, sentence }, nth) =>
          text === verbatim || entails(said, sentence, sentences[nth - 1]?.sentence ?? null),
      ),
    )
  }
}

const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '')
    .trim()
