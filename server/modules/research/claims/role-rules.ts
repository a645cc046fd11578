import { isConverse } from '#server/modules/research/text/word-families.ts'
import { type Pair, type Reading, pairVerb } from './align.ts'
import { isTime, type Sentence, type Token } from './read-sentence.ts'
import { isChained, isLinked, isSamePhrase, type Role, getRole, getRoleTo } from './roles.ts'
import { keepsDate } from './time-rules.ts'
import {
  CHANGE_VERBS,
  ERGATIVE_VERBS,
  EVENT_VERBS,
  GIVING_VERBS,
  STATE_VERBS,
} from './vocabulary.ts'

type RoleCase = {
  name: string
  /** A source, and a claim that this case refuses. */
  refuses: readonly [source: string, claim: string]
  applies: (pair: Pair, r: Reading) => boolean
  keeps: (pair: Pair, r: Reading) => boolean
}

/** Role of a word of the claim in its sentence, and how the source must use it. The first case that applies decides. */
export const ROLE_CASES: readonly RoleCase[] = [
  {
    name: 'time',
    refuses: ['Fees rose in May and fell in June.', 'Fees fell in May.'],
    applies: ({ said }) => isTime(said) && said.head === said,
    keeps: keepsDate,
  },
  {
    name: 'speaker',
    refuses: ['Kamino said that Drift paid 5 SOL.', 'Drift said that Kamino paid 5 SOL.'],
    applies: ({ said }) => said.isSpeaker,
    keeps: (pair, r) =>
      (pair.held.isSpeaker || isSpeaker(pair.held, r.source)) && hasOneSpeaker(r.source),
  },
  {
    name: 'verb',
    refuses: ['Holders opposed the sale of BONK.', 'Holders sold BONK.'],
    applies: ({ said }) => said.side === 'verb',
    keeps: ({ held }) => held.side === 'verb' || EVENT_VERBS.has(held.frame.verbBase),
  },
  {
    name: 'modifier',
    refuses: ['Orca bought a new office near an old market.', 'Orca bought an old office.'],
    applies: ({ said }) => said.head !== said,
    keeps: (pair, r) => isWith(pair, pair.said.head, r),
  },
  {
    name: 'converse',
    refuses: ['Galaxy sold 5 SOL to Drift.', 'Galaxy bought 5 SOL from Drift.'],
    applies: ({ said }, r) => {
      const verb = pairVerb(said.frame, r)
      const isParty = getRole(said) !== 'phrase' || isOtherParty(said)
      return isParty && verb !== null && isConverse(verb.said.base, verb.held.base)
    },
    keeps: isExchanged,
  },
  {
    name: 'attached phrase',
    refuses: ['Members of Orca met and staff of Drift left.', 'Members of Drift met.'],
    applies: ({ said }) => said.host !== null && getRole(said) === 'phrase',
    keeps: keepsAttached,
  },
  {
    name: 'phrase',
    refuses: ['Orca moved from Rome.', 'Orca moved to Rome.'],
    applies: ({ said }) => getRole(said) === 'phrase',
    keeps: keepsPhrase,
  },
  {
    name: 'beside a light verb',
    refuses: ['Orca opposed the fees of Raydium.', 'Orca has the fees.'],
    applies: ({ said }, r) => pairVerb(said.frame, r) === null,
    keeps: keepsState,
  },
  {
    name: 'subject or object',
    refuses: ['Kamino lent 5 SOL to Drift.', 'Drift lent 5 SOL.'],
    applies: () => true,
    keeps: keepsArgument,
  },
]

/** Each word of the claim does in the source what it does in the claim. */
export const keepsRole = (pair: Pair, r: Reading): boolean =>
  ROLE_CASES.find(({ applies }) => applies(pair, r))?.keeps(pair, r) ?? false

/** Prepositions that reports use for one another. */
const SOFT =
  /^(?:in|on|at|during|within|across|among|through|via|by|under|amid|over|per|of|for|with|as|into|between|about|toward|towards|around)$/

const isSamePrep = (said: string | null, held: string | null): boolean =>
  said === held || (SOFT.test(said ?? '') && SOFT.test(held ?? ''))

const isInVerbClause = (said: Token, held: Token, r: Reading): boolean => {
  const verb = pairVerb(said.frame, r)
  return verb === null || isLinked(held.frame, verb.held.frame)
}

/** `denied a report and said`: the subject of both speaks. */
const isSpeaker = (held: Token, source: Sentence): boolean =>
  source.frames.some((frame) => frame.isSay && getRoleTo(held, frame, source) !== null)

/** Where several speak, it is not clear whose words the claim has. */
const hasOneSpeaker = ({ frames }: Sentence): boolean =>
  frames.filter(({ isSay }) => isSay).length < 2

/** `A sold it to B` for `B bought it from A`. */
function isExchanged({ said, held }: Pair, r: Reading): boolean {
  const verb = pairVerb(said.frame, r)
  const heldRole = verb && getRoleTo(held, verb.held.frame, r.source)
  const role = getRole(said)
  if (role === 'object') return heldRole === 'object'
  return role === 'subject'
    ? heldRole === 'phrase' && isOtherParty(held)
    : heldRole === 'subject' && isOtherParty(said)
}

const isOtherParty = ({ prep }: Token): boolean => /^(?:from|to|by)$/.test(prep ?? '')

/** A phrase stays with the word before it, or with the verb. */
function keepsAttached({ said, held }: Pair, r: Reading): boolean {
  return (
    said.host === null ||
    isWith({ said, held }, said.host, r) ||
    (isSamePrep(said.prep, held.prep) && isInVerbClause(said, held, r))
  )
}

