import { LRUCache } from 'lru-cache'
import { baseForm } from '#server/modules/research/text/base-form.ts'
import {
  findSynonyms,
  listFamily,
  readFamilies,
} from '#server/modules/research/text/word-families.ts'
import { isStopWord } from '#server/lib/text/words.ts'
import { listNames, type Plan } from './plan.ts'
import {
  ADVICE_WORDS,
  asksAdvice,
  asksForecast,
  isAsking,
  isStatement,
  type Limit,
  type Move,
  readLimit,
  readMove,
  readReason,
} from './special-questions.ts'

const TOPICS = readFamilies(`yield reward apy apr interest
  |risk risky danger threat vulnerable vulnerability warn warning caution
  |hack exploit attack breach theft drain steal loot phish scam rug
  |release version client update upgrade
  |outage halt downtime offline incident status
  |outage downtime degrade slow slowdown incident status
  |rpc endpoint
  |affect hit hurt harm damage
  |trouble problem restart crash fault
  |fee commission charge cost pay
  |fail pass approve reject accept adopt
  |raise rise lower fall cut increase reduce drop
  |start begin end finish close last deadline
  |program write code
  |steal drain lose loss take victim damage
  |money fund cash
  |audit review reviewer audited
  |offline down switch off
  |fast faster sooner quick late speed confirm
  |founder cofounder creator maker build make
  |permanent optional require mandatory
  |issuer circle
  |plan announce intend
  |salary wage pay
  |unlock vest vesting cliff
  |airdrop claim allocation
  |etf fund trust
  |lawsuit court sue judge case legal
  |regulation regulator sec law rule license
  |buyback repurchase burn
  |bridge crosschain
  |hire appoint join ceo
  |partner partnership integrate integration
  |raise round invest investor
  |list listing delist
  |vote proposal governance referendum
  |wallet signature sign
  |delay wait hold
  |mint freeze authority`)

/** Words by which sources say that a service is or is not safe. */
const SAFETY = 'audit exploit hack breach vulnerable vulnerability risk fault bug drain steal'
  .split(' ')
  .map(baseForm)
const SAFE = baseForm('safe')

const relatedStems = new LRUCache<string, ReadonlySet<string>>({
  max: 5_000,
  memoMethod: (term) =>
    new Set([
      term,
      ...findSynonyms(term),
      ...listFamily(TOPICS, term),
      ...(term === SAFE ? SAFETY : []),
      // A text on staking may say how to unstake.
      ...(/^un\p{L}{4}/u.test(term) ? [term.slice(2), `${term.slice(2)}e`] : []),
      // "Freezable" asks whether it can be frozen.
      ...(term.endsWith('abl') ? [term.slice(0, -3), `${term.slice(0, -3)}e`] : [`${term}abl`]),
    ]),
})

/** Returns the stem of a question word and related stems. */
export const listRelatedStems = (term: string): ReadonlySet<string> => relatedStems.memo(term)

/** Returns true if a word of a text is related to a word of the question. */
export const isSameTopic = (found: string, expected: string): boolean =>
  listRelatedStems(expected).has(found)

const MEASURES: readonly { words: RegExp; measures: readonly string[] }[] = [
  { words: /^(?:price|cost|usd|dollar|quote)s?$/, measures: ['price', 'change_24h'] },
  { words: /^(?:volume|traded|turnover)s?$/, measures: ['volume_24h', 'dex_volume_24h'] },
  { words: /^(?:tvl|locked)$/, measures: ['tvl'] },
  { words: /^(?:cap|mcap|capitalization|marketcap|valuation)$/, measures: ['market_cap'] },
  { words: /^(?:fees?|commissions?)$/, measures: ['fees_24h'] },
  { words: /^(?:liquidity|pool|pools)$/, measures: ['liquidity'] },
  { words: /^(?:supply|circulating)$/, measures: ['supply'] },
  { words: /^(?:holder|holders|whale|whales)$/, measures: ['largest_account'] },
  { words: /^(?:epoch|slot|slots|tps)$/, measures: ['epoch', 'slot', 'transactions'] },
  {
    words: /^(?:mint|freeze|authority|authorities|safe|rug|rugpull|renounced|secure)$/,
    measures: ['mint_authority', 'freeze_authority', 'supply'],
  },
]

