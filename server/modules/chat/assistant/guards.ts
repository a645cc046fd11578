import type { Phrase } from './phrase.ts'

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
  const isOf = ({ ids, words }: Rule) => ids.test(id) && words.test(shape)
  return !EXCLUDED.some(isOf) && NEEDED.every((rule) => !rule.ids.test(id) || isOf(rule))
}

/** Words for tools and answers, by their ids. */
type Rule = { ids: RegExp; words: RegExp }

const EXCLUDED: readonly Rule[] = [
  { ids: /^add_event$/, words: /^(?:delete|clear)\b/ },
  { ids: /^top_up$/, words: /\b(?:my|did i) top up\b/ },
  { ids: /^research$/, words: /\bresearch app\b|\bmy (?:\w+ )?agent\b/ },
]
/** Without one of these words, a phrase means none of them. */
const NEEDED: readonly Rule[] = [
  { ids: /^(?:delete|uninstall)_/, words: /\b(?:delete|clear|uninstall|close|stop|cancel)\b/ },
  { ids: /^set_price_alert$/, words: /\b(?:notify|watch|price|remind me)\b/ },
  { ids: /^answer:agent_schedule$/, words: /\bagent\b/ },
  { ids: /^answer:cancel_run$/, words: /\b(?:delete|stop|abort)\b/ },
  { ids: /^answer:recharge_cost$/, words: /\b(?:cheap|minimum|fee|discount|price|less|have to)\b/ },
]
const CHINESE_QUESTION = /^[^能可]*吗/

/** Answers that a phrase with an address can mean. */
export const ANSWERS_FOR_ADDRESSES: ReadonlySet<string> = new Set(
  ['send', 'swap', 'refund', 'advice', 'keys'].map((id) => `answer:${id}`),
)
