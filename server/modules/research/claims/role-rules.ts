import { isConverse } from '#server/modules/research/text/word-families.ts'
import { type Pair, type Reading, pairVerb } from './align.ts'
import { isTime, type Sentence, type Token } from './parse-sentence.ts'
import { isChained, isLinked, isSamePhrase, type Role, getRole, getRoleTo } from './roles.ts'
import { preservesDate } from './time-rules.ts'
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
  passes: (pair: Pair, r: Reading) => boolean
}

/** How the source must use a word, by its role in the claim. The first case that applies decides. */
export const ROLE_CASES: readonly RoleCase[] = [
  {
    name: 'time',
    refuses: ['Fees rose in May and fell in June.', 'Fees fell in May.'],
    applies: ({ claimToken }) => isTime(claimToken) && claimToken.head === claimToken,
    passes: preservesDate,
  },
  {
    name: 'speaker',
    refuses: ['Kamino said that Drift paid 5 SOL.', 'Drift said that Kamino paid 5 SOL.'],
    applies: ({ claimToken }) => claimToken.isSpeaker,
    passes: (pair, r) =>
      (pair.sourceToken.isSpeaker || isSpeaker(pair.sourceToken, r.source)) &&
      hasOneSpeaker(r.source),
  },
  {
    name: 'verb',
    refuses: ['Holders opposed the sale of BONK.', 'Holders sold BONK.'],
    applies: ({ claimToken }) => claimToken.side === 'verb',
    passes: ({ sourceToken }) =>
      sourceToken.side === 'verb' || EVENT_VERBS.has(sourceToken.frame.verbBase),
  },
  {
    name: 'modifier',
    refuses: ['Orca bought a new office near an old market.', 'Orca bought an old office.'],
    applies: ({ claimToken }) => claimToken.head !== claimToken,
    passes: (pair, r) => isWith(pair, pair.claimToken.head, r),
  },
  {
    name: 'converse',
    refuses: ['Galaxy sold 5 SOL to Drift.', 'Galaxy bought 5 SOL from Drift.'],
    applies: ({ claimToken }, r) => {
      const verb = pairVerb(claimToken.frame, r)
      const isParty = getRole(claimToken) !== 'phrase' || isOtherParty(claimToken)
      return isParty && verb !== null && isConverse(verb.claimToken.base, verb.sourceToken.base)
    },
    passes: isExchanged,
  },
  {
    name: 'attached phrase',
    refuses: ['Members of Orca met and staff of Drift left.', 'Members of Drift met.'],
    applies: ({ claimToken }) => claimToken.host !== null && getRole(claimToken) === 'phrase',
    passes: preservesAttached,
  },
  {
    name: 'phrase',
    refuses: ['Orca moved from Rome.', 'Orca moved to Rome.'],
    applies: ({ claimToken }) => getRole(claimToken) === 'phrase',
    passes: preservesPhrase,
  },
  {
    name: 'beside a light verb',
    refuses: ['Orca opposed the fees of Raydium.', 'Orca has the fees.'],
    applies: ({ claimToken }, r) => pairVerb(claimToken.frame, r) === null,
    passes: preservesState,
  },
  {
    name: 'subject or object',
    refuses: ['Kamino lent 5 SOL to Drift.', 'Drift lent 5 SOL.'],
    applies: () => true,
    passes: preservesArgument,
  },
]

/** Each word of the claim has the same role in the source. */
export const preservesRole = (pair: Pair, r: Reading): boolean =>
  ROLE_CASES.find(({ applies }) => applies(pair, r))?.passes(pair, r) ?? false

/** Prepositions that reports use interchangeably. */
const INTERCHANGEABLE =
  /^(?:in|on|at|during|within|across|among|through|via|by|under|amid|over|per|of|for|with|as|into|between|about|toward|towards|around)$/

const isSamePrep = (claimPrep: string | null, sourcePrep: string | null): boolean =>
  claimPrep === sourcePrep ||
  (INTERCHANGEABLE.test(claimPrep ?? '') && INTERCHANGEABLE.test(sourcePrep ?? ''))

const isInVerbClause = (claimToken: Token, sourceToken: Token, r: Reading): boolean => {
  const verb = pairVerb(claimToken.frame, r)
  return verb === null || isLinked(sourceToken.frame, verb.sourceToken.frame)
}

/** `denied a report and said`: both verbs have the same speaker. */
const isSpeaker = (sourceToken: Token, source: Sentence): boolean =>
  source.frames.some((frame) => frame.isSpeech && getRoleTo(sourceToken, frame, source) !== null)

/** With several speakers, it is unclear whom the claim quotes. */
const hasOneSpeaker = ({ frames }: Sentence): boolean =>
  frames.filter(({ isSpeech }) => isSpeech).length < 2

