import { formatPoints } from '#contract/money.ts'
import type { ChatEvent } from '#contract/chat/parts.ts'
import { formatCode, removeMarkup } from '#server/lib/markdown.ts'
import { isMentioned, findMentions, removeMentions } from '#server/lib/mentions.ts'
import type { Engine, Outcome, Turn, TurnRequest } from '#server/modules/chat/model/engine.ts'
import {
  listMissingArguments,
  readProperties,
  readRequired,
} from '#server/modules/chat/tools/schema-check.ts'
import {
  type CallOutcome,
  openToolCalls,
  type ToolCalls,
  type ToolCallServices,
} from '#server/modules/chat/tools/tool-calls.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { isAddress } from '#solana/base58.ts'
import { BUTTONS } from './canned-answers.ts'
import { type Command, parseCommand } from './commands.ts'
import { type Entities, findEntities } from './phrase-entities.ts'
import { fillArguments, takesAddress } from './fill-arguments.ts'
import { type ListTokens, nameAddresses, quotesSymbol } from './token-names.ts'
import {
  createUnderstanding,
  prepareCall,
  type Understanding,
  type Understood,
} from './understand.ts'
import { toWallClock } from '#server/lib/wall-clock.ts'

export const ASSISTANT_NAME = 'commands and tools'

export type AssistantSettings = ToolCallServices & {
  /** Changes the words for a phrase that is not understood. */
  hasModel: boolean
  listTokens: ListTokens
}

/** Maximum number of addresses in one phrase that run a tool. */
const MAX_CALLS = 3
const MAX_LISTED = 8
const MAX_ARGUMENT_NAME = 60

/**
 * Answers without a model: commands, forms, and phrases that match a tool. It runs a sure match, shows buttons for
 * several, and a form for missing arguments. "I can't" is free.
 */
