import { LRUCache } from 'lru-cache'
import { formatCode, removeMarkup } from '#server/lib/text/markdown.ts'
import { isMentioned, findMentions, removeMentions } from '#server/lib/text/mentions.ts'
import type { Engine, Outcome, Turn, TurnRequest } from '#server/modules/chat/model/engine.ts'
import { listMissingArguments, readRequired } from '#server/modules/chat/tools/schema-check.ts'
import {
  openToolCalls,
  type ToolCalls,
  type ToolCallServices,
} from '#server/modules/chat/tools/tool-calls.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { isAddress } from '#solana/base58.ts'
import { type Command, findCommandTool, listCommands, parseCommand } from './commands.ts'
import { type Entities, findEntities } from './phrase-entities.ts'
import {
  fillArguments,
  listArguments,
  takesAddress,
  type UnderstoodCall,
} from './fill-arguments.ts'
import { askFor, quoteUnused, sayUnknownToken, writeResult } from './answer-texts.ts'
import { type ListTokens, nameAddresses, quotesSymbol } from './token-names.ts'
import {
  getTitle,
  type Offer,
  offerResearch,
  suggestButtons,
  suggestCall,
  suggestCalls,
  suggestDays,
  suggestForUnknown,
  suggestNext,
  suggestStarters,
} from './suggestions.ts'
import { MAX_REQUESTS } from './requests.ts'
import { createUnderstanding, type Understanding } from './understand.ts'
import type { Understood } from './understood.ts'
import { toWallClock } from '#server/lib/wall-clock.ts'

type Arguments = Readonly<Record<string, unknown>>

export const ASSISTANT_NAME = 'commands and tools'

export type AssistantSettings = ToolCallServices & {
  /** Changes the words for a phrase that is not understood. */
  hasModel: boolean
  listTokens: ListTokens
  /** Returns the tools of all apps that the user has installed. */
  listAppTools?: (userId: string) => Promise<readonly AssistantTool[]>
  /** Returns what a digest of the user says about a question, as Markdown; null if nothing. */
  quoteDigest?: (userId: string, runId: string, question: string) => Promise<string | null>
}

/** Maximum number of addresses of one phrase that run a tool. */
const MAX_CALLS = 3

/** A phrase that means one of these does something; the files of an agent are not quoted instead. */
const ACTIONS: ReadonlySet<Understood['kind']> = new Set(['tool', 'several', 'which_day'])

const USEFUL: Outcome = { reason: 'complete', isUseful: true }
const NOT_USEFUL: Outcome = { reason: 'complete', isUseful: false }

/**
 * Answers without a model: commands, forms, and phrases that match a tool. It runs a sure match, shows buttons for
 * several, and a form for missing arguments. "I can't" is free.
 */
export function createAssistant(settings: AssistantSettings): Engine & {
  understands(text: string): boolean
} {
  const understandings = cacheUnderstandings()
  return {
    name: ASSISTANT_NAME,
    understands: (text) => parseCommand(text) !== null,

    async answer(request, turn): Promise<Outcome> {
      // A form and a decision bring their arguments.
      const isWritten = request.call === null && request.decision === null
      const tokens = isWritten ? await settings.listTokens(request.scope.userId) : []
      const nowMs = toWallClock(settings.now(), request.timeZone)
      const withAddresses = (text: string): string => nameAddresses(text, tokens)
      const session: Session = {
        request,
        turn,
        settings,
        calls: openToolCalls(settings, request, turn),
        entities: findEntities(withAddresses(request.question), nowMs),
        withAddresses,
        nowMs,
        understandings,
      }
      if (request.decision !== null) return answerDecision(session, request.decision)
      if (request.call !== null) return answerForm(session, request.call)
      const command = parseCommand(request.question)
      if (command !== null) return runCommand(session, command)
      const text = request.question.trim()
      if (isAddress(text)) {
        const wallet = request.tools.find(({ name }) => name === 'wallet')
        if (wallet !== undefined) return runWith(session, wallet, { address: text }, 'user')
      }
      const app = findMentionedApp(request.tools, text)
      if (app === null) return answerPhrase(session, request.tools, text)
      const own = request.tools.filter((tool) => tool.app.name === app)
      return answerPhrase(session, own, removeMentions(text, [app]))
    },
  }
}