/** These ask for the price of a token, or the fees of a service. */
const CHEAP_WORDS = /^(?:expensive|cheap|cheaper|cheapest)$/

/** A quality of a service: the words of questions for it, and the topic in sources. */
type Quality = { words: RegExp; topic: string; name: string }

const SPEED: Quality = {
  words: /^(?:fast|faster|fastest|slower|quick|quicker)$/,
  topic: 'speed',
  name: 'speed',
}

const SAFETY_QUALITY: Quality = {
  words: /^(?:safe|safer|safely|secure|security|riskier|rug|rugged|rugpull|scam)$/,
  topic: SAFE,
  name: 'safety',
}

/** For a token, these words ask for figures instead. */
const QUALITIES: readonly Quality[] = [
  { words: CHEAP_WORDS, topic: 'fee', name: 'cost' },
  SAFETY_QUALITY,
  SPEED,
]
const MONEY = /^(?:money|funds?|assets?|coins?|tokens?|deposits?)$/

const isOfService = (subjects: Plan['subjects']): boolean =>
  subjects.some(({ kind }) => kind === 'project') ||
  (subjects.length > 1 && subjects.every(({ kind }) => kind === 'network'))

/** Figures that are counts. The liquidity of pools, for example, is not their number. */
const COUNTS: ReadonlySet<string> = new Set(['epoch', 'slot', 'transactions', 'supply'])

/** These ask for a size, unless the question names a measure. */
const SIZE_WORDS = /^(?:bigger|larger|smaller|biggest|largest|size|big|large)$/
const SIZES = ['tvl', 'volume_24h', 'market_cap']

const FALLS =
  /^(?:drop|dropped|dropping|fall|falling|fell|crash|crashed|crashing|dump|dumped|dumping|down|decline|declined|sink|plunge|plunged|tank|tanked|lose|lost)$/
const RISES =
  /^(?:rise|rising|rose|pump|pumped|pumping|surge|surged|jump|jumped|rally|rallied|recover|recovered|recovering|soar|soared|climb|climbed|up|moon|gain|gained|increase|increased)$/

/** Figures that a question may compare with a limit. */
const LIMITED = ['price', 'tvl', 'market_cap', 'volume_24h']

/** Asks whether a network is running, not whether a price fell. */
const STATUS = /\b(?:is|was) \S+ (?:\w+ )?(?:down|up|online|offline|working|running)\b/i

const MAX_KEYWORDS = 6

/** The kind of number that answers. `sum`: of money or tokens. `often`: how often something happens. */
export type ExpectedNumber =
  | { kind: 'things'; stem: string }
  /** `stem`: of the noun after "how much", if there is one. */
  | { kind: 'any'; stem: string | null }
  /** `part`: a share or an amount. */
  | { kind: 'sum' | 'time' | 'often' | 'share' | 'part' }

/** The kind of answer that a question asks for. */
export type QuestionIntent = {
  /** Stems of the words that are not names of the subjects. */
  words: string[]
  /** Measures that answer the question on their own, such as `price`. */
  measures: string[]
  /** The words that do not ask for a measure. */
  rest: string[]
  /** True for keywords instead of a sentence. */
  isKeywords: boolean
  direction: 'fall' | 'rise' | null
  expectedNumber: ExpectedNumber | null
  /** "When …?" needs a date or a time. */
  isWhen: boolean
  /** Asks for the one that has the most of something. */
  isSuperlative: boolean
  isComparison: boolean
  /** Words for the measures in texts, used if no source has the figures. */
  measureWords: string[]
  /** Matches sentences with a reason; null if the question asks for none. */
  reason: RegExp | null
  isAdvice: boolean
  isForecast: boolean
  /** "Is SOL above $100?" */
  limit: Limit | null
  /** "Did Phantom lose users?" asks about a move of something other than the price. */
  move: Move | null
  /** Asks whether a service is cheap, safe or fast. */
  quality: Quality | null
}

