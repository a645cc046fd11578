import { isSameMeaning, isSameWord } from '#server/modules/research/text/word-families.ts'
import type { Sentence, Token } from './parse-sentence.ts'
import { findOuterHead, findSubjectBefore, getRole, getSubject, isSamePhrase } from './roles.ts'
import { GENERIC_NOUNS } from './vocabulary.ts'

/** True if a pronoun of the source, or a phrase such as `the company`, refers to the claim's word. */
export function isReferent(
  claimToken: Token,
  sourceToken: Token,
  source: Sentence,
  before: Sentence | null,
): boolean {
  const isPronoun =
    sourceToken.kind === 'pronoun' && !/^(?:this|these|both)$/.test(sourceToken.text)
  const isKind =
    sourceToken.kind === 'word' &&
    GENERIC_NOUNS.has(sourceToken.text) &&
    source.words[sourceToken.at - 1]?.text === 'the' &&
    sourceToken.side === 'before' &&
    !source.tokens.some(({ host, prep }) => host === sourceToken && prep === 'of')
  const named = findNamed(sourceToken, source, before)
  if (named.length > 0) return named.some(({ base }) => base === claimToken.base)
  if (!isPronoun && !isKind) return false
  const [first] = source.frames
  const inSentence = isPronoun
    ? findSubjectBefore(sourceToken, source)
    : first !== undefined && sourceToken.frame !== first
      ? getSubject(first, source)
      : []
  const candidates = inSentence.filter((token) => agrees(sourceToken, token, source))
  const isFirst =
    sourceToken.frame.link === 'root' && sourceToken.side === 'before' && sourceToken.at < 4
  if (candidates.length === 0 && (isFirst || isPronoun))
    candidates.push(...findTopics(before, sourceToken, source))
  return candidates.some((token) => isSameMeaning(claimToken.base, token.base))
}

/** Resolves `the broker` after a sentence about `the broker Robinhood`. */
function findNamed(sourceToken: Token, { words }: Sentence, before: Sentence | null): Token[] {
  if (before === null || sourceToken.kind !== 'word' || words[sourceToken.at - 1]?.text !== 'the')
    return []
  const kinds = before.tokens.filter(({ base }) => isSameWord(base, sourceToken.base))
  return before.tokens.filter((name) =>
    kinds.some((kind) => name !== kind && isSamePhrase(name, kind)),
  )
}

/** Returns the subject and the objects of the previous sentence that a pronoun may refer to. */
function findTopics(before: Sentence | null, pronoun: Token, source: Sentence): Token[] {
  const [last] = before?.frames ?? []
  if (before === null || last === undefined) return []
  const subjects = getSubject(last, before)
  // "It bought Orca. Its founder will join Drift": a pronoun does not refer to a name in its own sentence.
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

/** `It` can refer to `Airbus`, but not to the plural `users`. */
function agrees(pronoun: Token, token: Token, { words }: Sentence): boolean {
  const isOne = /^(?:it|its|he|his|she|her|him)$/.test(pronoun.text)
  const thing = token.isPossessive ? token : findOuterHead(token)
  const isName = words[thing.at]?.pos === 'PROPN'
  return !isOne || thing.isPossessive || isName || !/[^s]s$/.test(thing.text)
}
