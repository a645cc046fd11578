import { isAddress } from '#solana/base58.ts'
import { findRepeat } from '#server/lib/phrases/repeat-phrases.ts'
import { isRepeated } from '#server/modules/chat/assistant/guards.ts'
import type { ShortAnswer } from './short-answer.ts'
import { convertUnits } from './fixed-units.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'

const SECRET_NAME =
  '(?:seed|recovery|secret|backup)[- ]?(?:phrase|words)|seed|private key|mnemonic|wiederherstellungsphrase|private[rn]? schlüssel|frase (?:semilla|secreta|semente|secreta)|frase de recupera(?:ción|ção)|clave privada|chave privada|phrase (?:secrète|de récupération)|clé privée|助记词|私钥'
const MY = '(?:my|mein[e]?|mi|ma|mon|minha|meu|我的?)'
/** What a secret is, and not that it is lost. */
const TOLD =
  '(?!(?:not|lost|stolen|gone|safe|leaked|hacked|nicht|weg|verloren|gestohlen|no|perdid|robad|pas|perdu|vol|não|roubad|被|丢)|什么|多少|[^\\p{L}\\p{N}])'
const SECRET = new RegExp(
  `(?<!\\p{L})${MY} ?(?:${SECRET_NAME})(?: (?:is|ist|lautet|es|est|é) |\\s*[:：=]\\s*|\\s*(?:是|为)\\s*)${TOLD}`,
  'iu',
)

/** Warns a user who types a secret. */
const answerSecret = (question: string): ShortAnswer | null =>
  SECRET.test(question)
    ? {
        id: 'secret',
        text: 'Never type a seed phrase or private key anywhere but in your wallet, not even here. Anyone who sees it can take everything. Delete this message, and move your funds to a new wallet.',
        offers: ['abilities'],
      }
    : null

/** Asks to change or list the topics that Research repeats, and not for news about a topic or an entry on it. */
const OF_TOPICS = new RegExp(
  [
    '^(?!.*\\b(?:calendar|event|date|time)\\b)(?:please |can you |i want to |how (?:do|can) i )*(?:',
    '(?:watch|stop watch|stop|delete|add) (?:(?:a|the|all|my|new|this) )*topic(?: .*)?',
    '|(?:show |me |all |the |what is )*my topic|show (?:me |all |the )*topic',
    '|(?:what|which|how many) topic (?:(?:do i|am i|i) watch|i have)',
    ')$',
  ].join(''),
)

export const TOPICS: ShortAnswer = {
  id: 'topics',
  text: 'Research keeps your topics: **Follow this topic** under a digest saves its question, and Topics there repeats it every day or week. I can’t change topics from the chat.',
  offers: ['digests', 'research', 'abilities'],
}

/** Returns a reader that gives this answer to phrases of a shape. */
const answerTo =
  (asked: RegExp, answer: ShortAnswer) =>
  ({ shape }: Phrase): ShortAnswer | null =>
    asked.test(shape) ? answer : null

const WATCHES =
  /^(?:(?:please|can you|i want to) )*watch (?!.*\b(?:address|wallet|price|percent|time)\b)/

/** Answers `watch solana etf daily`, and not `watch the game every Sunday`. */
function answerTopics(phrase: Phrase): ShortAnswer | null {
  const isWatched =
    WATCHES.test(phrase.shape) &&
    isRepeated(phrase) &&
    findRepeat(phrase.question)?.repeat.days.length === 0
  return isWatched || OF_TOPICS.test(phrase.shape) ? TOPICS : null
}

/** Asks how an event is added, changed or deleted, and not how many there are. */
const HOW_TO_PLAN =
  /^(?:(?:how|as)(?! (?:many|much|long|often|soon|(?:(?:do|does|did|will|would|could|can|has|have) )?(?:the|an?|this|that)) )|where (?:do|can) i|can i (?!.*\b(?:date|time)\b))(?!.*\b(?:price|notify|ticker)\b)(?=.*\b(?:add|creo|change|move|plan|delete)\b).*\b(?:event|calendar|remind me|meeting|appointment)\b/

