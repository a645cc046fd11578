import { createPlainEnglish, type PlainEnglish } from '#server/intents/plain-english.ts'
import {
  createRouter,
  measureCertainty,
  type Ranked,
  type Route,
  type Router,
} from '#server/intents/router.ts'
import { toRoute } from '#server/intents/tool-route.ts'
import { listMissingArguments } from '#server/modules/chat/tools/schema-check.ts'
import { findCalendarRequest } from '#server/modules/chat/tools/move-words.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { REPORT_ANSWERS } from '#server/modules/chat/assistant/answers/report-answers.ts'
import { HELP_ANSWERS } from '#server/modules/chat/assistant/answers/help-answers.ts'
import type { CannedAnswer } from '#server/modules/chat/assistant/answers/short-answer.ts'
import { OFF_TOPIC, SMALL_TALK } from '#server/modules/chat/assistant/answers/small-talk.ts'
import { findAlertRequest } from '#server/intents/alert-phrases.ts'
import {
  ANSWERS_FOR_ADDRESSES,
  asksForAgent,
  findDecisive,
  isPersonal,
  isPlausible,
  isRefused,
  isRepeated,
} from './guards.ts'
import { readSlashedDates } from './ambiguous-dates.ts'
import { readConversion } from '#server/modules/chat/assistant/answers/conversions.ts'
import {
  fits,
  isAddressName,
  isOwnTool,
  prepareCall,
  takesProse,
  type UnderstoodCall,
} from './fill-arguments.ts'
import {
  answerFaultyAddress,
  findCertainAnswer,
  TOPICS,
} from '#server/modules/chat/assistant/answers/certain-answers.ts'
import {
  cutResult,
  explain,
  explainDifference,
  findTerm,
} from '#server/modules/chat/assistant/answers/glossary.ts'
import { isPlan } from './plans.ts'
import { findArranged, findRequests, type Request } from './requests.ts'
import { answerSum } from '#server/modules/chat/assistant/answers/sums.ts'
import { type Phrase, readPhrase } from './phrase.ts'
import { IS_SYMBOL } from './phrase-entities.ts'
import { takesDay, type Understood } from './understood.ts'
import {
  asksForSomething,
  findLimits,
  findUnused,
  isExplained,
  readVocabulary,
  type Unused,
  type Vocabulary,
} from './unused-words.ts'

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
/** Minimum share of the best score for another tool, which a decisive word names or which uses every word. */
const CLOSE = 0.6
const MAX_CANDIDATES = 3
const NONE = 'none'
const ANSWER = 'answer:'

type Model = {
  translate: (text: string) => string
  router: Router
  /** Ids of tools and answers, by their examples in plain English. */
  exact: ReadonlyMap<string, string>
  /** By the id of a tool or an answer. */
  vocabularies: ReadonlyMap<string, Vocabulary>
  /** All of them together. */
  vocabulary: Vocabulary
}

const ANSWERS: readonly CannedAnswer[] = [...SMALL_TALK, ...HELP_ANSWERS, ...REPORT_ANSWERS]
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
      const readOne = (text: string) => readRequest(model, current, readPhrase(text, nowMs, plain))
      const translate = (text: string) => plain.translate(text, plain.detectLanguage(text))
      const requests = isOne
        ? null
        : (findArranged(asked, readOne) ?? findRequests(question, { read: readOne, translate }))
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

function createModel(tools: readonly AssistantTool[], plain: PlainEnglish): Model {
  const translated = new Map<string, string>()
  const translate = (text: string): string => {
    const kept = translated.get(text) ?? plain.translate(text, 'en')
    translated.set(text, kept)
    return kept
  }
  const routes = [
    ...tools.map(toRoute),
    ...ANSWERS.map(({ id, examples }) => toExamples(`${ANSWER}${id}`, examples)),
    toExamples(NONE, OFF_TOPIC),
  ].map(({ id, texts }) => ({
    id,
    texts: texts.map(({ text, weight }) => ({ text: translate(text), weight })),
  }))
  const phrased = [
    ...ANSWERS.map(({ id, examples }) => ({ name: `${ANSWER}${id}`, examples })),
    ...tools,
  ]
  const exact = new Map(
    phrased.flatMap(({ name, examples = [] }) =>
      examples.map((example) => [translate(example), name] as const),
    ),
  )
  const vocabularies = new Map(
    routes.map(({ id, texts }) => [
      id,
      readVocabulary([
        ...texts.map(({ text }) => text),
        translate(ANSWERS_BY_ID.get(id)?.text ?? ''),
      ]),
    ]),
  )
  const vocabulary = new Set([...vocabularies.values()].flatMap((words) => [...words]))
  return { translate, router: createRouter(routes), exact, vocabularies, vocabulary }
}

const getVocabulary = ({ vocabularies }: Model, id: string): Vocabulary =>
  vocabularies.get(id) ?? new Set()

