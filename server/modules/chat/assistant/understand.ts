import { createPlainEnglish, type PlainEnglish } from '#server/intents/plain-english.ts'
import { measureCertainty, createRouter, type Ranked, type Router } from '#server/intents/router.ts'
import { toRoute } from '#server/intents/tool-route.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { isAddress } from '#solana/base58.ts'
import { type CannedAnswer, ANSWERS, OFF_TOPIC } from './canned-answers.ts'
import { findAlertRequest } from '#server/intents/alert-phrases.ts'
import { ANSWERS_FOR_ADDRESSES, findDecisive, FILLERS, isPlausible } from './anchors.ts'
import { type DateReadings, readSlashedDates } from './ambiguous-dates.ts'
import { readConversion } from './conversions.ts'
import { fillArguments, takesAddress } from './fill-arguments.ts'
import { findCertainAnswer } from './certain-answers.ts'
import { explain, explainDifference, findTerm } from './glossary.ts'
import { isPlan } from './plans.ts'
import { findRequests, type Request } from './requests.ts'
import { answerSum } from './sums.ts'
import { type Phrase, readPhrase } from './phrase.ts'

export type UnderstoodCall = {
  kind: 'tool'
  tool: AssistantTool
  args: Record<string, unknown>
  /** Each gets its own call of the same tool, under this name. */
  further: { name: string; addresses: readonly string[] } | null
}

export type UnderstoodAnswer = {
  kind: 'answer'
  text: string
  offers: CannedAnswer['offers']
  id: string
}

export type Understood =
  | UnderstoodCall
  | UnderstoodAnswer
  /** `unread` is a request at the end that is not understood. */
  | {
      kind: 'several'
      requests: readonly (UnderstoodCall | UnderstoodAnswer)[]
      unread: string | null
    }
  /** A date of the phrase has two meanings. */
  | ({ kind: 'which_day' } & DateReadings)
  | { kind: 'unsure'; tools: readonly AssistantTool[] }
  /** `topic` is what the user asked to explain. Nothing here has to do with what is off topic. */
  | { kind: 'unknown'; topic: string | null; isOffTopic: boolean }

export type Understanding = {
  /** `nowMs` is the user's wall clock, read as UTC. */
  read(question: string, nowMs: number): Understood
  readPhrase(question: string, nowMs: number): Phrase
  /** Returns the same for equal tools that are other objects. */
  withTools(tools: readonly AssistantTool[]): Understanding
}

const MIN_CERTAINTY = 0.14
/** Minimum for the product's own tools. Their many examples lower the scores. */
const MIN_OWN_CERTAINTY = 0.1
/** A second tool this close to the first makes the match unsure. */
const NEAR = 0.9
/** Minimum share of the best score for a tool that a decisive word names. */
const CLOSE = 0.6
/** Added to the minimum certainty for each unknown word. */
const STRANGER_COST = 0.18
const NONE = 'none'
const FREE_WORDS = new Set([
  'research',
  'add_event',
  'delete_event',
  'install_app',
  'uninstall_app',
  'create_agent',
])
const ANSWER = 'answer:'

type Model = {
  translate: (text: string) => string
  router: Router
  /** Ids of tools and answers, by their examples in plain English. */
  exact: ReadonlyMap<string, string>
  /** All words of the examples. */
  vocabulary: ReadonlySet<string>
}

const ANSWERS_BY_ID = new Map(ANSWERS.map((each) => [`${ANSWER}${each.id}`, each]))

export function createUnderstanding(tools: readonly AssistantTool[]): Understanding {
  const plain = createPlainEnglish(
    tools.flatMap(({ name, title = '', description, examples = [] }) => [
      name.replaceAll('_', ' '),
      title,
      description,
      ...examples,
    ]),
  )
  const model = createModel(tools, plain)
  const withTools = (current: readonly AssistantTool[]): Understanding => {
    const read = (question: string, nowMs: number): Understood => {
      const asked = readPhrase(question, nowMs, plain)
      const isOne = NOTE.test(question) || findExample(model, asked) !== undefined
      const requests = isOne
        ? null
        : findRequests(question, {
            read: (text) => readRequest(model, current, readPhrase(text, nowMs, plain)),
            translate: (text) => plain.translate(text, plain.detectLanguage(text)),
          })
      if (requests === null) return understand(model, current, asked)
      const { found, unread } = requests
      return { kind: 'several', requests: found.map(({ meant }) => meant), unread }
    }
    return {
      read(question, nowMs) {
        // Other languages begin with the day.
        const isEnglish = plain.detectLanguage(question) === 'en'
        const dates = isEnglish ? readSlashedDates(question, nowMs) : null
        const [one, other] = dates?.choices ?? []
        if (dates === null || one === undefined) return read(question, nowMs)
        const meant = read(one.question, nowMs)
        if (!takesDay(meant)) return read(question, nowMs)
        return other === undefined ? meant : { kind: 'which_day', ...dates }
      },
      readPhrase: (question, nowMs) => readPhrase(question, nowMs, plain),
      withTools,
    }
  }
  return withTools(tools)
}

