import type { AgentDefinition } from '#contract/apps/agents.ts'
import { formatToolName } from '#server/lib/text/tool-name.ts'
import { truncateWords, toOneLine } from '#server/lib/text/visible-text.ts'
import { stem } from '#server/intents/phrase-features.ts'
import { createPlainEnglish, NAMES } from '#server/intents/plain-english.ts'
import { CHAT_WORDS } from '#server/intents/translate/chat-words.ts'
import { foldWords, readDictionaries } from '#server/intents/translate/dictionary.ts'
import { getProductQuestion, listAgentProductTools } from './product-questions.ts'
import { routeTools, extractStems, type RoutableTool } from './route-tools.ts'

type Theme = { words: readonly string[]; emoji: string; role: string }

const THEMES: readonly Theme[] = [
  {
    words: ['learn', 'teach', 'tutor', 'teacher', 'beginner', 'newcomer'],
    emoji: '🎓',
    role: 'Tutor',
  },
  { words: ['whale', 'holder', 'hold'], emoji: '🐋', role: 'Watcher' },
  { words: ['nft', 'collection', 'art', 'mint'], emoji: '🖼️', role: 'Curator' },
  { words: ['risk', 'safe', 'scam', 'rug', 'security', 'audit'], emoji: '🛡️', role: 'Guard' },
  { words: ['news', 'research', 'article', 'report', 'read'], emoji: '📰', role: 'Researcher' },
  { words: ['trade', 'trad', 'price', 'chart', 'market', 'pump'], emoji: '📈', role: 'Analyst' },
  { words: ['stake', 'yield', 'lend', 'defi', 'pool', 'liquidity'], emoji: '🌱', role: 'Planner' },
  {
    words: ['wallet', 'portfolio', 'balance', 'address', 'account'],
    emoji: '👛',
    role: 'Companion',
  },
  {
    words: ['transaction', 'tx', 'explain', 'history', 'activity'],
    emoji: '🔎',
    role: 'Explainer',
  },
  {
    words: ['code', 'program', 'anchor', 'developer', 'rust', 'build'],
    emoji: '🛠️',
    role: 'Engineer',
  },
  { words: ['governance', 'dao', 'vote', 'proposal'], emoji: '🏛️', role: 'Advisor' },
  { words: ['network', 'status', 'congestion', 'validator'], emoji: '📡', role: 'Monitor' },
  { words: ['calendar', 'remind', 'schedule', 'event'], emoji: '🗓️', role: 'Planner' },
]
const PLAIN: Theme = { words: [], emoji: '🤖', role: 'Assistant' }
const DOING = new Set(
  'watch track follow hold own find look lookup monitor explain analyse analyze check build create answer warn alert keep trade tell read learn teach compare list summarise summarize know see sum report warning question new search write help swap send spent remind whether good best right now when teaches watches searches before after while during without into between lately did copy plain word happen mean rise fall today tomorrow yesterday morning evening daily weekly monthly monday tuesday wednesday thursday friday saturday sunday'
    .split(' ')
    .map(stem),
)

const MAX_TOOLS = 6
const QUESTIONS = 4
/** “What an address is” is too vague to understand. */
const MIN_WORDS = 2

/**
 * Creates a first definition by rules. The same idea and tools always give the same result. `tools` are those of apps,
 * which an agent must name; the product's tools work in every chat.
 */
export const draftByRules = (
  idea: string,
  tools: readonly RoutableTool[],
  productTools: readonly RoutableTool[],
): AgentDefinition => {
  const text = toOneLine(idea, 2_000)
  const english = toEnglish(text)
  const words = extractStems(english)
  const theme = THEMES.find((each) => each.words.some((word) => words.includes(word))) ?? PLAIN
  const ofProduct = listAgentProductTools(productTools)
  const routed = [tools, ofProduct].flatMap((each) => routeTools(english, each, MAX_TOOLS))
  const others = [...tools, ...ofProduct].filter((tool) => !tool.writes && !routed.includes(tool))
  // A few extra tools, so that each suggested question has a tool that answers it.
  const most = routed.length === 0 ? MAX_TOOLS : Math.max(routed.length, QUESTIONS)
  const chosen = [...routed, ...others].slice(0, Math.min(most, MAX_TOOLS))
  return {
    name: findGivenName(text) ?? deriveName(english, theme),
    logo: theme.emoji,
    description: deriveDescription(text),
    instructions: writeInstructions(text, chosen),
    suggested_questions: suggestQuestions(text, chosen),
    tools: chosen.filter((tool) => tools.includes(tool)).map(({ name }) => name),
  }
}

const plainEnglish = createPlainEnglish([])
const ENGLISH = new Set([
  ...[...readDictionaries(CHAT_WORDS).en.words.keys()].flatMap(foldWords),
  ...THEMES.flatMap(({ words }) => words),
  ...NAMES,
])

/** Returns the known English words of an idea in another language. An English idea stays as it is. */
const toEnglish = (text: string): string => {
  const language = plainEnglish.detectLanguage(text)
  if (language === 'en') return text
  const symbols = new Set(text.match(SYMBOL))
  return plainEnglish
    .translate(text, language)
    .split(' ')
    .map((word) => (symbols.has(word.toUpperCase()) ? word.toUpperCase() : word))
    .filter((word) => symbols.has(word) || ENGLISH.has(word))
    .join(' ')
}

const SYMBOL = /(?<![\p{L}\p{N}])\p{Lu}{3,5}(?![\p{L}\p{N}])/gu
const NAME = String.raw`["'“„«]?([\p{L}\p{N}][\p{L}\p{N} -]{0,38}[\p{L}\p{N}])(?![\p{L}\p{N}])`
const CALLED = String.raw`(?<!\p{L})(?:called|named|namens|genannt|nommée?|appelée?|llamad[oa]|chamad[oa])\s+${NAME}`
const NAMED = new RegExp(CALLED, 'iu')
const NAMED_AT_END = new RegExp(String.raw`,?\s*${CALLED}["'”»]?[.!?]*$`, 'iu')