/** `A sold it to B` for `B bought it from A`. */
function isExchanged({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  const verb = pairVerb(claimToken.frame, r)
  const sourceRole = verb && getRoleTo(sourceToken, verb.sourceToken.frame, r.source)
  const role = getRole(claimToken)
  if (role === 'object') return sourceRole === 'object'
  return role === 'subject'
    ? sourceRole === 'phrase' && isOtherParty(sourceToken)
    : sourceRole === 'subject' && isOtherParty(claimToken)
}

const isOtherParty = ({ prep }: Token): boolean => /^(?:from|to|by)$/.test(prep ?? '')

/** A phrase stays with the word before it, or with the verb. */
function preservesAttached({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  return (
    claimToken.host === null ||
    isWith({ claimToken, sourceToken }, claimToken.host, r) ||
    (isSamePrep(claimToken.prep, sourceToken.prep) && isInVerbClause(claimToken, sourceToken, r))
  )
}

/** A phrase has the same preposition, or is a plain argument of the same verb. */
function preservesPhrase({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  const prep = claimToken.prep ?? ''
  const isBare = sourceToken.prep === null && sourceToken.side !== 'verb'
  // "Interest at 5%" for "interest hit 5%".
  if (claimToken.kind === 'figure' && prep === 'at' && isBare)
    return (
      (pairVerb(claimToken.frame, r)?.sourceToken.frame ?? sourceToken.frame) === sourceToken.frame
    )
  const isInside =
    isBare &&
    claimToken.kind !== 'figure' &&
    (/^(?:of|in|on|at|for|among|within|across|under)$/.test(prep) ||
      (/^(?:to|with)$/.test(prep) && getRole(sourceToken) === 'object'))
  if (!isInside && !isSamePrep(claimToken.prep, sourceToken.prep))
    return sourceToken.side === 'verb'
  return isInVerbClause(claimToken, sourceToken, r)
}

/** With `is` or `has`, the source must describe a state of the words too, or have them in one phrase. */
function preservesState({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  const others = r.pairs.filter(
    (pair) =>
      pair.claimToken.frame === claimToken.frame &&
      pair.claimToken.prep === null &&
      !isTime(pair.claimToken.head),
  )
  return others.every(({ sourceToken: other }) => {
    if (isChained(other, sourceToken)) return true
    const frame = other.frame.nth > sourceToken.frame.nth ? other.frame : sourceToken.frame
    const isOfFrame = [other, sourceToken].every(
      (token) => getRoleTo(token, frame, r.source) !== null,
    )
    return isOfFrame && STATE_VERBS.has(frame.verbBase)
  })
}

/** A subject stays the subject and an object the object of the verb, or of its noun. */
function preservesArgument({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  const verb = pairVerb(claimToken.frame, r)
  if (verb === null) return false
  const { frame } = verb.sourceToken
  if (sourceToken.side === 'verb') return isLinked(sourceToken.frame, frame)
  const role = getRole(claimToken)
  if (verb.sourceToken.side !== 'verb') return isArgument(role, sourceToken, verb.sourceToken)
  const sourceRole = getRoleTo(sourceToken, frame, r.source)
  return (
    sourceRole === role ||
    (sourceRole === 'phrase' && role === 'object' && isReceiver(sourceToken, verb)) ||
    (sourceRole === 'object' && role === 'subject' && isErgative(verb.claimToken, r.claim)) ||
    (sourceRole === 'subject' && role === 'object' && isErgative(verb.sourceToken, r.source))
  )
}

/** `pay farmers 5 SOL` for `pay 5 SOL to farmers`. */
const isReceiver = ({ prep, frame }: Token, verb: Pair): boolean =>
  prep === 'to' && frame === verb.sourceToken.frame && GIVING_VERBS.has(verb.sourceToken.base)

/** `trading starts` for `starts trading`, and `was closed` for `closed`. */
const isErgative = (verb: Token, { tokens }: Sentence): boolean =>
  ERGATIVE_VERBS.has(verb.base) &&
  !tokens.some(
    (other) => other.frame === verb.frame && other.kind === 'word' && getRole(other) === 'object',
  )

/** `X's acquisition of Y` for `X acquired Y`. */
function isArgument(role: Role, sourceToken: Token, noun: Token): boolean {
  const isPart = sourceToken.head === noun.head && sourceToken !== noun
  if (isPart) return role !== 'subject' || sourceToken.isPossessive
  if (sourceToken.host !== noun.head)
    return sourceToken.prep === null && isLinked(sourceToken.frame, noun.frame)
  return role === 'subject'
    ? sourceToken.prep === 'by'
    : /^(?:of|to|in|on|for)$/.test(sourceToken.prep ?? '')
}

/** True if two words of one phrase belong together in the source too, in one phrase or by a preposition. */
function isWith({ claimToken, sourceToken }: Pair, head: Token, r: Reading): boolean {
  const other = r.counterparts.get(head)
  if (other === undefined || isSamePhrase(sourceToken, other)) return true
  const isModifier = claimToken.head !== claimToken
  if (other.side === 'verb') return isOfVerb(claimToken, sourceToken, other, r)
  if (sourceToken.side === 'verb') return isLinked(sourceToken.frame, other.frame)
  if (ownsObject(sourceToken, other, r.source)) return true
  if (isChained(sourceToken, other)) return isModifier || sourceToken.prep === null
  return (
    isLevelOf(other, sourceToken, r.source) ||
    (claimToken.prep === null && isLevelOf(sourceToken, other, r.source))
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
function isOfVerb(
  claimToken: Token,
  sourceToken: Token,
  verb: Token,
  { source }: Reading,
): boolean {
  const role = getRoleTo(sourceToken, verb.frame, source)
  if (role === null) return false
  if (claimToken.prep === 'by') return role === 'subject'
  if (claimToken.isPossessive) return role === 'subject' || verb.frame.isPassive
  return role !== 'subject' || claimToken.prep === null
}