const DAY_TOOLS = new Set(['add_event', 'list_events', 'delete_event', 'history'])

const takesDay = (meant: Understood): boolean =>
  (meant.kind === 'tool' && DAY_TOOLS.has(meant.tool.name)) ||
  (meant.kind === 'several' && meant.requests.some(takesDay))

function createModel(tools: readonly AssistantTool[], plain: PlainEnglish): Model {
  const translated = new Map<string, string>()
  const translate = (text: string): string => {
    const kept = translated.get(text) ?? plain.translate(text, 'en')
    translated.set(text, kept)
    return kept
  }
  const router = createRouter([
    ...tools.map((tool) => {
      const { id, texts } = toRoute(tool)
      return { id, texts: texts.map(({ text, weight }) => ({ text: translate(text), weight })) }
    }),
    ...ANSWERS.map(({ id, examples }) => ({
      id: `${ANSWER}${id}`,
      texts: examples.map((text) => ({ text: translate(text), weight: 1 })),
    })),
    { id: NONE, texts: OFF_TOPIC.map((text) => ({ text: translate(text), weight: 1 })) },
  ])
  const phrased = [
    ...ANSWERS.map(({ id, examples }) => ({ name: `${ANSWER}${id}`, examples })),
    ...tools,
  ]
  const exact = new Map(
    phrased.flatMap(({ name, examples = [] }) =>
      examples.map((example) => [translate(example), name] as const),
    ),
  )
  const vocabulary = new Set([...exact.keys()].flatMap((example) => example.split(' ')))
  return { translate, router, exact, vocabulary }
}

/** Begins a note: the rest is the user's own text, whatever it says. */
const NOTE = /^\s*(?:note|notiz|nota|笔记)\s*[:：]\s*(\S[\s\S]*)$/iu

function keepNote(tools: readonly AssistantTool[], text: string): Understood {
  const tool = tools.find(({ name }) => name.endsWith('__save_note'))
  return tool === undefined
    ? { kind: 'unknown', topic: null, isOffTopic: true }
    : { kind: 'tool', tool, args: { text }, further: null }
}

const findExample = ({ exact }: Model, { english, shape }: Phrase): string | undefined =>
  exact.get(english) ?? exact.get(shape)

/** Returns null if a word of the phrase is unknown, or if it names things and asks for nothing. */
function readRequest(
  model: Model,
  tools: readonly AssistantTool[],
  phrase: Phrase,
): Request | null {
  if (phrase.shape.split(' ').every((word) => ENTITY_KINDS.has(word) || FILLERS.has(word)))
    return null
  const meant = understand(model, tools, phrase)
  if (meant.kind !== 'tool' && meant.kind !== 'answer') return null
  const isFree = meant.kind === 'tool' ? takesWords(meant.tool) : meant.id === 'explain'
  return isFree || countStrangers(phrase, model.vocabulary) === 0 ? { phrase, meant } : null
}

const ENTITY_KINDS = new Set(
  'address ticker amount percent date time today yesterday last next week month year day in on at the of a'.split(
    ' ',
  ),
)

/** What follows is the idea, whatever it says. */
const ASKS_FOR_AGENT =
  /^(?:(?:please|hello|can you|you|i want to|i) )*(?:(?:add|build|new|need|i want to) (?:(?:me|a|my|new|another) )*agent|agent builder (?:that|who|what|to|for))\b/

