import { type Pair, type Reading, verbPair } from './align.ts'
import { keepsDate } from './time-rules.ts'
import {
  type Role,
  roleOf,
  roleTo,
  isSamePhrase,
  isChained,
  isLinked,
  isTime,
  verbTextOf,
} from './roles.ts'
import { isConverse } from './word-families.ts'
import { RELATIONS, ERGATIVE } from './vocabulary.ts'
import type { Sentence, Token } from './read-sentence.ts'

/** Prepositions that reports use for one another. */
const SOFT =
  /^(?:in|on|at|during|within|across|among|through|via|by|under|amid|over|per|of|for|with|as|into|between|about|toward|towards|around)$/

const isSamePrep = (said: string | null, held: string | null): boolean =>
  said === held || (said !== null && held !== null && SOFT.test(said) && SOFT.test(held))

export function keepsRole({ said, held }: Pair, r: Reading): boolean {
  const { claim, source } = r
  if (isTime(said) && isTime(held)) return keepsDate({ said, held }, r)
  if (said.isSpeaker) return held.isSpeaker || isSpeaker(held, source)
  const isView = /^(?:expect|believ|think|estimat|predict)/.test(verbTextOf(said, claim))
  if (held.isSpeaker || (isView && isSpeaker(held, source))) return isView
  if (said.side === 'verb') return held.side === 'verb' || isCarriedOut(held, source)
  if (RELATIONS.has(said.text)) return true
  const verb = verbPair(said.frame, r)
  // A part of a noun phrase belongs to its head, or to the phrase that says the same.
  if (said.head !== said.at) return isWithHead(said, held, said.head, r)
  if (verb !== null && isConverse(verb.said.base, verb.held.base))
    return isExchanged(said, roleOf(said, claim), held, roleTo(held, verb.held.frame, source))
  if (said.prep !== null && said.host !== null && roleOf(said, claim) === 'phrase') {
    const isOneOfTwo =
      said.kind === 'figure' &&
      source.tokens.some(
        (token) =>
          token !== held &&
          token.figure?.unit === held.figure?.unit &&
          token.prep === held.prep &&
          token.frame === held.frame,
      )
    const host = claim.tokens.find(({ at }) => at === said.host)
    const isAtOne =
      host?.kind === 'figure' &&
      source.tokens.filter(({ figure }) => figure?.unit === host.figure?.unit && figure !== null)
        .length > 1
    if (isOneOfTwo || isAtOne) return isWithHead(said, held, said.host, r)
    if (isWithHead(said, held, said.host, r)) return true
    return (
      isSamePrep(said.prep, held.prep) &&
      (verb === null || isLinked(held.frame, verb.held.frame, source))
    )
  }
  const role = roleOf(said, claim)
  if (role === 'phrase') {
    if (said.kind === 'figure' && said.prep === 'at' && held.prep === null)
      return verb === null || verb.held.frame === held.frame
    const isBare = held.prep === null && held.side !== 'verb' && said.kind !== 'figure'
    const isInside =
      isBare &&
      (/^(?:of|in|on|at|for|among|within|across|under)$/.test(said.prep ?? '') ||
        (/^(?:to|with)$/.test(said.prep ?? '') && roleOf(held, source) === 'object'))
    if (!isSamePrep(said.prep, held.prep) && !isInside) return held.side === 'verb'
    return verb === null || isLinked(held.frame, verb.held.frame, source)
  }
  if (verb === null) return isWithLight(said, held, r)
  if (held.side === 'verb') return isLinked(held.frame, verb.held.frame, source)
  if (verb.held.side !== 'verb') return isArgument(role, held, verb.held, source)
  const heldRole = roleTo(held, verb.held.frame, source)
  if (heldRole === null) return isSharedObject(role, held, verb.held.frame, source)
  if (heldRole === role) return true
  return isErgative(role, said, held, verb, r)
}

const HAPPEN =
  /^(?:announced|began|begun|started|completed?|completes|finished|carried|conducted|made|makes|saw|sees|suffered|took|happened|occurred|followed|had|has|have|is|are|was|were|been|be|reported|confirmed|paid|cost|totaled|reached|ended|signed|won|after)$/

/** `Opposed the sale` does not say that they sold: the verb of an event must say that it happened. */
const isCarriedOut = (held: Token, source: Sentence): boolean =>
  HAPPEN.test(verbTextOf(held, source))

/** `A sold it to B` for `B bought it from A`. */
const isExchanged = (said: Token, role: Role, held: Token, heldRole: Role | null): boolean =>
  role === 'object'
    ? heldRole === 'object'
    : role === 'subject'
      ? heldRole === 'phrase' && /^(?:from|to)$/.test(held.prep ?? '')
      : heldRole === 'subject' && /^(?:from|to|by)$/.test(said.prep ?? '')

/** `denied a report and said`: the subject of both speaks. */
const isSpeaker = (held: Token, source: Sentence): boolean =>
  source.frames.some(
    (frame, nth) =>
      (frame.isSay ||
        frame.verb === null ||
        (SHOW.test(source.words[frame.verb]?.text ?? '') &&
          source.frames[nth + 1]?.link === 'complement')) &&
      roleTo(held, nth, source) !== null,
  )

const SHOW =
  /^(?:shows?|showed|finds?|found|confirm(?:s|ed)|reveal(?:s|ed)|announced|indicates?|says|said)$/

