import { TOOL_ANCHORS } from '#server/intents/tool-phrases.ts'
import { ANSWERS } from './canned-answers.ts'
import type { Phrase } from './phrase.ts'

/** Keeps out phrases that only share the grammar of an example, such as `order me a taxi`. */
const patterns = new Map(
  [
    ...TOOL_ANCHORS,
    ...ANSWERS.flatMap(({ id, anchors }) =>
      anchors === null ? [] : [[`answer:${id}`, anchors] as const],
    ),
  ].map(([id, words]) => [id, new RegExp(`\\b(?:${words})\\b`)] as const),
)

const hasAnchor = (id: string, shape: string): boolean => patterns.get(id)?.test(shape) ?? true

/** Ends the watching of a wallet, in any order of the words. */
const ENDS_WATCHING =
  'stop watch|(?:do not|stop|no longer|delete|close) .*(?:watch|notify|watchlist)|(?:watch|notify) .*(?:do not|no longer)'

/** Airdrops of others, and not one for the user. */
const PLANNED_AIRDROP =
  '^(?!.*(?<!\\S)(?:me|my|claim|free|send)(?!\\S)).*(?:(?:planned|next|latest|new|which|when|what|this|year) .*airdrop|airdrop (?:.* )?(?:planned|next|this|year|date|amount|calendar|list))(?: .*)?'

/** A phrase with one of these words means this tool, if it is among the first ones. */
const DECISIVE = Object.entries({
  '^(?:please )?delete .*remind me': 'delete_event',
  [ENDS_WATCHING]: 'unwatch_wallet',
  'notify .*address|address .*notify|remind me (?:when |if )?address|address swap remind me':
    'watch_wallet',
  'remind me': 'add_event',
  export: 'export_csv',
  uninstall: 'uninstall_app',
  'golden ratio': 'arrange_windows',
  wallpaper: 'set_wallpaper',
  accent: 'set_accent',
  'a agent': 'create_agent',
  afford: 'balance',
  spend: 'history',
  'use up': 'history',
  'charged for': 'history',
  '^research .*': 'research',
  why: 'research',
  news: 'research',
  refund: 'answer:refund',
  '(?:did|has|have) address .*': 'wallet',
  swap: 'answer:swap',
  send: 'answer:send',
  'log out': 'answer:log_out',
  score: 'answer:score',
  'should i buy': 'answer:advice',
  '^(?:what is|where is) (?:ticker|address) at(?: .*)?': 'price',
  '^(?!.*(?:analyze|query|research)).*(?:price .*address|address .*price)': 'price',
  '^(?:to |at )?how much (?:is|this)(?: the)? (?:address|ticker)|^address (?:latest |date )?how much|^is address (?:rise|fall|up|down)':
    'price',
  [PLANNED_AIRDROP]: 'research',
}).map(([words, id]) => ({ pattern: new RegExp(`(?<!\\S)(?:${words})(?!\\S)`), id }))

/** Returns the id of the tool or answer that a word of the phrase names, or null. */
export const findDecisive = (shape: string): string | null =>
  DECISIVE.find(({ pattern }) => pattern.test(shape))?.id ?? null

/** These do something, so a question does not mean them. */
const COMMANDS = new Set([
  'set_price_alert',
  'delete_price_alert',
  'watch_wallet',
  'unwatch_wallet',
  'install_app',
  'uninstall_app',
  'delete_event',
  'add_event',
  'create_agent',
  'arrange_windows',
  'set_theme',
  'set_wallpaper',
  'set_accent',
])

/** Of these, people ask whether they are so, in any order of the words: `le mode sombre est-il activé ?`. */
const ASKS_FOR_STATE = new Set(['arrange_windows', 'set_theme', 'set_wallpaper', 'set_accent'])
const REQUEST =
  /^(?:can|i want to|please|another|new|change|add|arrange|close|minimize|show|delete|find|use|make)\b/

