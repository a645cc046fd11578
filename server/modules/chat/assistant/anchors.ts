import type { Phrase } from './phrase.ts'

/**
 * Words in plain English of which a phrase needs at least one to mean a tool of the product or an answer. They keep out
 * phrases that only share the grammar, such as `order me a taxi`.
 */
const ANCHORS: Readonly<Record<string, string>> = {
  balance: 'balance|points|left|money|i have|account|afford|account|credit',
  history: 'charge|spend|use up|history|charged|charges|consumption|usage|points|money',
  payments: 'payments|top up|pay|paid|get my|arrive',
  wallet: 'address|wallet|holdings|transactions',
  token: 'address|token|holders|supply|authority|safe',
  ca_analysis: 'earned|analyze|smart|smart money|traders|who made money|made money|money|address',
  wallet_finder:
    'common|wallet finder|several|same|common|smart|traders|earned|made money|did well',
  research: 'research|news|happened|latest|why|summarize|find|about|articles|new',
  price: 'price|usd|dollars|dollar|euro|how much',
  network: 'network|status|chain|block|solana|mainnet|current',
  open_app:
    'open|show|start|go to|settings|store|calendar|home|where|browse|app|password|wallet|agent builder|want to|i want to',
  top_up: 'top up|points|add|money|balance|pay|put',
  arrange_windows: 'window|desktop|minimize|grid|golden ratio|all|show the desktop',
  set_theme: 'dark|light|theme|darker',
  set_wallpaper: 'wallpaper|background',
  set_accent: 'accent|color',
  add_event: 'remind me|event|calendar|plan|date|time',
  list_events:
    'event|calendar|plan|do i have planned|date|time|remind me|next|this week|this month|next week',
  delete_event: 'event|calendar|plan|date|time|remind me',
  my_apps: 'app|install|installed',
  install_app: 'install|app|export',
  uninstall_app: 'uninstall|app',
  my_agents: 'agent',
  create_agent: 'agent|agent builder',
  export_csv: 'export',
  'answer:send': 'send|pay',
  'answer:swap': 'swap|order|position|loss|loss',
  'answer:refund': 'refund|back|charged|stole|reverse|charge|payment|cancel',
  'answer:stake': 'stake|yield|interest|validator|earn',
  'answer:create_token': 'create token|token|nft|contract',
  'answer:airdrop': 'airdrop|free|tell me|points',
  'answer:advice': 'rise|fall|should i buy|swap|best|rich|price|money|moon|investment',
  'answer:keys': 'seed phrase|drained|lost|safe|recover|scammed|export',
  'answer:alerts': 'notify|watch|when|price',
  'answer:log_out': 'log out|session',
  'answer:delete_account': 'account|data|username|name',
  'answer:support': 'speak|support|problem|broken|work|bug|crashed|crashing|agent|angry|crash|fall',
  'answer:cost': 'price|free|fees|charge|points|query|pay|for an|analyze',
}

const patterns = new Map(
  Object.entries(ANCHORS).map(([id, words]) => [id, new RegExp(`\\b(?:${words})\\b`)] as const),
)

const hasAnchor = (id: string, shape: string): boolean => patterns.get(id)?.test(shape) ?? true

/** A phrase with one of these words means this tool, if it is among the first ones. */
const DECISIVE: Readonly<Record<string, string>> = {
  export: 'export_csv',
  uninstall: 'uninstall_app',
  'golden ratio': 'arrange_windows',
  wallpaper: 'set_wallpaper',
  accent: 'set_accent',
  'a agent': 'create_agent',
  'remind me': 'add_event',
  spend: 'history',
  'charged for': 'history',
  why: 'research',
  news: 'research',
  refund: 'answer:refund',
  swap: 'answer:swap',
  send: 'answer:send',
  'log out': 'answer:log_out',
  'should i buy': 'answer:advice',
}

export const decisiveFor = (shape: string): string | null =>
  Object.entries(DECISIVE).find(([word]) => ` ${shape} `.includes(` ${word} `))?.[1] ?? null

/** These do something, so a question does not mean them. */
const COMMANDS = new Set([
  'install_app',
  'uninstall_app',
  'delete_event',
  'add_event',
  'create_agent',
])

const isQuestion = (shape: string): boolean =>
  /^(?:what|what is|which|who|when|why|where|did|is|am|does)\b/.test(shape)

export const isPlausible = (id: string, { shape, question }: Pick<Phrase, 'shape' | 'question'>) =>
  hasAnchor(id, shape) &&
  !(COMMANDS.has(id) && (isQuestion(shape) || CHINESE_QUESTION.test(question)))

const CHINESE_QUESTION = /^[^能可]*吗/

/** Answers that a phrase with an address can mean. */
export const ANSWERS_FOR_ADDRESSES: ReadonlySet<string> = new Set(
  ['send', 'swap', 'refund', 'advice', 'keys', 'alerts'].map((id) => `answer:${id}`),
)

/** Words that say little, and that no example needs to have. */
export const FILLERS: ReadonlySet<string> = new Set(
  'still really now right just even again ever some any also too actually maybe here there pls please kindly quickly quick only already yet well then than very much many lot lots bit all own out for from with that this these those them they your you and but are was were been being will would could should can may might got get gets getting like love need want wanna gonna lemme bro dude man mate guys hey hello thing things stuff one ones rn asap today tonight have has had having'.split(
    ' ',
  ),
)