/** Returns the longest matching name, so that `@Solana Explorer` does not match `Solana`. */
function findMentionedApp(tools: readonly AssistantTool[], text: string): string | null {
  const mentions = findMentions(text)
  if (mentions.length === 0) return null
  const names = new Set(tools.map(({ app }) => app.name))
  const found = [...names].filter((name) => isMentioned(name, mentions))
  return found.toSorted((a, b) => b.length - a.length)[0] ?? null
}

type Session = {
  request: TurnRequest
  turn: Turn
  settings: AssistantSettings
  calls: ToolCalls
  entities: Entities
  /** Replaces the symbols of the user's tokens by their addresses. */
  withAddresses: (text: string) => string
  /** The user's wall clock, read as UTC. */
  nowMs: number
  understandings: (tools: readonly AssistantTool[]) => Understanding
}

const say = ({ turn }: Session, text: string) => turn.emit({ type: 'text', delta: text })

async function answerDecision(
  session: Session,
  decision: NonNullable<TurnRequest['decision']>,
): Promise<Outcome> {
  const part = await session.calls.decide(decision)
  if (part.state === 'declined') {
    say(session, 'All right, nothing was run and nothing was charged.')
    return NOT_USEFUL
  }
  if (part.state !== 'done') {
    say(session, `That did not work: ${part.error ?? 'the tool failed'}`)
    return NOT_USEFUL
  }
  say(session, part.result ?? 'Done.')
  const tool = session.calls.find(decision.tool)
  if (tool !== undefined) offerNext(session, tool)
  return USEFUL
}

async function answerForm(
  session: Session,
  call: NonNullable<TurnRequest['call']>,
): Promise<Outcome> {
  const tool = session.calls.find(call.tool)
  if (tool !== undefined) return runWith(session, tool, call.arguments, 'user')
  say(session, `The tool ${formatCode(call.tool)} is not available in this chat.`)
  return NOT_USEFUL
}

async function runCommand(session: Session, command: Command): Promise<Outcome> {
  const { name, given } = command
  if (/^(?:help|tools|commands|start)$/.test(name)) return showHelp(session)
  const tool = findCommandTool(session.request.tools, name)
  if (tool === null) {
    say(session, `There is no command ${formatCode(`/${name}`)}.\n\n`)
    return showHelp(session)
  }
  const rest = takesAddress(tool.inputSchema) ? session.withAddresses(command.rest) : command.rest
  const entities = findEntities(rest, session.nowMs)
  const { args } = fillArguments(tool.inputSchema, entities, rest)
  const [only, ...more] = readRequired(tool.inputSchema)
  if (only !== undefined && more.length === 0 && args[only] === undefined && rest !== '') {
    args[only] = rest
  }
  return runWith(session, tool, { ...args, ...given }, 'user')
}