const toExamples = (id: string, examples: readonly string[]): Route => ({
  id,
  texts: examples.map((text) => ({ text, weight: 1 })),
})

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

/** Returns null if a part of the phrase has no use, or if it names things and asks for nothing. */
function readRequest(
  model: Model,
  tools: readonly AssistantTool[],
  phrase: Phrase,
): Request | null {
  if (!asksForSomething(phrase) && answerSum(phrase.question) === null) return null
  const meant = understand(model, tools, phrase)
  return meant.kind === 'tool' || meant.kind === 'answer' ? { phrase, meant } : null
}

/** Understands a phrase only as far as every word of it has a use. */
function understand(model: Model, tools: readonly AssistantTool[], asked: Phrase): Understood {
  const meant = findMeaning(model, tools, asked)
  if (meant.kind !== 'candidates') return meant
  const checked = meant.tools.map(({ tool, isRival }) => {
    const call = prepareCall(tool, asked)
    return { call, isRival, ...findUnusedBy(call, model, asked) }
  })
  const whole = checked.filter(({ parts }) => parts.length === 0)
  const [best] = whole
  if (best === undefined) return explainUnused(checked, asked)
  const rivals = whole.filter(({ isRival }) => isRival)
  return rivals.length > 1 && best.isRival
    ? { kind: 'unsure', tools: rivals.map(({ call }) => call.tool) }
    : best.call
}

type Checked = Unused & { call: UnderstoodCall }

/** Returns true if a call leaves fewer of the same parts unused. */
const usesMore = (one: Checked, other: Checked): boolean =>
  one.parts.length < other.parts.length &&
  one.parts.every((part) =>
    other.parts.some(({ from, to }) => from === part.from && to === part.to),
  )

function explainUnused(checked: readonly Checked[], asked: Phrase): Understood {
  const [first, ...others] = checked.filter(({ isForeign }) => !isForeign)
  if (first === undefined) return { kind: 'unknown', topic: null, isOffTopic: false }
  const near = others.find((other) => usesMore(other, first)) ?? first
  return {
    kind: 'partly',
    call: prepareCall(near.call.tool, asked.cut(near.parts)),
    unused: near.parts.map(({ from, to }) => asked.question.slice(from, to)),
  }
}

function findUnusedBy({ tool, args }: UnderstoodCall, model: Model, asked: Phrase): Unused {
  if (takesProse(tool) && Object.keys(args).length > 0) {
    const limits = tool.name === 'research' ? findLimits(asked) : []
    const { args: rest } = prepareCall(tool, asked.cut(limits))
    return { parts: Object.keys(rest).length > 0 ? limits : [], isForeign: false }
  }
  const words = { vocabulary: getVocabulary(model, tool.name), all: model.vocabulary }
  const unused = findUnused(asked, words, (phrase) => {
    const call = prepareCall(tool, phrase)
    return { args: call.args, further: call.further }
  })
  // The question for the address answers a symbol.
  const isAskedFor = lacksAddress(tool, args)
  const parts = unused.parts.filter(
    ({ from, to }) => !isAskedFor || !IS_SYMBOL.test(asked.question.slice(from, to)),
  )
  return { ...unused, parts }
}

const lacksAddress = ({ inputSchema }: AssistantTool, args: UnderstoodCall['args']): boolean =>
  listMissingArguments(inputSchema, args).some(isAddressName)

/** The likeliest tool is the first. Of rivals, each is about as likely. */
type Candidates = {
  kind: 'candidates'
  tools: readonly { tool: AssistantTool; isRival: boolean }[]
}

const only = (tool: AssistantTool): Candidates => ({
  kind: 'candidates',
  tools: [{ tool, isRival: false }],
})

