import type { Phrase } from './phrase.ts'

/** Ends the watching of a wallet, in any order of the words. */
const ENDS_WATCHING =
  'stop watch|(?:do not|stop|no longer|delete|close) .*(?:watch|notify|watchlist)|(?:watch|notify) .*(?:do not|no longer)'

/** Airdrops of others, and not one for the user. */
const PLANNED_AIRDROP =
  '^(?!.*(?<!\\S)(?:me|my|claim|free|send)(?!\\S)).*(?:(?:planned|next|latest|new|which|when|what|this|year) .*airdrop|airdrop (?:.* )?(?:planned|next|this|year|date|amount|calendar|list))(?: .*)?'

/** A phrase with one of these words means this tool, if it is among the first ones. */
const DECISIVE = Object.entries({
  'remind me': 'add_event',
  '^research .*': 'research',
  why: 'research',
  news: 'research',
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

/** Returns false for a tool or answer that the grammar of the phrase rules out. A question never means a tool that changes something. */
export function isPlausible(
  id: string,
  { shape, question }: Pick<Phrase, 'shape' | 'question'>,
): boolean {
  const asked = question.trim()
  const isAsked =
    isQuestion(shape) ||
    isQuestion(asked) ||
    CHINESE_QUESTION.test(question) ||
    (asked.endsWith('?') && ASKS_FOR_STATE.has(id) && !REQUEST.test(shape)) ||
    (asked.endsWith('?') && shape.startsWith('i have '))
  if (COMMANDS.has(id) && isAsked) return false
  if (/^(?:delete|uninstall)_/.test(id) && !REMOVES.test(shape)) return false
  if (id === 'add_event' && /^(?:delete|clear)\b/.test(shape)) return false
  if (id === 'research' && /\bresearch app\b/.test(shape)) return false
  return id !== 'watch_wallet' || !isEndOfWatching.test(shape)
}

/** These words alone take something away. */
const REMOVES = /\b(?:delete|clear|uninstall|close|stop|cancel)\b/
const CHINESE_QUESTION = /^[^能可]*吗/

/** Answers that a phrase with an address can mean. */
export const ANSWERS_FOR_ADDRESSES: ReadonlySet<string> = new Set(
  ['send', 'swap', 'refund', 'advice', 'keys'].map((id) => `answer:${id}`),
)
