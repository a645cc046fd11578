import { baseForm, isSameWord, findSynonyms } from '#server/modules/research/claims/vocabulary.ts'
import { stem } from '#server/modules/research/text/words.ts'
import { listNames, type Plan } from './plan.ts'

const TOPICS = `yield reward apy apr interest stake
  |risk danger threat vulnerable vulnerability warn warning caution
  |hack exploit attack breach theft drain steal loot phish scam rug
  |release version client update upgrade
  |outage halt downtime degrade slow offline incident status
  |fee gebühr gebühren comisión comisiones frais taxa taxas
  |unlock vest vesting cliff
  |airdrop claim allocation
  |etf fund trust
  |lawsuit court sue judge case legal
  |regulation regulator sec law rule license
  |buyback repurchase burn
  |bridge crosschain
  |hire appoint join ceo
  |partner partnership integrate integration
  |raise funding round invest investor
  |list listing delist
  |vote proposal governance referendum
  |wallet signature sign
  |mint freeze authority`
  .split('|')
  .map((line) => line.trim().split(/\s+/).map(stem))

export const isSameTopic = (a: string, b: string): boolean =>
  isSameWord(a, b) || TOPICS.some((topic) => topic.includes(a) && topic.includes(b))

export const relatedTo = (term: string): string[] => [
  ...new Set([
    term,
    ...findSynonyms(term),
    ...TOPICS.filter((topic) => topic.includes(term)).flat(),
  ]),
]

const MEASURES: readonly { words: RegExp; measures: readonly string[] }[] = [
  { words: /^(?:price|cost|usd|dollar|quote)s?$/, measures: ['price', 'change_24h'] },
  { words: /^(?:volume|traded|turnover)s?$/, measures: ['volume_24h', 'dex_volume_24h'] },
  { words: /^(?:tvl|locked)$/, measures: ['tvl'] },
  { words: /^(?:cap|mcap|capitalization|marketcap|valuation)$/, measures: ['market_cap'] },
  { words: /^(?:fees?|gebühr(?:en)?|comisi[oó]n(?:es)?|frais|taxas?)$/, measures: ['fees_24h'] },
  { words: /^(?:liquidity|pool|pools)$/, measures: ['liquidity'] },
  { words: /^(?:supply|circulating)$/, measures: ['supply'] },
  { words: /^(?:holder|holders|whale|whales)$/, measures: ['largest_account'] },
  { words: /^(?:epoch|slot|slots|tps)$/, measures: ['epoch', 'slot', 'transactions'] },
  {
    words: /^(?:mint|freeze|authority|authorities|safe|rug|rugpull|renounced|secure)$/,
    measures: ['mint_authority', 'freeze_authority', 'supply'],
  },
]

const FALLS =
  /^(?:drop|dropped|dropping|fall|falling|fell|crash|crashed|crashing|dump|dumped|dumping|down|decline|declined|sink|plunge|plunged|tank|tanked|lose|lost)$/
const RISES =
  /^(?:rise|rising|rose|pump|pumped|pumping|surge|surged|jump|jumped|rally|rallied|soar|soared|climb|climbed|up|moon|gain|gained|increase|increased)$/

/** Asks whether a network runs, and not whether a price fell. */
const STATUS = /\b(?:is|was) \S+ (?:\w+ )?(?:down|up|online|offline|working|running)\b/i

const MAX_KEYWORDS = 6

export type Asked = {
  words: string[]
  measures: string[]
  rest: string[]
  isKeywords: boolean
  direction: 'fall' | 'rise' | null
  /** What the question counts: a stem, `any` for an amount of anything, null if it asks for no number. */
  counted: string | null
  isComparison: boolean
}

export function readAsked({ query, subjects, terms }: Plan): Asked {
  const names = new Set(
    subjects.flatMap(listNames).flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)),
  )
  const own = terms.filter((term) => !names.has(term))
  const words: string[] = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isDown = asksForStatus(query, subjects)
  const direction = isDown ? null : readDirection(words.filter((word) => !names.has(word)))
  const measures = [
    ...(direction === null ? [] : ['change_24h']),
    ...MEASURES.flatMap((each) =>
      words.some((word) => each.words.test(word)) ? each.measures : [],
    ),
  ]
  // What rose or fell matters more than that something did.
  const topics = own.filter((term) => !FALLS.test(term) && !RISES.test(term))
  return {
    words: isDown
      ? [baseForm('outage')]
      : [...new Set((topics.length > 0 ? topics : own).map(baseForm))],
    measures: [...new Set(measures)],
    rest: (direction === null ? own : topics).filter(
      (term) => !MEASURES.some((each) => each.words.test(term)),
    ),
    counted: readCounted(query),
    isKeywords: words.length <= MAX_KEYWORDS && !query.includes('?'),
    direction,
    isComparison:
      subjects.length > 1 &&
      /\b(?:compare[ds]?|comparison|versus|vs\.?|or|and|better|difference)\b/i.test(query),
  }
}

function readCounted(query: string): string | null {
  const [, noun] = /\b(?:how many|number of) ([\p{L}-]+)/iu.exec(query) ?? []
  if (noun !== undefined) return baseForm(noun.toLowerCase())
  return /\bhow much\b/i.test(query) ? 'any' : null
}

function readDirection(words: readonly string[]): Asked['direction'] {
  if (!['why', 'did', 'is'].some((word) => words.includes(word))) return null
  if (words.some((word) => FALLS.test(word))) return 'fall'
  return words.some((word) => RISES.test(word)) ? 'rise' : null
}

/** "Is Solana up?" asks for the network. "Why is Solana up?" and "Is SOL up?" ask for a price. */
const asksForStatus = (query: string, subjects: Plan['subjects']): boolean =>
  STATUS.test(query) &&
  !/\bwhy\b/i.test(query) &&
  subjects.some(
    ({ kind, ticker }) =>
      kind === 'network' && !query.split(/[^\p{L}\p{N}]+/u).includes(ticker ?? ''),
  )