/** A phrase keeps its preposition, or is a plain word beside the same verb. */
function keepsPhrase({ said, held }: Pair, r: Reading): boolean {
  const prep = said.prep ?? ''
  const isBare = held.prep === null && held.side !== 'verb'
  // "Interest at 5%" for "interest hit 5%".
  if (said.kind === 'figure' && prep === 'at' && isBare)
    return (pairVerb(said.frame, r)?.held.frame ?? held.frame) === held.frame
  const isInside =
    isBare &&
    said.kind !== 'figure' &&
    (/^(?:of|in|on|at|for|among|within|across|under)$/.test(prep) ||
      (/^(?:to|with)$/.test(prep) && getRole(held) === 'object'))
  if (!isInside && !isSamePrep(said.prep, held.prep)) return held.side === 'verb'
  return isInVerbClause(said, held, r)
}

/** With `is` or `has`, what the source says of the words must be a state too, or one phrase. */
function keepsState({ said, held }: Pair, r: Reading): boolean {
  const others = r.pairs.filter(
    (pair) => pair.said.frame === said.frame && pair.said.prep === null && !isTime(pair.said.head),
  )
  return others.every(({ held: other }) => {
    if (isChained(other, held)) return true
    const frame = other.frame.nth > held.frame.nth ? other.frame : held.frame
    const isOfFrame = [other, held].every((token) => getRoleTo(token, frame, r.source) !== null)
    return isOfFrame && STATE_VERBS.has(frame.verbBase)
  })
}

/** A subject stays the subject and an object the object, to a verb or to the noun of one. */
function keepsArgument({ said, held }: Pair, r: Reading): boolean {
  const verb = pairVerb(said.frame, r)
  if (verb === null) return false
  const { frame } = verb.held
  if (held.side === 'verb') return isLinked(held.frame, frame)
  const role = getRole(said)
  if (verb.held.side !== 'verb') return isArgument(role, held, verb.held)
  const heldRole = getRoleTo(held, frame, r.source)
  return (
    heldRole === role ||
    (heldRole === 'phrase' && role === 'object' && isReceiver(held, verb)) ||
    (heldRole === 'object' && role === 'subject' && isErgative(verb.said, r.claim)) ||
    (heldRole === 'subject' && role === 'object' && isErgative(verb.held, r.source))
  )
}

/** `pay farmers 5 SOL` for `pay 5 SOL to farmers`. */
const isReceiver = ({ prep, frame }: Token, verb: Pair): boolean =>
  prep === 'to' && frame === verb.held.frame && GIVING_VERBS.has(verb.held.base)

/** `trading starts` for `starts trading`, and `was closed` for `closed`. */
const isErgative = (verb: Token, { tokens }: Sentence): boolean =>
  ERGATIVE_VERBS.has(verb.base) &&
  !tokens.some(
    (other) => other.frame === verb.frame && other.kind === 'word' && getRole(other) === 'object',
  )

/** `X's acquisition of Y` for `X acquired Y`. */
function isArgument(role: Role, held: Token, noun: Token): boolean {
  const isPart = held.head === noun.head && held !== noun
  if (isPart) return role !== 'subject' || held.isPossessive
  if (held.host !== noun.head) return held.prep === null && isLinked(held.frame, noun.frame)
  return role === 'subject' ? held.prep === 'by' : /^(?:of|to|in|on|for)$/.test(held.prep ?? '')
}

/** True if two words of one phrase belong together in the source too, in one phrase or by a preposition. */
function isWith({ said, held }: Pair, head: Token, r: Reading): boolean {
  const other = r.heldOf.get(head)
  if (other === undefined || isSamePhrase(held, other)) return true
  const isModifier = said.head !== said
  if (other.side === 'verb') return isOfVerb(said, held, other, r)
  if (held.side === 'verb') return isLinked(held.frame, other.frame)
  if (ownsObject(held, other, r.source)) return true
  if (isChained(held, other)) return isModifier || held.prep === null
  return (
    isLevelOf(other, held, r.source) || (said.prep === null && isLevelOf(held, other, r.source))
  )
}

/** `Norsk Air's flights` for `Norsk Air cancelled flights` or `cancelled its flights`. */
function ownsObject(owner: Token, thing: Token, source: Sentence): boolean {
  const { frame } = thing
  const isOwned = source.tokens.some(
    (token) => token.head === thing.head && token !== thing.head && token.isPossessive,
  )
  const isPronoun = source.tokens.some(
    ({ head, kind }) => head === thing.head && kind === 'pronoun',
  )
  return (
    getRoleTo(owner, frame, source) === 'subject' &&
    getRole(thing) === 'object' &&
    (isPronoun || (!isOwned && CHANGE_VERBS.has(frame.verbBase)))
  )
}

/** `interest hit $1.7 billion` for `interest of $1.7 billion`. */
const isLevelOf = (level: Token, of: Token, source: Sentence): boolean =>
  level.head.kind === 'figure' &&
  level.side === 'after' &&
  (level.prep === null || level.prep === 'at' || level.prep === 'to') &&
  STATE_VERBS.has(level.frame.verbBase) &&
  getRoleTo(of, level.frame, source) === 'subject'

/** `issuance of USDC` for `issuing USDC`. */
function isOfVerb(said: Token, held: Token, verb: Token, { source }: Reading): boolean {
  const role = getRoleTo(held, verb.frame, source)
  if (role === null) return false
  if (said.prep === 'by') return role === 'subject'
  if (said.isPossessive) return role === 'subject' || verb.frame.isPassive
  return role !== 'subject' || said.prep === null
}
