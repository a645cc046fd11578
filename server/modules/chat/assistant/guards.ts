import { findRepeat } from '#server/lib/phrases/repeat-phrases.ts'
import type { Phrase } from './phrase.ts'

/** Airdrops of others, and not one for the user. */
const PLANNED_AIRDROP =
  '^(?!.*(?<!\\S)(?:me|my|claim|free|send)(?!\\S)).*(?:(?:planned|next|latest|new|which|when|what|this|year) .*airdrop|airdrop (?:.* )?(?:planned|next|this|year|date|amount|calendar|list))(?: .*)?'

const OF_PRODUCT =
  '(?:the|a|this|my|why|is|in) (?:report|analyze|rank|score|wallet)|excluded|wallet finder|research|copyability|apps?|top up|points?|balance|answer|button|window|dark|light|you|not (?:open|connect)'

/** Asks why, and not about the product. */
const WHY_IN_THE_WORLD = `(?!.*\\b(?:${OF_PRODUCT})\\b).*\\bwhy`

/** A phrase with one of these words means this tool, if it is among the first ones. */
const DECISIVE = Object.entries({
  'remind me': 'add_event',
  '^research .*': 'research',
  '(?:swap|get|need) (?:me )?amount (?:more )?points(?! (?:to|for|in|into|back)(?!\\S))': 'top_up',
  'notify .*(?:analyze|reports?|research) .*done': 'answer:notifications',
  [WHY_IN_THE_WORLD]: 'research',
  '^(?:what is the |the |show (?:me )?(?:the )?)?largest wallet (?:in|of|on) (?:token )?address':
    'token',
  news: 'research',
  '(?:add|arrange|open|show) .+ grid': 'arrange_windows',
  [PLANNED_AIRDROP]: 'research',
}).map(([words, id]) => ({ pattern: new RegExp(`(?<!\\S)(?:${words})(?!\\S)`), id }))

/** Asks about one wallet and one token: `did ADDRESS buy ADDRESS`. */
const HOLDING =
  /^(?!.* (?:and|or) )(?=.*\b(?:swap|bought|have|holdings|owns)\b)(?:did|do|does|have|has|is|address)\b.*address .*address\b/

export const isAboutHolding = (shape: string): boolean => HOLDING.test(shape)

/** Returns the id of the tool or answer that a word of the phrase names, or null. */
export const findDecisive = (shape: string): string | null =>
  isAboutHolding(shape)
    ? 'wallet'
    : (DECISIVE.find(({ pattern }) => pattern.test(shape))?.id ?? null)

/** What follows is the idea, whatever it says. */
const ASKS_FOR_AGENT =
  /^(?:(?:please|hello|can you|you|i want to|i) )*(?:(?:add|build|new|need|i want to) (?:(?:me|a|my|new|another) )*agent|agent builder (?:that|who|what|to|for))\b/

/** Chinese puts the idea before the agent. */
const ASKS_FOR_CHINESE_AGENT = /^(?:(?:please|can you|i want to) )*(?:add|build|new) .* agent$/

export const asksForAgent = ({ shape, language }: Phrase): boolean =>
  ASKS_FOR_AGENT.test(shape) || (language === 'zh' && ASKS_FOR_CHINESE_AGENT.test(shape))

/** Returns true for `news about SOL every morning`, and false for `why does SOL fall every Monday`. */
export function isRepeated({ question, english }: Phrase): boolean {
  const [edge = ''] = findRepeat(question)?.words ?? []
  const text = question.trim().replace(/[.!?。！]+$/, '')
  return (
    edge !== '' &&
    (text.startsWith(edge) || text.endsWith(edge)) &&
    !/^(?:why|what|how|who|which|when)\b/.test(english)
  )
}

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
  'move_event',
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
  /^(?!when .*\b(?:notify|remind me)\b)(?:what|what is|which|who|when|why|where|how (?:many|much|often)|did|is|are|am|does|(?:do|have|has) (?:i|we|my|the))\b/i.test(
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
  // Plain English has one word for buying and selling.
  const isOf = ({ ids, words }: Rule) => ids.test(id) && words.test(`${shape} ${question}`)
  return !EXCLUDED.some(isOf) && NEEDED.every((rule) => !rule.ids.test(id) || isOf(rule))
}

/** Words for tools and answers, by their ids. */
type Rule = { ids: RegExp; words: RegExp }