/** Finds the tool or answer that a phrase means: by an exact example, a term to explain, or similarity. */
function understand(model: Model, tools: readonly AssistantTool[], asked: Phrase): Understood {
  const faulty = explainFaultyAddress(asked.question)
  if (faulty !== null) return faulty
  const note = NOTE.exec(asked.question)?.[1]
  if (note !== undefined) return keepNote(tools, note)
  const named = (id: string | undefined) => tools.find(({ name }) => name === id)
  const alert = named(findAlertRequest(asked) ?? undefined)
  if (alert !== undefined) return prepareCall(alert, asked)
  const known = findExample(model, asked)
  const example = named(known)
  if (example !== undefined && fits(example, asked)) return prepareCall(example, asked)
  const builder = named('create_agent')
  if (builder !== undefined && ASKS_FOR_AGENT.test(asked.shape)) return prepareCall(builder, asked)
  const certain = findCertainAnswer(asked)
  if (certain !== null) return { kind: 'answer', ...certain }
  const price = named('price')
  if (price !== undefined && readConversion(asked.question) !== null)
    return prepareCall(price, asked)
  const sum = answerSum(asked.question)
  if (sum !== null) return { kind: 'answer', id: 'sum', text: sum, offers: SUMMED }
  const term = isPersonal(asked) ? null : findTerm(asked.english)
  const meaning =
    explainDifference(asked.english, model.translate) ??
    (term === null ? null : explain(term, model.translate))
  if (meaning !== null) return { kind: 'answer', id: 'explain', text: meaning, offers: EXPLAINED }
  const canned = ANSWERS_BY_ID.get(known ?? '')
  if (canned !== undefined) return { kind: 'answer', ...canned }
  const ranked = model.router
    .rank(asked.shape)
    .filter(({ id }) =>
      ANSWERS_BY_ID.has(id)
        ? asked.entities.addresses.length === 0 || ANSWERS_FOR_ADDRESSES.has(id)
        : id === NONE || fits(named(id), asked),
    )
    .filter(({ id }) => isPlausible(id, asked))
  const decided = decide(model, tools, ranked, asked)
  if (decided !== null) return decided
  const calendar = named('add_event')
  if (calendar !== undefined && isPlan(asked)) return prepareCall(calendar, asked)
  // Research has no sources on what is off topic.
  const isOffTopic = ranked[0]?.id === NONE
  return { kind: 'unknown', topic: isOffTopic ? null : term, isOffTopic }
}

/** Returns null if no route is certain enough. */
function decide(
  { vocabulary }: Model,
  tools: readonly AssistantTool[],
  ranked: readonly Ranked[],
  asked: Phrase,
): Understood | null {
  const { first, isSure } = findForemost(ranked, asked)
  if (first === undefined || first.id === NONE) return null
  const tool = tools.find(({ name }) => name === first.id)
  const isOwn = tool === undefined || isOwnTool(tool)
  const isFree = tool !== undefined && (takesWords(tool) || opensByName(tool, asked))
  const strangers = isFree ? 0 : countStrangers(asked, vocabulary)
  const caution = asked.language === 'en' ? STRANGER_COST : STRANGER_COST / 3
  const minimum = (isOwn ? MIN_OWN_CERTAINTY : MIN_CERTAINTY) + Math.min(strangers, 2) * caution
  if (measureCertainty(ranked) < minimum) return null
  const answer = ANSWERS_BY_ID.get(first.id)
  if (answer !== undefined) return { kind: 'answer', ...answer }
  if (tool === undefined) return null
  if (tool.name !== 'unwatch_wallet' && isRefused(asked)) {
    return { kind: 'answer', id: 'nothing', text: 'OK, I won’t do that.', offers: EXPLAINED }
  }
  if (isSure) return prepareCall(tool, asked)
  const near = ranked.filter(({ score }) => score >= first.score * NEAR)
  const meant = near.flatMap(({ id }) => tools.find(({ name }) => name === id) ?? [])
  return meant.length > 1 && meant.length === near.length
    ? { kind: 'unsure', tools: meant.slice(0, 3) }
    : prepareCall(tool, asked)
}

const isOwnTool = ({ isTrusted, price }: AssistantTool): boolean =>
  isTrusted === true || price !== undefined

/** Returns true if any words of the user can be an argument of the tool. */
const takesWords = (tool: AssistantTool): boolean => !isOwnTool(tool) || FREE_WORDS.has(tool.name)