async function answerPhrase(
  session: Session,
  tools: readonly AssistantTool[],
  text: string,
): Promise<Outcome> {
  const { withAddresses, nowMs, request } = session
  const understanding = session.understandings(tools)
  const asWritten = understanding.read(text, nowMs)
  const keepsSymbol =
    asWritten.kind === 'which_day' ||
    (asWritten.kind === 'tool' && quotesSymbol(asWritten.args, withAddresses))
  const question = keepsSymbol ? text : withAddresses(text)
  const understood = question === text ? asWritten : understanding.read(question, nowMs)
  if (!ACTIONS.has(understood.kind)) {
    const quoted = await quoteFirst(session, tools, text)
    if (quoted !== null) return quoted
  }
  switch (understood.kind) {
    case 'answer':
      say(session, understood.text)
      offer(session, suggestButtons(request.tools, understood.offers))
      return NOT_USEFUL
    case 'which_day':
      say(session, `Which day is ${understood.written}?`)
      offer(session, suggestDays(understood.choices))
      return NOT_USEFUL
    case 'unsure':
      say(session, 'Did you mean:')
      offer(session, suggestCalls(understood.tools, understanding.readPhrase(question, nowMs)))
      return NOT_USEFUL
    case 'partly':
      say(session, quoteUnused(understood.unused))
      offer(session, [
        ...suggestCall(understood.call),
        ...suggestButtons(request.tools, ['abilities']),
      ])
      return NOT_USEFUL
    case 'unknown':
      return (
        (await answerFromDigest(session)) ??
        (await offerApp(session, text)) ??
        answerUnknown(session, understood)
      )
    case 'tool':
      return runTool(session, understood)
    case 'several':
      return answerSeveral(session, understood)
  }
}

/** Quotes the first tool that has something to quote, such as the files of an agent. Returns null if none has. */
async function quoteFirst(
  session: Session,
  tools: readonly AssistantTool[],
  text: string,
): Promise<Outcome | null> {
  for (const { quote } of tools) {
    const quoted = await quote?.(text)
    if (quoted == null) continue
    say(session, quoted)
    return USEFUL
  }
  return null
}

/** Answers the requests of one message in their order, and says what is left. */
async function answerSeveral(
  session: Session,
  { requests, unread }: Extract<Understood, { kind: 'several' }>,
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const request of requests.slice(0, MAX_REQUESTS)) {
    if (request.kind === 'tool') outcomes.push(await runTool(session, request))
    else say(session, `${request.text}\n\n`)
  }
  if (requests.length > MAX_REQUESTS)
    say(session, `That is all for one message: I did the first ${MAX_REQUESTS} requests.`)
  else if (unread !== null) say(session, `I didn’t understand the rest: “${removeMarkup(unread)}”.`)
  return combineOutcomes(outcomes)
}

/** Waits for the user if one of the calls does. */
const combineOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  reason: outcomes.find(({ reason }) => reason !== 'complete')?.reason ?? 'complete',
  isUseful: outcomes.some(({ isUseful }) => isUseful),
})

async function runTool(session: Session, call: UnderstoodCall): Promise<Outcome> {
  const { tool, args, further } = call
  if (further === null) return runWith(session, tool, args, 'routed')
  const outcomes: Outcome[] = []
  for (const each of listArguments(call).slice(0, MAX_CALLS))
    outcomes.push(await runWith(session, tool, each, 'routed', { isOneOfMany: true }))
  offerNext(session, tool)
  return combineOutcomes(outcomes)
}

async function runWith(
  session: Session,
  tool: AssistantTool,
  args: Arguments,
  origin: 'user' | 'routed',
  { isOneOfMany = false }: { isOneOfMany?: boolean } = {},
): Promise<Outcome> {
  const missing = listMissingArguments(tool.inputSchema, args)
  if (missing.length > 0) {
    const unknown = origin === 'routed' ? sayUnknownToken(session.request.question, missing) : ''
    say(session, `${unknown}${askFor(tool, missing)}`)
    session.calls.askForInput(tool, args, missing)
    return { reason: 'needs_input', isUseful: false }
  }
  const outcome = await session.calls.call(tool, args, { origin })
  // The approval card holds the question and the price.
  if (outcome.state === 'needs_approval') return { reason: 'needs_approval', isUseful: false }
  if (outcome.state === 'failed') {
    say(session, `**${getTitle(tool)}** did not work: ${outcome.text}`)
    return NOT_USEFUL
  }
  say(session, writeResult(outcome))
  if (!isOneOfMany) offerNext(session, tool)
  return USEFUL
}

