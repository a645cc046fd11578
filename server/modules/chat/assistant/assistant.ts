import type { ChatEvent } from '#contract/chat/parts.ts'
import { withoutDates } from '#server/lib/date-phrases.ts'
import { code } from '#server/lib/markdown.ts'
import type { Engine, Outcome, Turn, TurnRequest } from '#server/modules/chat/model/engine.ts'
import {
  missingArguments,
  propertiesOf,
  requiredOf,
} from '#server/modules/chat/tools/schema-check.ts'
import {
  type CallOutcome,
  openToolCalls,
  type ToolCalls,
  type ToolCallServices,
} from '#server/modules/chat/tools/tool-calls.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { isAddress } from '#solana/base58.ts'
import { type Command, commandOf } from './commands.ts'
import { type Entities, findEntities } from './entities.ts'
import { fillArguments } from './fill-arguments.ts'
import { createIntentMatcher, type IntentMatcher } from './intent-matcher.ts'
import { wallClock } from './wall-clock.ts'

const ASSISTANT_NAME = 'commands and tools'

export type AssistantSettings = ToolCallServices & {
  /** Changes the words for a phrase that is not understood. */
  hasModel: boolean
}

/** Limits how many addresses of one phrase run a tool. */
const MAX_CALLS = 3
const MAX_LISTED = 12
const MAX_ARGUMENT_NAME = 60

/**
 * Answers without a model: commands, forms, and phrases that match a tool. It runs a sure match, shows buttons for
 * several, and a form for missing arguments. "I can't" is free.
 */
export function createAssistant(settings: AssistantSettings): Engine & {
  understands(text: string): boolean
} {
  const matchers = cachedMatchers()
  return {
    name: ASSISTANT_NAME,
    understands: (text) => /^\s*\/[a-z][\w-]*(?:\s|$)/i.test(text),

    async answer(request, turn): Promise<Outcome> {
      const session: Session = {
        request,
        turn,
        settings,
        calls: openToolCalls(settings, request, turn),
        entities: findEntities(request.question, wallClock(settings.clock(), request.timeZone)),
      }
      if (request.decision !== null) return decided(session, request.decision)
      if (request.call !== null) return form(session, request.call)
      const command = commandOf(request.question)
      if (command !== null) return commanded(session, command)
      const text = request.question.trim()
      if (isAddress(text)) {
        const wallet = request.tools.find(({ name }) => name === 'wallet')
        if (wallet !== undefined) return runWith(session, wallet, { address: text }, 'user')
      }
      if (HELP.test(text)) return help(session)
      return routed(session, matchers(request.tools))
    },
  }
}

type Session = {
  request: TurnRequest
  turn: Turn
  settings: AssistantSettings
  calls: ToolCalls
  entities: Entities
}

const HELP =
  /^(?:hi|hello|hey|help|\?|start|what can you do|who are you|what are you|how does this work|commands|tools)[\s!?.]*$/i

const say = ({ turn }: Session, text: string) => turn.emit({ type: 'text', delta: text })

async function decided(
  session: Session,
  decision: NonNullable<TurnRequest['decision']>,
): Promise<Outcome> {
  const part = await session.calls.decide(decision)
  if (part.state === 'declined') {
    say(session, 'All right, nothing was run and nothing was charged.')
    return { reason: 'complete', isUseful: false }
  }
  if (part.state !== 'done') {
    say(session, `That did not work: ${part.error ?? 'the tool failed'}`)
    return { reason: 'complete', isUseful: false }
  }
  say(session, part.result ?? 'Done.')
  const tool = session.calls.find(decision.tool)
  if (tool !== undefined) followUps(session, [tool])
  return { reason: 'complete', isUseful: true }
}

async function form(session: Session, call: NonNullable<TurnRequest['call']>): Promise<Outcome> {
  const tool = session.calls.find(call.tool)
  if (tool !== undefined) return runWith(session, tool, call.arguments, 'user')
  say(session, `The tool ${code(call.tool)} is not available in this chat.`)
  return { reason: 'complete', isUseful: false }
}

async function commanded(session: Session, { name, rest, given }: Command): Promise<Outcome> {
  if (/^(?:help|tools|commands|start)$/.test(name)) return help(session)
  const tool = toolOfCommand(session.request.tools, name)
  if (tool === null) {
    say(session, `There is no command ${code(`/${name}`)}.\n\n`)
    return help(session)
  }
  const { settings, request } = session
  const entities = findEntities(rest, wallClock(settings.clock(), request.timeZone))
  const { args } = fillArguments(tool.inputSchema, entities, rest)
  // A tool with a single text argument takes everything after its name.
  const [only, ...more] = requiredOf(tool.inputSchema)
  if (only !== undefined && more.length === 0 && args[only] === undefined && rest !== '') {
    args[only] = rest
  }
  return runWith(session, tool, { ...args, ...given }, 'user')
}

