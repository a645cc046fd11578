import type { ChatCommand } from '#contract/chat/chat.ts'
import { formatPoints } from '#contract/money.ts'
import { formatCode, removeMarkup } from '#server/lib/text/markdown.ts'
import { readRequired } from '#server/modules/chat/tools/schema-check.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

const MAX_LISTED = 8

/** `rest`: the text without named arguments. `given`: arguments by name, with their JSON types. */
export type Command = {
  /** In lower case, without the slash. */
  name: string
  rest: string
  given: Record<string, unknown>
}

/** Parses a message like `/wallet ADDRESS` or `/notes__read topic="two words"`. Returns null for any other. */
export function parseCommand(text: string): Command | null {
  const match = /^\s*\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/i.exec(text)
  if (match === null) return null
  const [, name = '', tail = ''] = match
  const lower = name.toLowerCase()
  const whole = parseObject(tail)
  if (whole !== null) return { name: lower, rest: '', given: whole }
  const given: Record<string, unknown> = {}
  const rest = tail
    .replaceAll(
      /(?:^|\s)([A-Za-z_]\w{0,63})=(?:"([^"]*)"|(\S+))/g,
      (_, key: string, quoted?: string, bare?: string) => {
        given[key] = quoted ?? parseValue(bare ?? '')
        return ' '
      },
    )
    .trim()
  return { name: lower, rest, given }
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.trim().startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null
  } catch {
    return null
  }
}

/** Long digits stay text, because a number would round them. */
function parseValue(text: string): unknown {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}

/** Returns the tool of a command by its name, an alias, or an app's short name that no other tool has. */
export function findCommandTool(
  tools: readonly AssistantTool[],
  name: string,
): AssistantTool | null {
  const wanted = tools.find(({ aliases }) => aliases?.includes(name))?.name ?? name
  const exact = tools.find((tool) => tool.name.toLowerCase() === wanted)
  if (exact !== undefined) return exact
  const [short, ...others] = tools.filter((tool) => shortenName(tool) === wanted)
  return short !== undefined && others.length === 0 ? short : null
}

/** Returns the tools as commands, those of the chat's app first. */
export function describeCommands(
  tools: readonly AssistantTool[],
  appId: string | null,
): ChatCommand[] {
  const ofApp = tools.filter(({ app }) => app.id === appId)
  return [...ofApp, ...tools.filter((tool) => !ofApp.includes(tool))].map((tool) => {
    const short = shortenName(tool)
    return {
      name: findCommandTool(tools, short) === tool ? short : tool.name,
      title: tool.title ?? tool.name,
      description: firstSentence(tool.description),
      points: tool.price?.points ?? null,
      needs_input: readRequired(tool.inputSchema).length > 0,
    }
  })
}

/** Lists the first commands in Markdown. */
export function listCommands(tools: readonly AssistantTool[], appId: string | null): string {
  const all = describeCommands(tools, appId)
  const listed = all.slice(0, MAX_LISTED).map(({ name, description, points }) => {
    const price = points === null ? '' : ` (${formatPoints(points)})`
    return `- ${formatCode(`/${name}`)} ${description}${price}`
  })
  const more = all.length - listed.length
  return [
    ...listed,
    ...(more > 0 ? [`- and ${more} more: type ${formatCode('/')} to see them all`] : []),
  ].join('\n')
}

const shortenName = ({ name }: AssistantTool): string =>
  name.toLowerCase().split('__').at(-1) ?? name

const firstSentence = (text: string): string =>
  removeMarkup((text.split(/(?<=[.!?])\s|\n/)[0] ?? '').slice(0, 120))