/** Apps have any names. */
const opensByName = ({ name }: AssistantTool, { shape }: Phrase): boolean =>
  name === 'open_app' && shape.startsWith('open ')

/** Breaks ties by a decisive word. A tie about an address goes to the tool that takes any address. */
function findForemost(
  ranked: readonly Ranked[],
  asked: Phrase,
): { first: Ranked | undefined; isSure: boolean } {
  const [first] = ranked
  if (first === undefined) return { first, isSure: false }
  const near = ranked.slice(0, 3).filter(({ score }) => score >= first.score * CLOSE)
  const decisive = asked.entities.addresses.length > 1 ? 'wallet_finder' : findDecisive(asked.shape)
  const chosen = near.find(({ id }) => id === decisive)
  if (chosen !== undefined) return { first: chosen, isSure: true }
  const isUnsure = (ranked[1]?.score ?? 0) >= first.score * NEAR
  const any = near.find(({ id }) => id === 'wallet')
  return isUnsure && any !== undefined && asked.entities.addresses.length > 0
    ? { first: any, isSure: true }
    : { first, isSure: false }
}

const countStrangers = ({ shape }: Phrase, vocabulary: ReadonlySet<string>): number =>
  shape
    .split(' ')
    .filter((word) => word.length > 2 && !/^\d/.test(word))
    .filter((word) => !vocabulary.has(word) && !FILLERS.has(word)).length

const SUMMED: CannedAnswer['offers'] = ['balance', 'recharge', 'abilities']
const EXPLAINED: CannedAnswer['offers'] = ['token', 'research', 'abilities']

/** Their text may contain addresses. */
const KEEPS_ADDRESSES = new Set(['research', 'create_agent'])

/** Returns true if the tool can use the addresses of the phrase, so that “balance of ADDRESS” never shows the user's own. */
const fits = (tool: AssistantTool | undefined, { entities }: Phrase): boolean =>
  tool !== undefined &&
  (entities.addresses.length === 0 ||
    KEEPS_ADDRESSES.has(tool.name) ||
    takesAddress(tool.inputSchema))

const isPersonal = ({ english, entities }: Phrase): boolean =>
  entities.addresses.length > 0 || /\b(?:my|i have|price|news|happened|latest)\b/.test(english)

/** Languages that put the refusal behind the verb or in its middle. */
const REFUSED =
  /\bnicht (?:mehr )?(?:erinnern|öffnen|löschen|hinzufügen)\b|\b(?:erinner|öffne|lösch)\w* (?:mich )?(?:bitte )?(?:\S+ )?nicht\b|\bne me rappelle\w* pas\b/iu

/** Returns true for `do not open …`. A question such as `why is it not …` is not refused. */
const isRefused = ({ english, question }: Phrase): boolean =>
  /^(?:please |hello |no |i |you )*(?:do not|never)\b/.test(english) || REFUSED.test(question)

/** Fills the arguments of the tool from the phrase. Some may still be missing. */
export function prepareCall(tool: AssistantTool, phrase: Phrase): UnderstoodCall {
  const { args, addressName, furtherAddresses } = fillArguments(
    tool.inputSchema,
    phrase.entities,
    phrase.question.trim().replace(/[?.!]+$/, ''),
  )
  const own = tool.fill === undefined ? args : tool.fill(phrase)
  const further =
    addressName === null || furtherAddresses.length === 0
      ? null
      : { name: addressName, addresses: furtherAddresses }
  return { kind: 'tool', tool, args: own, further }
}

const ETHEREUM_ADDRESS = /\b0x[\da-f]{40}\b/i
const CANDIDATE = /(?<![\w/])[1-9A-HJ-NP-Za-km-z]{20,60}(?![\w/])/g
const SHORTENED = /(?<!\w)[1-9A-HJ-NP-Za-km-z]{3,8}(?:…|\.\.\.?)[1-9A-HJ-NP-Za-km-z]{3,8}(?!\w)/

/** Answers a phrase with a cut-off address or a `.sol` name. */
function explainFaultyAddress(question: string): Understood | null {
  const answer = (text: string): Understood => ({
    kind: 'answer',
    id: 'ask',
    text,
    offers: ['wallet', 'token', 'abilities'],
  })
  if (/(?<!\w)[\w-]+\.sol\b/i.test(question)) {
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