/** Finds the tools or the answer that a phrase may mean: by an exact example, a term to explain, or similarity. */
function findMeaning(
  model: Model,
  tools: readonly AssistantTool[],
  asked: Phrase,
): Understood | Candidates {
  const faulty = answerFaultyAddress(asked.question)
  if (faulty !== null) return { kind: 'answer', ...faulty }
  const note = NOTE.exec(asked.question)?.[1]
  if (note !== undefined) return keepNote(tools, note)
  const named = (id: string | undefined) => tools.find(({ name }) => name === id)
  const alert = named(findAlertRequest(asked) ?? undefined)
  if (alert !== undefined && isPlausible(alert.name, asked)) return only(alert)
  const exact = findExample(model, asked)
  const example = named(exact)
  if (example !== undefined && fits(example, asked) && isPlausible(example.name, asked))
    return only(example)
  const builder = named('create_agent')
  if (builder !== undefined && asksForAgent(asked)) return only(builder)
  const planner = named(findCalendarRequest(asked) ?? undefined)
  if (planner !== undefined) return only(planner)
  const certain = findCertainAnswer(asked)
  if (certain !== null) return { kind: 'answer', ...certain }
  const price = named('price')
  if (price !== undefined && readConversion(asked.question) !== null) return only(price)
  const sum = answerSum(asked.question)
  if (sum !== null) return { kind: 'answer', id: 'sum', text: sum, offers: SUMMED }
  const explained = cutResult(asked.english)
  const term = isPersonal({ ...asked, english: explained }) ? null : findTerm(explained)
  const meaning =
    explainDifference(asked.english, model.translate) ??
    (term === null ? null : explain(term, model.translate))
  if (meaning !== null) return { kind: 'answer', id: 'explain', text: meaning, offers: EXPLAINED }
  const canned = ANSWERS_BY_ID.get(exact ?? '')
  if (canned !== undefined) return { kind: 'answer', ...canned }
  const ranked = model.router
    .rank(asked.shape)
    .filter(({ id }) =>
      ANSWERS_BY_ID.has(id)
        ? asked.entities.addresses.length === 0 || ANSWERS_FOR_ADDRESSES.has(id)
        : id === NONE || fits(named(id), asked),
    )
    .filter(({ id }) => isPlausible(id, asked))
    .filter(({ id }) => !ANSWERS_BY_ID.has(id) || isExplained(asked, getVocabulary(model, id)))
  const decided = decide(tools, ranked, asked)
  if (
    decided?.kind === 'candidates' &&
    decided.tools[0]?.tool.name === 'research' &&
    isRepeated(asked)
  )
    return { kind: 'answer', ...TOPICS }
  const calendar = named('add_event')
  const planned = calendar !== undefined && isPlan(asked) ? only(calendar) : null
  if (decided?.kind === 'candidates' && planned !== null)
    return { ...decided, tools: [...decided.tools, ...planned.tools] }
  const known = planned ?? decided
  if (known !== null) return known
  // Research has no sources on what is off topic.
  const isOffTopic = ranked[0]?.id === NONE
  const research = named('research')
  if (
    term !== null &&
    !isOffTopic &&
    research !== undefined &&
    /^tell me about\b/.test(asked.english)
  )
    return only(research)
  return { kind: 'unknown', topic: isOffTopic ? null : term, isOffTopic }
}

/** Returns null if no route is certain enough. */
function decide(
  tools: readonly AssistantTool[],
  ranked: readonly Ranked[],
  asked: Phrase,
): Understood | Candidates | null {
  const { first, isSure } = findForemost(ranked, asked)
  if (first === undefined || first.id === NONE) return null
  const tool = tools.find(({ name }) => name === first.id)
  const isOwn = tool === undefined || isOwnTool(tool)
  const certainty = isSure ? first.score : measureCertainty(ranked)
  if (certainty < (isOwn ? MIN_OWN_CERTAINTY : MIN_CERTAINTY)) return null
  const answer = ANSWERS_BY_ID.get(first.id)
  if (answer !== undefined) return { kind: 'answer', ...answer }
  if (tool === undefined) return null
  if (tool.name !== 'unwatch_wallet' && isRefused(asked)) {
    return { kind: 'answer', id: 'nothing', text: 'OK, I won’t do that.', offers: EXPLAINED }
  }
  const others = ranked
    .slice(0, MAX_CANDIDATES)
    .filter(({ id, score }) => id !== first.id && score >= first.score * CLOSE)
    .flatMap(({ id, score }) => {
      const other = tools.find(({ name }) => name === id)
      const isRival = !isSure && score >= first.score * NEAR
      return other === undefined || takesProse(other) ? [] : [{ tool: other, isRival }]
    })
  return { kind: 'candidates', tools: [{ tool, isRival: !isSure }, ...others] }
}

/** Breaks ties by a decisive word. A tie about an address goes to the tool that takes any address. */
function findForemost(
  ranked: readonly Ranked[],
  asked: Phrase,
): { first: Ranked | undefined; isSure: boolean } {
  const [first] = ranked
  if (first === undefined) return { first, isSure: false }
  const near = ranked.slice(0, MAX_CANDIDATES).filter(({ score }) => score >= first.score * CLOSE)
  const decisive =
    findDecisive(asked.shape) ?? (asked.entities.addresses.length > 1 ? 'wallet_finder' : null)
  const chosen = near.find(({ id }) => id === decisive)
  if (chosen !== undefined) return { first: chosen, isSure: true }
  const isUnsure = (ranked[1]?.score ?? 0) >= first.score * NEAR
  const any = near.find(({ id }) => id === 'wallet')
  return isUnsure && any !== undefined && asked.entities.addresses.length > 0
    ? { first: any, isSure: true }
    : { first, isSure: false }
}

const SUMMED: CannedAnswer['offers'] = ['balance', 'recharge', 'abilities']
const EXPLAINED: CannedAnswer['offers'] = ['token', 'research', 'abilities']