export function readIntent(plan: Plan): QuestionIntent {
  const { english: query, subjects } = plan
  const names = new Set(
    subjects.flatMap(listNames).flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)),
  )
  const words: string[] = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const hasTopic = plan.terms.some((term) => !names.has(term))
  const quality = findQuality(words, subjects, hasTopic)
  const { named, limit } = readMeasures(words, query, quality)
  const isAdvice = subjects.length > 0 && asksAdvice(query)
  const own = listOwnTerms(plan, { names, quality, limit, isAdvice })
  const isDown = asksForStatus(query, subjects)
  const moved = isDown ? null : readDirection(words.filter((word) => !names.has(word)))
  // "Why did the tips fall?" asks for the tips and not for a price.
  const isOfPrice = own.every(
    (term) => FALLS.test(term) || RISES.test(term) || PRICE_WORDS.test(term),
  )
  const direction = isOfPrice ? moved : null
  const isOfSize = named.length === 0 && words.some((word) => SIZE_WORDS.test(word))
  const expectedNumber = readExpectedNumber(query, names)
  const measures = [
    ...(direction === null ? [] : ['change_24h']),
    ...(isOfSize
      ? SIZES
      : named.filter((each) => expectedNumber?.kind !== 'things' || COUNTS.has(each))),
  ]
  // The thing that rose or fell matters more than the verb.
  const topics = own.filter((term) => !FALLS.test(term) && !RISES.test(term))
  const move = direction === null && topics.length > 0 ? readMove(query) : null
  const sought = [
    ...(topics.length > 0 ? topics : own),
    ...(quality === null ? [] : [quality.topic]),
  ]
  return {
    words: [...new Set((isDown ? ['outage'] : sought).map(baseForm))],
    measures: [...new Set(measures)],
    rest: (direction === null ? own : topics).filter(
      (term) => !MEASURES.some((each) => each.words.test(term)),
    ),
    expectedNumber,
    isWhen: /\b(?:when|what date|which day|since when)\b/i.test(query),
    isSuperlative: SUPERLATIVE.test(query),
    measureWords: measures.flatMap((measure) => (MEASURE_WORDS[measure] ?? []).map(baseForm)),
    isKeywords: words.length <= MAX_KEYWORDS && !isAsking(query) && !isStatement(query),
    direction,
    reason: readReason(query, direction !== null || move !== null),
    isAdvice,
    isForecast: asksForecast(query),
    limit,
    move,
    quality,
    isComparison: subjects.length > 1 && COMPARES.test(query),
  }
}

const COMPARES =
  /\b(?:compare[ds]?|comparison|versus|vs\.?|or|and|than|better|difference|between|bigger|larger|smaller|higher|lower|cheaper)\b/i

/** `hasTopic`: the question has other words, as "Is staking SOL safe?" has. */
const findQuality = (
  words: readonly string[],
  subjects: Plan['subjects'],
  hasTopic: boolean,
): Quality | null =>
  QUALITIES.find(
    (quality) =>
      words.some((word) => quality.words.test(word)) &&
      (isOfService(subjects) ||
        (quality === SAFETY_QUALITY && hasTopic) ||
        (quality === SPEED && subjects.some(({ kind }) => kind === 'network'))),
  ) ?? null

/** Returns the measures that the words name, and the limit of "Is SOL above $100?", which asks for a price. */
function readMeasures(words: readonly string[], query: string, quality: Quality | null) {
  const named = MEASURES.flatMap((each) =>
    words.some((word) => each.words.test(word)) ? each.measures : [],
  )
  if (quality === null && words.some((word) => CHEAP_WORDS.test(word))) {
    named.push('price', 'change_24h')
  }
  const limit = named.length === 0 || LIMITED.includes(named[0] ?? '') ? readLimit(query) : null
  if (limit !== null && named.length === 0) named.push('price')
  return { named, limit }
}

type IntentContext = Pick<QuestionIntent, 'limit' | 'isAdvice'> & {
  /** Words of the subjects' names. */
  names: ReadonlySet<string>
  quality: Quality | null
}

/** Returns the terms to look for in sources: no names, numbers of a limit, or words that only ask. */
const listOwnTerms = (
  { terms, english }: Plan,
  { names, quality, limit, isAdvice }: IntentContext,
): string[] => {
  const isShare = SHARE.test(english)
  const isMoney = /\bhow much money\b/i.test(english)
  return terms.filter(
    (term) =>
      !names.has(term) &&
      !(isMoney && term === 'money') &&
      !(isShare && (UNNAMED.test(term) || term === 'market')) &&
      !(isAdvice && ADVICE_WORDS.test(term)) &&
      !(quality !== null && (MONEY.test(term) || quality.words.test(term))) &&
      !(limit !== null && /^\d/.test(term)),
  )
}