function toolOfCommand(tools: readonly AssistantTool[], name: string): AssistantTool | null {
  const wanted = tools.find(({ aliases }) => aliases?.includes(name))?.name ?? name
  const exact = tools.find((tool) => tool.name.toLowerCase() === wanted)
  if (exact !== undefined) return exact
  const [short, ...others] = tools.filter(
    (tool) => tool.name.toLowerCase().split('__').at(-1) === wanted,
  )
  return short !== undefined && others.length === 0 ? short : null
}

async function routed(session: Session, matcher: IntentMatcher): Promise<Outcome> {
  const { entities, request } = session
  const reading = matcher.read(entities.shape, request.question)
  if (reading.kind === 'unknown') return cannot(session)
  if (reading.kind === 'unsure') {
    say(session, 'Did you mean:')
    offer(
      session,
      reading.tools.map((tool) => ({
        label: titleOf(tool),
        content: commandFor(tool, entities, request.question),
      })),
    )
    return { reason: 'complete', isUseful: false }
  }
  const { tool } = reading
  const words = wordsFor(tool, request.question, session.settings.clock())
  const filled = fillArguments(tool.inputSchema, entities, words)
  const { addressName } = filled
  const further = addressName === null ? [] : filled.furtherAddresses.slice(0, MAX_CALLS - 1)
  const calls = [
    filled.args,
    ...further.map((address) => ({ ...filled.args, [addressName ?? '']: address })),
  ]
  if (calls.length === 1) return runWith(session, tool, filled.args, 'routed')
  const outcomes: Outcome[] = []
  for (const args of calls)
    outcomes.push(await runWith(session, tool, args, 'routed', { isOneOfMany: true }))
  followUps(session, [tool])
  const waiting = outcomes.find(({ reason }) => reason !== 'complete')
  return {
    reason: waiting?.reason ?? 'complete',
    isUseful: outcomes.some(({ isUseful }) => isUseful),
  }
}

async function runWith(
  session: Session,
  tool: AssistantTool,
  args: Readonly<Record<string, unknown>>,
  origin: 'user' | 'routed',
  { isOneOfMany = false }: { isOneOfMany?: boolean } = {},
): Promise<Outcome> {
  const missing = missingArguments(tool.inputSchema, args)
  if (missing.length > 0) {
    const named = missing.map((name) => nameOf(tool.inputSchema, name)).join(', ')
    say(session, `**${titleOf(tool)}** needs this from you: ${named}.`)
    session.calls.askForInput(tool, args, missing)
    return { reason: 'needs_input', isUseful: false }
  }
  const outcome = await session.calls.call(tool, args, { origin })
  // The approval card holds the question and the price.
  if (outcome.state === 'needs_approval') return { reason: 'needs_approval', isUseful: false }
  if (outcome.state === 'failed') {
    say(session, `**${titleOf(tool)}** did not work: ${outcome.text}`)
    return { reason: 'complete', isUseful: false }
  }
  say(session, resultText(outcome))
  if (!isOneOfMany) followUps(session, [tool])
  return { reason: 'complete', isUseful: true }
}

function nameOf(schema: AssistantTool['inputSchema'], name: string): string {
  const title = propertiesOf(schema)[name]?.['title']
  const words = typeof title === 'string' && title.trim() !== '' ? title : name
  return words
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ARGUMENT_NAME)
    .toLowerCase()
}

function resultText({ text, result }: CallOutcome): string {
  const origin = [
    ...(result?.source === undefined ? [] : [`Source: ${result.source}`]),
    ...(result?.at === undefined ? [] : [`${result.at.slice(0, 19).replace('T', ' ')} UTC`]),
  ].join(', ')
  return `${text}${origin === '' ? '' : `\n\n_${origin}_`}\n\n`
}

function cannot(session: Session): Outcome {
  const why = session.settings.hasModel
    ? 'I didn’t understand that command.'
    : 'I can’t answer that yet.'
  say(session, `${why} This answer is free. Try one of these:\n\n${listOf(session.request.tools)}`)
  offer(session, starters(session))
  return { reason: 'complete', isUseful: false }
}

function help(session: Session): Outcome {
  const who = session.settings.hasModel
    ? 'These commands and tools answer directly, without the model:'
    : 'No AI model is configured: I answer with commands and tools, free of charge except where a price is shown.'
  const how = `Write a command like ${code('/wallet ADDRESS')}, or just say what you want.`
  say(session, `${who}\n\n${listOf(session.request.tools)}\n\n${how}`)
  offer(session, starters(session))
  return { reason: 'complete', isUseful: false }
}