/** Quotes the last digest of the chat. Returns null if there is none, or it says nothing about the question. */
async function answerFromDigest(session: Session): Promise<Outcome | null> {
  const { request, settings } = session
  const digest = request.path
    .flatMap(({ parts }) => parts)
    .findLast((part) => part.type === 'digest')
  if (digest === undefined || settings.quoteDigest === undefined) return null
  const { userId } = request.scope
  const quotes = await settings
    .quoteDigest(userId, digest.research_id, request.question)
    // The research may be gone; its card stays in the chat.
    .catch(() => null)
  if (quotes === null) return null
  say(session, `The digest says:\n\n${quotes}\n\n`)
  offer(session, [offerResearch(request.question)])
  return USEFUL
}

/** Offers an installed app that can answer, in a global chat. Returns null if there is none. */
async function offerApp(session: Session, text: string): Promise<Outcome | null> {
  const { request, settings } = session
  if (request.scope.appId !== null || settings.listAppTools === undefined) return null
  const tools = await settings.listAppTools(request.scope.userId).catch(() => [])
  if (tools.length === 0) return null
  const understood = session.understandings(tools).read(text, session.nowMs)
  if (understood.kind !== 'tool') return null
  const { name } = understood.tool.app
  say(session, `**${name}** can do that.`)
  offer(session, [{ label: `Ask ${name}`, content: `@${name} ${text}` }])
  return NOT_USEFUL
}

function answerUnknown(
  session: Session,
  { topic, isOffTopic }: Extract<Understood, { kind: 'unknown' }>,
): Outcome {
  const { tools } = session.request
  if (topic !== null) {
    say(session, 'I can’t explain that myself. Research can look it up for 1 POINT.')
    offer(session, [
      offerResearch(session.request.question),
      ...suggestButtons(tools, ['token', 'abilities']),
    ])
  } else {
    const why = session.settings.hasModel
      ? 'I didn’t understand that command.'
      : 'I can’t answer that yet.'
    say(session, `${why} This answer is free. You could ask for one of these:`)
    offer(session, suggestForUnknown(tools, session.request.question, isOffTopic))
  }
  return NOT_USEFUL
}

function showHelp(session: Session): Outcome {
  const who = session.settings.hasModel
    ? 'These commands and tools answer directly, without the model:'
    : 'No AI model is configured: I answer with commands and tools, free of charge except where a price is shown.'
  const how = `Write a command like ${formatCode('/wallet ADDRESS')}, or just say what you want.`
  const commands = listCommands(session.request.tools, session.request.scope.appId)
  say(session, `${who}\n\n${commands}\n\n${how}`)
  offer(session, suggestStarters(session.request.tools))
  return NOT_USEFUL
}

const offer = ({ turn }: Session, items: readonly Offer[]) => {
  if (items.length > 0) turn.emit({ type: 'follow_ups', items: [...items] })
}

/** Offers what else the user could do with what they have named. */
function offerNext(session: Session, done: AssistantTool): void {
  const { request, entities } = session
  const args = request.call?.arguments ?? request.decision?.arguments ?? {}
  const addresses = [...entities.addresses, ...findAddresses(args)]
  offer(session, suggestNext(request.tools, { ...entities, addresses }, done))
}

const findAddresses = (args: Arguments): string[] =>
  Object.values(args).filter(
    (value): value is string => typeof value === 'string' && isAddress(value),
  )

/** Reading the examples takes a few hundred milliseconds at most. */
function cacheUnderstandings(): (tools: readonly AssistantTool[]) => Understanding {
  const known = new LRUCache<string, Understanding>({ max: MAX_KEPT })
  return (tools) => {
    const key = tools
      .map(({ name, description, examples = [] }) => [name, description, ...examples].join(' '))
      .join('\n')
    const kept = known.get(key)
    // The same tools may be new objects in this turn.
    if (kept !== undefined) return kept.withTools(tools)
    const understanding = createUnderstanding(tools)
    known.set(key, understanding)
    return understanding
  }
}

const MAX_KEPT = 64
