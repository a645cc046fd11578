import { formatPoints } from '#contract/money.ts'
import type { ChatEvent } from '#contract/chat/parts.ts'
import { truncate } from '#server/lib/text/visible-text.ts'
import { listMissingArguments, readRequired } from '#server/modules/chat/tools/schema-check.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { DateReadings } from './ambiguous-dates.ts'
import { BUTTONS } from '#server/modules/chat/assistant/answers/short-answer.ts'
import { fillArguments, listArguments, prepareCall, type UnderstoodCall } from './fill-arguments.ts'
import type { Phrase } from './phrase.ts'
import type { Entities } from './phrase-entities.ts'

/** A button under an answer. A click sends `content` as a message. */
export type Offer = Extract<ChatEvent, { type: 'follow_ups' }>['items'][number]

type Tools = readonly AssistantTool[]

const MAX_STARTERS = 4
const MAX_NEXT = 3
const MAX_RESEARCHED = 300
const MAX_LABEL = 60

export const getTitle = ({ title, name }: AssistantTool): string => title ?? name

/** Returns the buttons of these names. Leaves out commands of tools that are not there. */
export const suggestButtons = (tools: Tools, names: readonly (keyof typeof BUTTONS)[]): Offer[] =>
  names
    .map((name) => BUTTONS[name])
    .filter(
      ({ content }) => !content.startsWith('/') || tools.some(({ name }) => `/${name}` === content),
    )

/** Returns the tools that need no arguments. */
export const suggestStarters = (tools: Tools): Offer[] =>
  tools
    .filter(({ inputSchema }) => readRequired(inputSchema).length === 0)
    .slice(0, MAX_STARTERS)
    .map((tool) => ({ label: getTitle(tool), content: `/${tool.name}` }))

/** Returns what each of the tools would do with the phrase. */
export const suggestCalls = (tools: Tools, phrase: Phrase): Offer[] =>
  tools.flatMap((tool) => suggestCall(prepareCall(tool, phrase)))

/** Returns a button that makes the call, and one for each further address. */
export const suggestCall = (call: UnderstoodCall): Offer[] =>
  listArguments(call).map((args) => writeCall(call.tool, args))

function writeCall(tool: AssistantTool, args: UnderstoodCall['args']): Offer {
  const given = Object.entries(args).map(([name, value]) =>
    Array.isArray(value)
      ? value.join(' ')
      : typeof value === 'string'
        ? `${name}="${value.replaceAll('"', '')}"`
        : `${name}=${String(value)}`,
  )
  const label = [getTitle(tool), Object.values(args).map(String).join(', ')].filter(Boolean)
  return {
    label: truncate(label.join(': '), MAX_LABEL),
    content: [`/${tool.name}`, ...given].join(' '),
  }
}

/** Returns a button for each day that a date may mean. */
export const suggestDays = (choices: DateReadings['choices']): Offer[] =>
  choices.map(({ day, question }) => ({ label: day, content: question }))

/** Returns read-only tools that need only the named entities, or else a few of the same app without arguments. */
export function suggestNext(tools: Tools, named: Entities, done: AssistantTool): Offer[] {
  const others = tools.filter((tool) => tool !== done && !tool.writes)
  const next = others
    .filter(({ inputSchema }) => readRequired(inputSchema).length > 0)
    .map((tool) => ({ tool, args: fillArguments(tool.inputSchema, named, '').args }))
    .filter(({ tool, args }) => listMissingArguments(tool.inputSchema, args).length === 0)
    .slice(0, MAX_NEXT)
    .map(({ tool, args }) => ({
      label: withPrice(tool),
      content: [`/${tool.name}`, ...Object.values(args).map(String)].join(' '),
    }))
  const sameApp = others.filter(({ app }) => app.id === done.app.id)
  return next.length > 0 ? next : suggestStarters(sameApp).slice(0, 2)
}

const withPrice = (tool: AssistantTool): string =>
  tool.price === undefined
    ? getTitle(tool)
    : `${getTitle(tool)} (${formatPoints(tool.price.points)})`

export const offerResearch = (question: string): Offer => ({
  label: 'Research it (1 POINT)',
  content: `/research ${question.slice(0, MAX_RESEARCHED)}`,
})

/** A question on something else than the user's own things. */
const QUESTION =
  /^(?!.*\b(?:my|mine|i|me|you|your)\b)\s*(?:what|who|why|when|where|which|how|did|does|is|are|has|have|was|were)\b.{8,}/iu

/** Returns suggestions for a phrase that is not understood. Research is left out if the phrase is off topic. */
export const suggestForUnknown = (tools: Tools, question: string, isOffTopic: boolean): Offer[] => {
  const others = suggestButtons(tools, ['abilities', 'analysis'])
  return !isOffTopic && QUESTION.test(question)
    ? [offerResearch(question), ...others]
    : [...others, ...suggestButtons(tools, ['research'])]
}