const listOf = (tools: readonly AssistantTool[]): string => {
  const listed = tools.slice(0, MAX_LISTED).map((tool) => {
    const price = tool.price === undefined ? '' : ` (${tool.price.points} POINT)`
    return `- ${code(`/${tool.name}`)} ${firstSentence(tool.description)}${price}`
  })
  const left = tools.length - listed.length
  return [...listed, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}

const firstSentence = (text: string): string =>
  (text.split(/(?<=[.!?])\s|\n/)[0] ?? '').slice(0, 120).replaceAll(/[\\`*_[\]<>|!]/g, '')

const titleOf = (tool: AssistantTool): string => tool.title ?? tool.name

type Offer = Extract<ChatEvent, { type: 'follow_ups' }>['items'][number]

const offer = ({ turn }: Session, items: readonly Offer[]) => {
  if (items.length > 0) turn.emit({ type: 'follow_ups', items: [...items] })
}

const MAX_OFFERS = 4

/** Suggests other tools that need only what the user has named. */
function followUps(session: Session, done: readonly AssistantTool[]): void {
  const { request, entities } = session
  const named = {
    ...entities,
    addresses: [
      ...entities.addresses,
      ...addressesIn(request.call?.arguments ?? request.decision?.arguments ?? {}),
    ],
  }
  const next = request.tools
    .filter((tool) => !done.includes(tool) && requiredOf(tool.inputSchema).length > 0)
    .filter(
      ({ inputSchema }) =>
        missingArguments(inputSchema, fillArguments(inputSchema, named, '').args).length === 0,
    )
    .slice(0, MAX_OFFERS - 1)
    .map((tool) => ({ label: labelOf(tool), content: commandFor(tool, named, '') }))
  offer(session, next.length > 0 ? next : starters(session, done).slice(0, 2))
}

const addressesIn = (args: Readonly<Record<string, unknown>>): string[] =>
  Object.values(args).filter(
    (value): value is string => typeof value === 'string' && isAddress(value),
  )

const labelOf = (tool: AssistantTool): string =>
  tool.price === undefined ? titleOf(tool) : `${titleOf(tool)} (${tool.price.points} POINT)`

const starters = ({ request }: Session, done: readonly AssistantTool[] = []): Offer[] =>
  request.tools
    .filter((tool) => !done.includes(tool) && requiredOf(tool.inputSchema).length === 0)
    .slice(0, MAX_OFFERS)
    .map((tool) => ({ label: titleOf(tool), content: `/${tool.name}` }))

function commandFor(tool: AssistantTool, entities: Entities, words: string): string {
  const { args } = fillArguments(tool.inputSchema, entities, words)
  const given = Object.entries(args).map(([, value]) => String(value))
  return [`/${tool.name}`, ...given].join(' ')
}

/** Removes the verb that asked for the tool. */
function wordsFor(tool: AssistantTool, question: string, nowMs: number): string {
  const plain = question.trim().replace(/[?.!]+$/, '')
  const asked = plain.replace(ASKING, '')
  if (tool.name !== 'add_event') return asked
  const undated = withoutDates(asked, { nowMs, prefers: 'future', hasBareHours: true })
  const what = undated.replaceAll(/\b(?:in|to) my calendar\b/gi, ' ').replaceAll(/\s+/g, ' ')
  return what.trim().replace(/^(?:to|that|about|for|of)\s+/i, '')
}

const ASKING =
  /^(?:please\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?(?:open|launch|show me|show|start|go to|bring up|research|search for|search|look up|find out|find|tell me about|tell me|remind me to|remind me|schedule|add an event|add a calendar entry|add|create|put|latest|gather)\s+(?:the\s+|a\s+|an\s+|about\s+|for\s+|on\s+)*/i

/** Building a matcher takes a few milliseconds. */
function cachedMatchers(): (tools: readonly AssistantTool[]) => IntentMatcher {
  const known = new Map<string, IntentMatcher>()
  return (tools) => {
    const key = tools
      .map(({ name, description, examples = [] }) => [name, description, ...examples].join(' '))
      .join('\n')
    const kept = known.get(key)
    // The same tools may be new objects in this turn.
    if (kept !== undefined) return kept.for(tools)
    const matcher = createIntentMatcher(tools)
    if (known.size >= MAX_MATCHERS) known.clear()
    known.set(key, matcher)
    return matcher
  }
}

const MAX_MATCHERS = 64