const EXCLUDED: readonly Rule[] = [
  { ids: /^my_agents$/, words: /\bfile\b/ },
  // `Sí` alone says yes, and not when.
  { ids: /^/, words: /^when(?: please)? s[ií](?:,? por favor)?\W*$/i },
  { ids: /^last_report$/, words: /^(?!.*\b(?:wallet|traders)\b).*\breports\b/ },
  { ids: /^my_apps$/, words: /^(?!.*\binstall).*\bstore\b/ },
  // One token has no wallets in common with another.
  { ids: /^wallet_finder$/, words: /^(?!.*wallet finder)(?!.*address.*address).*address/ },
  {
    ids: /^arrange_windows$/,
    words: /\b(?:maximize|this app)\b|^(?!.*\b(?:all|windows)\b).*\b(?:this window|chat)\b/,
  },
  { ids: /^add_event$/, words: /^(?:(?:how|do|can|i) )*(?:delete|clear)\b/ },
  { ids: /^move_event$/, words: /^(?:add|plan|remind me)\b/ },
  {
    ids: /^set_(?:theme|wallpaper|accent)$/,
    words: /^(?:how|as) (?!about\b)/,
  },
  { ids: /^price_alerts$/, words: /^how much\b(?!.* (?:i have|my)\b)/ },
  {
    ids: /^delete_price_alert$/,
    words:
      /^(?:how|as|what if|when|why|can(?! you\b)|(?:could|may|should|do|if) i|(?:did|do|have|will|you) (?:you|i))\b/,
  },
  {
    ids: /^top_up$/,
    words: /^how long\b|\b(?:my|did i) top up\b|\b(?:sell|verkauf\w*|vend\w*)\b|卖/i,
  },
  {
    ids: /^research$/,
    words:
      /\bresearch app\b|^why (?:\S+ )*research .*\b(?:price|pay|charge)\b|^(?:add|arrange|open|show) .*grid\b|\bmy (?:\w+ )?agent\b/,
  },
  { ids: /^answer:coming_soon$/, words: /^open\b/ },
  { ids: /^answer:background$/, words: /\bagent\b/ },
  { ids: /^answer:password$/, words: /\b(?:phantom|solflare|backpack|wallet)\b/ },
  {
    ids: /^answer:refund$/,
    words: /^what happens (?!.*\b(?:point|query|analyze|reports?|research|it)\b)/,
  },
]
/** Without one of these words, a phrase means none of them. */
const NEEDED: readonly Rule[] = [
  {
    ids: /^my_reports$/,
    words:
      /^(?!.*\b(?:wallet|traders)\b).*(?:\breports\b|\b(?:all|old|amount) (?:\S+ )*(?:report|analyze)\b|\b(?:list|recent|latest) (?:my )?analyze\b)/,
  },
  {
    ids: /^(?:delete_event|uninstall_app)$/,
    words: /\b(?:delete|clear|uninstall|close|stop|cancel)\b/,
  },
  {
    ids: /^delete_price_alert$/,
    words:
      /\b(?:delete|clear|stop|close|kill|disable|turn off|switch off|borr|elimin|supprim|annul)/i,
  },
  { ids: /^answer:who$/, words: /\b(?:you|your|yourself|soldesk|model|ai)\b/ },
  { ids: /^answer:remove_report$/, words: /\b(?:reports?|research|digest|analyze|query)\b/ },
  { ids: /^set_price_alert$/, words: /\b(?:notify|watch|remind me)\b/ },
  { ids: /^answer:agent_schedule$/, words: /\bagent\b/ },
  { ids: /^answer:no_points$/, words: /\b(?:points|balance)\b/ },
  { ids: /^answer:topics$/, words: /\b(?:research|topic|briefing|news)\b/ },
  { ids: /^answer:background$/, words: /\b(?:close|window|tab|browser|page|connection|log out)\b/ },
  {
    ids: /^answer:provisional$/,
    words: /\b(?:provisional|rank|analyze|reports?|research|query|wallet finder|it|wait)\b/,
  },
  { ids: /^answer:pending_payment$/, words: /\b(?:pay|payment|top up|points|send|balance)\b/ },
  { ids: /^answer:order_states$/, words: /\b(?:pending|expired|failed|status|mean)\b/ },
  { ids: /^answer:sign_in_ways$/, words: /\b(?:sign in|need|connect|open)\b/ },
  {
    ids: /^answer:own_model$/,
    words: /\b(?:model|ai|llm|(?:chat)?gpt|openai|claude|gemini|stupid|understand)\b/,
  },
  { ids: /^answer:alerts_help$/, words: /\b(?:alerts?|notify)\b|\bcheck the price\b/ },
  { ids: /^answer:own_wallet$/, words: /\b(?:my|i)\b/i },
  { ids: /^answer:phone$/, words: /\b(?:phone|tablet)\b/ },
  { ids: /^answer:reports$/, words: /\b(?:analyze|reports?|research|query)\b/ },
  { ids: /^answer:cancel_run$/, words: /\b(?:delete|stop|abort)\b/ },
  { ids: /^answer:recharge_cost$/, words: /\b(?:cheap|minimum|fee|discount|price|less|have to)\b/ },
]
const CHINESE_QUESTION = /^[^能可]*吗/

/** Answers that a phrase with an address can mean. */
export const ANSWERS_FOR_ADDRESSES: ReadonlySet<string> = new Set(
  ['send', 'swap', 'refund', 'advice', 'keys'].map((id) => `answer:${id}`),
)

/** About the user or a certain address, and no term to explain. */
export const isPersonal = ({ english, entities }: Phrase): boolean =>
  entities.addresses.length > 0 || /\b(?:my|i have|price|news|happened|latest)\b/.test(english)

/** Languages that put the refusal behind the verb or in its middle. */
const REFUSED =
  /\bnicht (?:mehr )?(?:erinnern|öffnen|löschen|hinzufügen)\b|\b(?:erinner|öffne|lösch)\w* (?:mich )?(?:bitte )?(?:\S+ )?nicht\b|\bne me rappelle\w* pas\b/iu

/** Returns true for `do not open …`. A question such as `why is it not …` is not refused. */
export const isRefused = ({ english, question }: Phrase): boolean =>
  /^(?:please |hello |no |i |you )*(?:do not|never)\b/.test(english) || REFUSED.test(question)
