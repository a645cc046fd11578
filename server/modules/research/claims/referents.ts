import { isSameMeaning, isSameWord } from '#server/modules/research/text/word-families.ts'
import type { Sentence, Token } from './read-sentence.ts'
import { findOuterHead, findSubjectBefore, getRole, getSubject, isSamePhrase } from './roles.ts'
import { KINDS } from './vocabulary.ts'

/** True for a pronoun of the source, or `the company`, that refers to the subject before it. */
export function isReferent(
  said: Token,
  held: Token,
  source: Sentence,
  before: Sentence | null,
): boolean {
  const isPronoun = held.kind === 'pronoun' && !/^(?:this|these|both)$/.test(held.text)
  const isKind =
    held.kind === 'word' &&
    KINDS.has(held.text) &&
    source.words[held.at - 1]?.text === 'the' &&
    held.side === 'before' &&
    !source.tokens.some(({ host, prep }) => host === held && prep === 'of')
  const named = findNamed(held, source, before)
  if (named.length > 0) return named.some(({ base }) => base === said.base)
  if (!isPronoun && !isKind) return false
  const [first] = source.frames
  const inSentence = isPronoun
    ? findSubjectBefore(held, source)
    : first !== undefined && held.frame !== first
      ? getSubject(first, source)
      : []
  const candidates = inSentence.filter((token) => agrees(held, token, source))
  const isFirst = held.frame.link === 'root' && held.side === 'before' && held.at < 4
  if (candidates.length === 0 && (isFirst || isPronoun))
    candidates.push(...findTopics(before, held, source))
  return candidates.some((token) => isSameMeaning(said.base, token.base))
}

/** Returns what `the broker` refers to after a sentence on `the broker Robinhood`. */
function findNamed(held: Token, { words }: Sentence, before: Sentence | null): Token[] {
  if (before === null || held.kind !== 'word' || words[held.at - 1]?.text !== 'the') return []
  const kinds = before.tokens.filter(({ base }) => isSameWord(base, held.base))
  return before.tokens.filter((name) =>
    kinds.some((kind) => name !== kind && isSamePhrase(name, kind)),
  )
}

/** Returns what a pronoun may refer to in the sentence before its own: the subject, or the object. */
function findTopics(before: Sentence | null, pronoun: Token, source: Sentence): Token[] {
  const [last] = before?.frames ?? []
  if (before === null || last === undefined) return []
  const subjects = getSubject(last, before)
  // "It bought Orca. Its founder will join Drift": a name that the sentence has is not what its pronoun means.
  const isNamed = subjects.some(({ base }) => source.tokens.some((token) => token.base === base))
  const objects = before.tokens.filter(
    (token) => token.frame === last && token.kind === 'word' && getRole(token) === 'object',
  )
  const isMeant = (token: Token) =>
    isNamed || pronoun.side === 'after' || !/^\p{Lu}/u.test(before.words[token.at]?.raw ?? '')
  return [...(isNamed ? [] : subjects), ...objects.filter(isMeant)].filter((token) =>
    agrees(pronoun, token, before),
  )
}

/** `It` is one thing: not `users`, but `Airbus`. */
function agrees(pronoun: Token, token: Token, { words }: Sentence): boolean {
  const isOne = /^(?:it|its|he|his|she|her|him)$/.test(pronoun.text)
  const thing = token.isPossessive ? token : findOuterHead(token)
  const isName = words[thing.at]?.pos === 'PROPN'
  return !isOne || thing.isPossessive || isName || !/[^s]s$/.test(thing.text)
}