export function createAssistant(settings: AssistantSettings): Engine & {
  understands(text: string): boolean
} {
  const understandings = cachedUnderstandings()
  return {
    name: ASSISTANT_NAME,
    understands: (text) => /^\s*\/[a-z][\w-]*(?:\s|$)/i.test(text),

    async answer(request, turn): Promise<Outcome> {
      // A form and a decision bring their arguments.
      const isWritten = request.call === null && request.decision === null
      const tokens = isWritten ? await settings.listTokens(request.scope.userId) : []
      const withAddresses = (text: string): string => nameAddresses(text, tokens)
      const session: Session = {
        request,
        turn,
        settings,
        calls: openToolCalls(settings, request, turn),
        entities: findEntities(
          withAddresses(request.question),
          toWallClock(settings.clock(), request.timeZone),
        ),
        withAddresses,
      }
      if (request.decision !== null) return decided(session, request.decision)
      if (request.call !== null) return form(session, request.call)
      const command = parseCommand(request.question)
      if (command !== null) return commanded(session, command)
      const text = request.question.trim()
      if (isAddress(text)) {
        const wallet = request.tools.find(({ name }) => name === 'wallet')
        if (wallet !== undefined) return runWith(session, wallet, { address: text }, 'user')
      }
      const app = findMentionedApp(request.tools, text)
      if (app === null) return routed(session, understandings(request.tools), text)
      const own = request.tools.filter((tool) => tool.app.name === app)
      return routed(session, understandings(own), removeMentions(text, [app]))
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
}

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
  say(session, `The tool ${formatCode(call.tool)} is not available in this chat.`)
  return { reason: 'complete', isUseful: false }
}

async function commanded(session: Session, command: Command): Promise<Outcome> {
  const { name, given } = command
  if (/^(?:help|tools|commands|start)$/.test(name)) return help(session)
  const tool = toolOfCommand(session.request.tools, name)
  if (tool === null) {
    say(session, `There is no command ${formatCode(`/${name}`)}.\n\n`)
    return help(session)
  }
  const rest = takesAddress(tool.inputSchema) ? session.withAddresses(command.rest) : command.rest
  const { settings, request } = session
  const entities = findEntities(rest, toWallClock(settings.clock(), request.timeZone))
  const { args } = fillArguments(tool.inputSchema, entities, rest)
  const [only, ...more] = readRequired(tool.inputSchema)
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

async function routed(
  session: Session,
  understanding: Understanding,
  text: string,
): Promise<Outcome> {
  const { request, settings } = session
  const now = toWallClock(settings.clock(), request.timeZone)
  const asWritten = understanding.read(text, now)
  const { withAddresses } = session
  const keepsSymbol = asWritten.kind === 'tool' && quotesSymbol(asWritten.args, withAddresses)
  const question = keepsSymbol ? text : withAddresses(text)
  const understood = question === text ? asWritten : understanding.read(question, now)
  switch (understood.kind) {
    case 'answer':
      say(session, understood.text)
      offer(session, buttons(session, understood.offers))
      return { reason: 'complete', isUseful: false }
    case 'unsure': {
      const phrase = understanding.phrase(question, now)
      say(session, 'Did you mean:')
      offer(
        session,
        understood.tools.map((tool) => {
          const meant = prepareCall(tool, phrase)
          const given = meant.kind === 'tool' ? Object.entries(meant.args) : []
          return {
            label: toolTitle(tool),
            content: [`/${tool.name}`, ...given.map(([name, value]) => argument(name, value))].join(
              ' ',
            ),
          }
        }),
      )
      return { reason: 'complete', isUseful: false }
    }
    case 'unknown':
      return cannot(session, understood.topic)
    case 'tool':
      return runTool(session, understood)
  }
}

const argument = (name: string, value: unknown): string =>
  Array.isArray(value) ? '' : `${name}="${String(value).replaceAll('"', '')}"`

async function runTool(
  session: Session,
  { tool, args, further }: Extract<Understood, { kind: 'tool' }>,
): Promise<Outcome> {
  if (further === null) return runWith(session, tool, args, 'routed')
  const outcomes: Outcome[] = []
  const others = further.addresses.slice(0, MAX_CALLS - 1)
  for (const each of [args, ...others.map((address) => ({ ...args, [further.name]: address }))])
    outcomes.push(await runWith(session, tool, each, 'routed', { isOneOfMany: true }))
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
  const missing = listMissingArguments(tool.inputSchema, args)
  if (missing.length > 0) {
    say(session, questionFor(tool, missing))
    session.calls.askForInput(tool, args, missing)
    return { reason: 'needs_input', isUseful: false }
  }
  const outcome = await session.calls.call(tool, args, { origin })
  // The approval card holds the question and the price.
  if (outcome.state === 'needs_approval') return { reason: 'needs_approval', isUseful: false }
  if (outcome.state === 'failed') {
    say(session, `**${toolTitle(tool)}** did not work: ${outcome.text}`)
    return { reason: 'complete', isUseful: false }
  }
  say(session, resultText(outcome))
  if (!isOneOfMany) followUps(session, [tool])
  return { reason: 'complete', isUseful: true }
}

function questionFor(tool: AssistantTool, missing: readonly string[]): string {
  const asked = missing.flatMap((name) => tool.asks?.[name] ?? [])
  if (asked.length === missing.length) return asked.join(' ')
  const named = missing.map((name) => argumentLabel(tool.inputSchema, name)).join(' and ')
  return `For **${toolTitle(tool)}**, please give the ${named}.`
}

function argumentLabel(schema: AssistantTool['inputSchema'], name: string): string {
  const title = readProperties(schema)[name]?.['title']
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

function cannot(session: Session, topic: string | null): Outcome {
  if (topic !== null) {
    say(session, 'I can’t explain that myself. Research can look it up for 1 POINT.')
    const question = session.request.question.slice(0, 300)
    offer(session, [
      { label: 'Research it (1 POINT)', content: `/research ${question}` },
      ...buttons(session, ['token', 'abilities']),
    ])
  } else {
    const why = session.settings.hasModel
      ? 'I didn’t understand that command.'
      : 'I can’t answer that yet.'
    say(session, `${why} This answer is free. You could ask for one of these:`)
    offer(session, buttons(session, ['abilities', 'analysis', 'research']))
  }
  return { reason: 'complete', isUseful: false }
}

const buttons = ({ request }: Session, names: readonly (keyof typeof BUTTONS)[]): Offer[] =>
  names
    .map((name) => BUTTONS[name])
    .filter(
      ({ content }) =>
        !content.startsWith('/') || request.tools.some(({ name }) => `/${name}` === content),
    )

function help(session: Session): Outcome {
  const who = session.settings.hasModel
    ? 'These commands and tools answer directly, without the model:'
    : 'No AI model is configured: I answer with commands and tools, free of charge except where a price is shown.'
  const how = `Write a command like ${formatCode('/wallet ADDRESS')}, or just say what you want.`
  say(session, `${who}\n\n${listTools(session.request.tools)}\n\n${how}`)
  offer(session, starters(session))
  return { reason: 'complete', isUseful: false }
}

const listTools = (tools: readonly AssistantTool[]): string => {
  const listed = tools.slice(0, MAX_LISTED).map((tool) => {
    const price = tool.price === undefined ? '' : ` (${formatPoints(tool.price.points)})`
    return `- ${formatCode(`/${tool.name}`)} ${firstSentence(tool.description)}${price}`
  })
  const others = tools.slice(MAX_LISTED).map(({ name }) => formatCode(`/${name}`))
  return [...listed, ...(others.length > 0 ? [`- Also ${others.join(', ')}`] : [])].join('\n')
}

const firstSentence = (text: string): string =>
  removeMarkup((text.split(/(?<=[.!?])\s|\n/)[0] ?? '').slice(0, 120))

const toolTitle = (tool: AssistantTool): string => tool.title ?? tool.name

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
      ...findAddresses(request.call?.arguments ?? request.decision?.arguments ?? {}),
    ],
  }
  const next = request.tools
    .filter((tool) => !done.includes(tool) && readRequired(tool.inputSchema).length > 0)
    .filter(
      ({ inputSchema }) =>
        listMissingArguments(inputSchema, fillArguments(inputSchema, named, '').args).length === 0,
    )
    .slice(0, MAX_OFFERS - 1)
    .map((tool) => ({ label: toolLabel(tool), content: commandFor(tool, named, '') }))
  offer(session, next.length > 0 ? next : starters(session, done).slice(0, 2))
}