const answerHowToPlan = answerTo(HOW_TO_PLAN, {
  id: 'calendar_help',
  text: 'Write it here in one line, such as “add dentist tomorrow at 3pm” or “delete dentist”. In Calendar, New event adds one, and pressing an event changes or deletes it.',
  offers: ['calendar', 'abilities'],
})

/** Asks to do something with an agent, and not when it runs by itself. */
const OF_AGENT =
  /^(?!.*\b(?:all|date|time|week|month|by itself)\b)(?:(?:please|can you|can i|i want to|i|how|as|do) )*(?:run|start|open|stop|delete|change|rename|share|export)(?: (?:the|a|my|this))* agent(?! builder)\b/

const answerAgent = answerTo(OF_AGENT, {
  id: 'agents_help',
  text: 'Agent Builder lists your agents: Open chat asks one, and its menu edits, shares, exports or deletes it. I can’t do that from this chat.',
  offers: ['agents', 'abilities'],
})

const HOW_TO_RESEARCH =
  /^(?:how|as)(?: to| do i| can i)? research(?: (?:something|anything|etwas|algo|(?:a )?topic))?$/

const answerHowToResearch = answerTo(HOW_TO_RESEARCH, {
  id: 'research_help',
  text: 'Write “research” and your question here, or ask in the Research window. An answer with its sources costs 1 POINT; without an answer, you get it back.',
  offers: ['digests', 'abilities'],
})

/** Asks for an app by what it does, and not by its name. */
const ASKS_FOR_APP =
  /^(?:(?:is )?there (?:is )?|do you have |i have |which |what |any )(?:a |an |any )?(?:app (?:that|which|for|to|can|could|do|are popular|are good)\b|(?:calculator|explorer)$)|^(?:there is|do you have) (?:a |any )\w+ app$/

const answerApp = answerTo(ASKS_FOR_APP, {
  id: 'find_app',
  text: 'The App Store lists every app with what it does, and has a search.',
  offers: ['store', 'abilities'],
})

/** Answers phrases by their own words alone, before any comparison with examples. Null for all others. */
export const findCertainAnswer = (phrase: Phrase): ShortAnswer | null =>
  answerSecret(phrase.question) ??
  answerTopics(phrase) ??
  answerHowToPlan(phrase) ??
  answerAgent(phrase) ??
  answerHowToResearch(phrase) ??
  convertUnits(phrase) ??
  answerApp(phrase)

const ETHEREUM_ADDRESS = /\b0x[\da-f]{40}\b/i
const CANDIDATE = /(?<![\w/])[1-9A-HJ-NP-Za-km-z]{20,60}(?![\w/])/g
const SHORTENED = /(?<!\w)[1-9A-HJ-NP-Za-km-z]{3,8}(?:…|\.\.\.?)[1-9A-HJ-NP-Za-km-z]{3,8}(?!\w)/

/** Answers a phrase with a cut-off address or a `.sol` name. */
export function answerFaultyAddress(question: string): ShortAnswer | null {
  const answer = (text: string): ShortAnswer => ({
    id: 'ask',
    text,
    offers: ['wallet', 'token', 'abilities'],
  })
  if (/(?<![\w-])[\w-]+\.sol\b/i.test(question)) {
    return answer('I can’t look up .sol names. Paste the address of the wallet.')
  }
  if (ETHEREUM_ADDRESS.test(question)) {
    return answer('That is an Ethereum address. I only know addresses on Solana.')
  }
  const isCut = (question.match(CANDIDATE) ?? []).some(
    (word) => /\d/.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word) && !isAddress(word),
  )
  if (isCut || SHORTENED.test(question)) {
    return answer('That is not a full address. Copy all of it, 32 to 44 characters.')
  }
  return null
}