/** Begins what an agent does, after its name. */
const AFTER_NAME = /\s+(?:that|which|who|to|for|and|der|die|das|und|qui|et|que|y|e)\s/i

/** Returns the name that an idea says, or null. */
const findGivenName = (text: string): string | null =>
  NAMED.exec(text)?.[1]?.split(AFTER_NAME)[0] ?? null

const deriveName = (text: string, { role }: Theme): string => {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}{3,14}$/u.test(word))
    .filter((word) => !word.toLowerCase().startsWith(role.toLowerCase().slice(0, 5)))
    .filter((word) => {
      const [stemmed] = extractStems(word)
      return stemmed !== undefined && !DOING.has(stemmed)
    })
    .map((word) => (word.match(SYMBOL) === null ? toSingular(word.toLowerCase()) : word))
  return [...[...new Set(words)].slice(0, 2).map(capitalize), role].join(' ')
}

/** English names things before a role in the singular: `Whale Watcher`. */
const toSingular = (word: string): string =>
  /(?:ss|us|is|news|series)$/.test(word)
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(ss|x|ch|sh)es$/, '$1')
        .replace(/([^s])s$/, '$1')

const deriveDescription = (text: string): string => {
  const [first = text] = text.split(/(?<=[.!?])\s/)
  const wish = first
    .replace(
      /^(?:please\s+)?(?:i\s+(?:want|need|would like)|(?:build|make|create|give me)(?=\s+(?:me\s+)?(?:an?\s+)?(?:agent|assistant|bot|helper)\b))\s+(?:me\s+)?(?:an?\s+)?(?:(?:agent|assistant|bot|helper)\s+)?(?:that|which|who|to|for)?\s*/i,
      '',
    )
    .replace(NAMED_AT_END, (all, name: string) => (AFTER_NAME.test(name) ? all : ''))
    .replace(/[.!]+$/, '')
  const said = capitalize(truncateWords(wish === '' ? first : wish, 240))
  return said.endsWith('?') ? said : `${said}.`
}

const writeInstructions = (idea: string, tools: readonly RoutableTool[]): string =>
  [
    `You help the user with: “${truncateWords(idea, 1_500)}”`,
    '',
    'Look things up before you answer:',
    ...tools.map((tool) => `- ${getTitle(tool)}: ${toOneLine(tool.description, 160)}`),
    '',
    'Give every figure with its unit, its source and its time. Say so when something is not known. Ask for an address or a token when one is missing. Never ask for a private key or a seed phrase.',
  ].join('\n')

/** Finds a question that the idea itself has in the order of words of a question: `tell me who holds COMET`. */
const OWN_QUESTION =
  /\b(?:tell|show) me ((?:who \w+(?:s|ed)|what (?:is|are|was|were|happened|changed)|which \w+ \w+(?:s|ed)|how (?:much|many)(?: \w+)? (?:is|are|was|were))\b[^.!?,;]*)/i

const suggestQuestions = (idea: string, chosen: readonly RoutableTool[]): string[] => {
  const own = OWN_QUESTION.exec(idea)?.[1]?.trim()
  const questions = new Set(own === undefined ? [] : [`${capitalize(truncateWords(own, 89))}?`])
  for (const tool of chosen) questions.add(writeQuestion(tool))
  for (const tool of chosen) questions.add(`Use “${getTitle(tool)}”`)
  return [...questions].slice(0, QUESTIONS)
}

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    finds: 'Find',
    searches: 'Search',
    answers: 'Answer',
    gets: 'Get',
    lists: 'List',
    returns: 'Show',
    shows: 'Show',
    reads: 'Read',
    fetches: 'Fetch',
    retrieves: 'Show',
    looks: 'Look',
    checks: 'Check',
    estimates: 'Estimate',
    converts: 'Convert',
    opens: 'Open',
  }),
)
const IMPERATIVE =
  /^(get|list|look|find|show|search|read|fetch|check|add|create|open|run|estimate|convert|answer|arrange|close|compare|analyse|analyze|start)\b/i

const writeQuestion = (tool: RoutableTool): string => {
  const known = getProductQuestion(tool.name)
  if (known !== null) return known
  const example = tool.examples?.find((each) => each.length <= 90)
  if (example !== undefined) return capitalize(toOneLine(example, 90))
  const plain = shortenDescription(toOneLine(tool.description, 300))
  if (plain === '') return `Use “${getTitle(tool)}”`
  const [first = '', ...rest] = plain.split(' ')
  const verb = VERBS.get(first.toLowerCase())
  if (verb !== undefined) return [verb, ...rest].join(' ')
  if (IMPERATIVE.test(plain)) return capitalize(plain)
  return /^what\b/i.test(plain)
    ? `Show ${lowercaseFirst(plain)}`
    : `Show the ${lowercaseFirst(plain)}`
}

const shortenDescription = (description: string): string => {
  const [short = ''] = description.split(/(?<=[.:;])\s|\s[–(]/)
  if (extractStems(short).length >= MIN_WORDS)
    return truncateWords(short.replace(/[.:;]+$/, ''), 90)
  const [sentence = ''] = description.split(/(?<=[.;])\s|\s[–(]/)
  return truncateWords(sentence.replace(/[.:;]+$/, ''), 90)
}

const getTitle = (tool: RoutableTool): string => tool.title ?? formatToolName(tool.name)

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const lowercaseFirst = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`