const findAddresses = (args: Readonly<Record<string, unknown>>): string[] =>
  Object.values(args).filter(
    (value): value is string => typeof value === 'string' && isAddress(value),
  )

const toolLabel = (tool: AssistantTool): string =>
  tool.price === undefined
    ? toolTitle(tool)
    : `${toolTitle(tool)} (${formatPoints(tool.price.points)})`

const starters = ({ request }: Session, done: readonly AssistantTool[] = []): Offer[] =>
  request.tools
    .filter((tool) => !done.includes(tool) && readRequired(tool.inputSchema).length === 0)
    .slice(0, MAX_OFFERS)
    .map((tool) => ({ label: toolTitle(tool), content: `/${tool.name}` }))

function commandFor(tool: AssistantTool, entities: Entities, words: string): string {
  const { args } = fillArguments(tool.inputSchema, entities, words)
  const given = Object.entries(args).map(([, value]) => String(value))
  return [`/${tool.name}`, ...given].join(' ')
}

/** Reading the examples takes a few hundred milliseconds at most. */
function cachedUnderstandings(): (tools: readonly AssistantTool[]) => Understanding {
  const known = new Map<string, Understanding>()
  return (tools) => {
    const key = tools
      .map(({ name, description, examples = [] }) => [name, description, ...examples].join(' '))
      .join('\n')
    const kept = known.get(key)
    // The same tools may be new objects in this turn.
    if (kept !== undefined) return kept.for(tools)
    const understanding = createUnderstanding(tools)
    if (known.size >= MAX_KEPT) known.clear()
    known.set(key, understanding)
    return understanding
  }
}

const MAX_KEPT = 64