const isQuestion = (text: string): boolean =>
  /^(?!when .*\b(?:notify|remind me)\b)(?:what|what is|which|who|when|why|where|did|is|are|am|does|(?:do|have|has) (?:i|we|my|the))\b/i.test(
    text,
  )

const isEndOfWatching = new RegExp(`\\b(?:${ENDS_WATCHING})\\b`)

/** Returns true if the phrase has a word that the tool or answer needs. A question never means a tool that changes something. */
export function isPlausible(
  id: string,
  { shape, question }: Pick<Phrase, 'shape' | 'question'>,
): boolean {
  if (POINTS_BACK.test(shape)) return id === 'answer:send'
  if (id === 'answer:delete_account' && /\bamount\b/.test(shape)) return false
  const asked = question.trim()
  const isAsked =
    isQuestion(shape) ||
    isQuestion(asked) ||
    CHINESE_QUESTION.test(question) ||
    (asked.endsWith('?') && ASKS_FOR_STATE.has(id) && !REQUEST.test(shape)) ||
    (asked.endsWith('?') && shape.startsWith('i have '))
  if (COMMANDS.has(id) && isAsked) return false
  if (id === 'ca_analysis' && /^how (?:many|much)\b/.test(shape)) return false
  if (/^answer:(?:swap|advice)$/.test(id) && ASKS_ABOUT_MARKET.test(shape)) return false
  if (id === 'research' && /\bresearch app\b/.test(shape)) return false
  if (id === 'answer:swap' && ASKS_WHAT_A_WALLET_DID.test(shape)) return false
  // No wallpaper is darker than another; the theme is.
  if (id === 'set_wallpaper' && /\bdarker\b/.test(shape)) return false
  if (id === 'top_up' && ASKS_TO_SEE.test(shape)) return false
  if (id === 'list_events' && FIELD.test(shape) && !OWN_PLANS.test(shape)) return false
  if (/^(?:set|delete)_price_alert$/.test(id) && /\b(?:date|time)\b/.test(shape)) return false
  if (id === 'watch_wallet' && isEndOfWatching.test(shape)) return false
  return hasAnchor(id, shape) || (id === 'unwatch_wallet' && isEndOfWatching.test(shape))
}

/** Points for a token: they can't be paid out. */
const POINTS_BACK = /^(?=.*\b(?:change|swap)\b).*\bpoints\b(?!.*\bwith\b).*\bticker\b/
const ASKS_WHAT_A_WALLET_DID = /\b(?:did|has|have) (?:the )?(?:wallet )?address\b/
const ASKS_TO_SEE = /^(?:what is|how much is|show (?:me )?(?:all|my|the) (?!.*\bhow\b))\b/
/** Asks where others trade. */
const ASKS_ABOUT_MARKET = /^(?:where|who)\b(?!.*\b(?:i|you|me|can|should|will)\b)/
/** What is planned for these is in the news, and not in the calendar. */
const FIELD = /\b(?:solana|ticker|airdrop|network|token|validator|stake|upgrade|release)\b/
const OWN_PLANS = /\b(?:calendar|event|my|date|time|this week|next week)\b/

const CHINESE_QUESTION = /^[^能可]*吗/

/** Answers that a phrase with an address can mean. */
export const ANSWERS_FOR_ADDRESSES: ReadonlySet<string> = new Set(
  ['send', 'swap', 'refund', 'advice', 'keys'].map((id) => `answer:${id}`),
)

/** Words that say little, and that no example needs to have. */
export const FILLERS: ReadonlySet<string> = new Set(
  'still really now right just even again ever some any also too actually maybe here there pls please kindly quickly quick only already yet well then than very much many lot lots bit all own out for from with that this these those them they your you and but are was were been being will would could should can may might got get gets getting like love need want wanna gonna lemme bro dude man mate guys hey hello thing things stuff one ones rn asap today tonight have has had having'.split(
    ' ',
  ),
)