const STATE =
  /^(?:is|are|was|were|be|been|has|have|had|hold|holds|held|stand|stood|stands|total|totaled|reach|reached|reaches|rose|risen|climbed|fell|fallen|dropped|grew|grown|hit|remain|remained|stay|stayed|average|averaged|count|counts|counted|exceed|exceeded|record|recorded|include|includes|included|become|became|offer|offers)$/

/** With `is` or `has`, what the source says of the words must be a state too, or one phrase. */
function isWithLight(said: Token, held: Token, r: Reading): boolean {
  const others = r.pairs.filter(
    (pair) =>
      pair.said !== said &&
      pair.said.frame === said.frame &&
      pair.said.head === pair.said.at &&
      pair.said.kind !== 'date' &&
      pair.said.prep === null,
  )
  return others.every(({ held: other }) => {
    if (isSamePhrase(other, held) || isChained(other, held, r.source)) return true
    const nth = Math.max(other.frame, held.frame)
    const isOne = [other, held].every((token) => roleTo(token, nth, r.source) !== null)
    return isOne && STATE.test(r.source.words[r.source.frames[nth]?.verb ?? -1]?.text ?? '')
  })
}

/** `trading starts` where the source starts trading. */
const isErgative = (
  role: Role,
  said: Token,
  held: Token,
  verb: Pair,
  { claim, source }: Reading,
): boolean =>
  role === 'subject' &&
  ERGATIVE.test(verb.said.base) &&
  !claim.tokens.some(
    (other) =>
      other.frame === said.frame &&
      other !== said &&
      roleOf(other, claim) === 'object' &&
      other.kind === 'word',
  ) &&
  roleTo(held, verb.held.frame, source) === 'object'

/** In `neither admitted nor denied wrongdoing`, both verbs have the last object. */
function isSharedObject(role: Role, held: Token, nth: number, source: Sentence): boolean {
  if (role !== 'object') return false
  const next = source.frames[held.frame]
  const isEmpty = !source.tokens.some(({ frame, side }) => frame === nth && side === 'after')
  return (
    next?.link === 'also' &&
    held.frame === nth + 1 &&
    next.inherits === 'before' &&
    held.side === 'after' &&
    isEmpty
  )
}

/** `X's acquisition of Y` for `X acquired Y`. */
function isArgument(role: Role, held: Token, noun: Token, source: Sentence): boolean {
  const isPart = held.head === noun.head && held !== noun
  if (isPart) return role === 'subject' ? held.isPossessive : true
  if (held.host !== noun.head) return held.prep === null && isLinked(held.frame, noun.frame, source)
  return role === 'subject' ? held.prep === 'by' : /^(?:of|to|in|on|for)$/.test(held.prep ?? '')
}

/** Whether two words of one phrase belong together in the source too, as its words or by a preposition. */
function isWithHead(said: Token, held: Token, headAt: number, r: Reading): boolean {
  const head = r.claim.tokens.find(({ at }) => at === headAt)
  const other = head && r.heldOf.get(head)
  const isModifier = said.head !== said.at
  if (!head || !other) return true
  if (other === held || isSamePhrase(held, other)) return true
  if (said.kind === 'figure' && isModifier)
    return isAmountOf(held, other) || isLevelOf(held, other, r.source)
  if (other.side === 'verb') return isOfVerb(said, held, other, r)
  if (held.side === 'verb') return isLinked(held.frame, other.frame, r.source)
  if (said.kind === 'figure')
    return (held.host !== null && held.host === other.head) || isLevelOf(held, other, r.source)
  if (said.isPossessive && isSubjectOfRelative(held, other, r.source)) return true
  if (!isChained(held, other, r.source))
    return (
      (isLevelOf(held, other, r.source) && said.prep === null) || isLevelOf(other, held, r.source)
    )
  return isModifier || said.prep === null || held.prep === null || isSamePrep(said.prep, held.prep)
}

/** `the lawsuit that holders filed` for `the holders' lawsuit`. */
function isSubjectOfRelative(held: Token, noun: Token, source: Sentence): boolean {
  const frame = source.frames[held.frame]
  return (
    frame?.link === 'relative' &&
    frame.parent === noun.frame &&
    roleTo(held, held.frame, source) === 'subject' &&
    source.tokens.findLast(({ at, kind }) => at < frame.from && kind === 'word')?.head === noun.head
  )
}

/** `a fine of €2 million`. */
const isAmountOf = (amount: Token, of: Token): boolean =>
  amount.prep === 'of' && amount.host === of.head

/** `interest hit $1.7 billion` for `interest of $1.7 billion`. */
function isLevelOf(level: Token, of: Token, source: Sentence): boolean {
  const frame = source.frames[level.frame]
  const isFigure = source.tokens.some(({ at, kind }) => at === level.head && kind === 'figure')
  return (
    isFigure &&
    level.side === 'after' &&
    (level.prep === null || level.prep === 'at' || level.prep === 'to') &&
    STATE.test(source.words[frame?.verb ?? -1]?.text ?? '') &&
    roleTo(of, level.frame, source) === 'subject'
  )
}

/** `issuance of USDC` for `issuing USDC`. */
function isOfVerb(said: Token, held: Token, verb: Token, { source }: Reading): boolean {
  const role = roleTo(held, verb.frame, source)
  if (role === null) return false
  if (said.prep === 'by') return role === 'subject'
  if (said.isPossessive) return role === 'subject' || source.frames[verb.frame]?.isPassive === true
  return role !== 'subject' || said.prep === null
}