/** Reads "how many …", "how much SOL", "how much …", "how long", "how often" and "what share". */
function readExpectedNumber(query: string, names: ReadonlySet<string>): ExpectedNumber | null {
  if (/\bhow long\b/i.test(query)) return { kind: 'time' }
  if (/\bhow (?:often|frequently)\b/i.test(query)) return { kind: 'often' }
  if (SHARE.test(query)) return { kind: 'share' }
  if (/\bhow much of\b|\bby how much\b/i.test(query)) return { kind: 'part' }
  if (/\bhow much (?:.* )?costs?\b/i.test(query)) return { kind: 'sum' }
  if (asksPriceOfAct(query)) return { kind: 'part' }
  if (/\b(?:what|which) (?:amount|sum)\b/i.test(query)) return { kind: 'sum' }
  if (/\bhow (?:big|large|high|small)\b/i.test(query)) return { kind: 'any', stem: null }
  const [, noun, next] =
    /\b(?:how many|number of) (?:(?:the|of|a|solana) )*([\p{Script=Latin}-]+)(?: ([a-z]{3,}s)\b(?<!was|has|does))?/iu.exec(
      query,
    ) ?? []
  if (noun !== undefined) {
    // "How many BONK were burned?" asks for a sum, and "How many BONK holders are there?" does not.
    const isName = names.has(noun.toLowerCase())
    const thing = isName ? next : noun.toLowerCase()
    return thing === undefined ? { kind: 'sum' } : { kind: 'things', stem: baseForm(thing) }
  }
  const what = /\bhow (?:much|many)\b ?(\p{L}*)/iu.exec(query)?.[1]?.toLowerCase()
  if (what === undefined) return null
  if (names.has(what) || /^(?:money|tokens?)$/.test(what)) return { kind: 'sum' }
  return { kind: 'any', stem: what === '' || isStopWord(what) ? null : baseForm(what) }
}

/** "What would a swap cost?" and "How much does it cost?" */
const PRICE_OF_ACT =
  /\bwhat (?:do|does|did|will|would|should) (?:.* )?(?:cost|charge|pay)\b|\bhow much (?:.* )?costs?\b/i

export const asksPriceOfAct = (query: string): boolean => PRICE_OF_ACT.test(query)

const SHARE =
  /\b(?:what|which)(?: is| are|['’]s)?(?: the| \S+['’]s)?(?: market)? (?:share|percentage|percent|proportion|portion|fraction|part of)\b|\bwhat percent/i
/** Texts write a share as a percentage, without these words. */
const UNNAMED = /^(?:share|percentage|percent|proportion|portion|rate|name|part|plan|role)s?$/

/** Words of texts on a measure. */
export const MEASURE_WORDS: Readonly<Record<string, readonly string[]>> = {
  price: ['price'],
  volume_24h: ['volume'],
  tvl: ['lock', 'tvl'],
  fees_24h: ['fee'],
  liquidity: ['liquidity'],
  supply: ['supply'],
  mint_authority: ['mint', 'authority'],
  freeze_authority: ['freeze'],
  largest_account: ['holder'],
}

const PRICE_WORDS = /^(?:price|value|token|coin|market|usd|dollar|much)s?$/
const SUPERLATIVE =
  /\b(?:(?:the|has|have) most|biggest|largest|greatest|highest|lowest|smallest|least|cheapest|leading|top|first)\b/i

function readDirection(words: readonly string[]): QuestionIntent['direction'] {
  if (!['why', 'did', 'is', 'has'].some((word) => words.includes(word))) return null
  if (words.some((word) => FALLS.test(word))) return 'fall'
  return words.some((word) => RISES.test(word)) ? 'rise' : null
}

/** "Is Solana up?" asks for the network. "Why is Solana up?" and "Is SOL up?" ask for a price. */
const asksForStatus = (query: string, subjects: Plan['subjects']): boolean =>
  STATUS.test(query) &&
  readReason(query, false) === null &&
  subjects.some(
    ({ kind, ticker }) =>
      kind === 'network' && !query.split(/[^\p{L}\p{N}]+/u).includes(ticker ?? ''),
  )
