import type { ToolDefinition } from '#server/clients/mcp/mcp-tools.ts'
import { isNestedDeeper } from '#server/lib/is-nested-deeper.ts'
import {
  truncate,
  hasInvisible,
  toOneLine,
  removeInvisible,
} from '#server/lib/text/visible-text.ts'

/** `block` prevents an approval; `warn` needs a human decision. */
export type Finding = { severity: 'warn' | 'block'; tool: string | null; text: string }

/** Tools beyond these are ignored. */
export const MAX_TOOLS = 64
const MAX_DESCRIPTION = 1_000
const MAX_TITLE = 80
const MAX_SCHEMA_CHARS = 32_000
const MAX_SCHEMA_DEPTH = 16
/** Users and models get less than this of a text. */
const LINTED_CHARS = 8_000
const NAME = /^[A-Za-z0-9_.-]{1,64}$/

/** Phrases of descriptions that address a model instead of describing the tool. */
const INJECTIONS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|all|other|earlier|system)\b/i,
    'tells the model to ignore instructions',
  ],
  [
    /<\/?\s*(important|system|instructions?|secret|assistant|user)\b[^>]{0,200}>/i,
    'holds tags made for a model',
  ],
  [
    /\b(do not|don'?t|never)\b.{0,40}\b(tell|mention|inform|reveal|show)\b.{0,30}\b(user|human|anyone)\b/i,
    'asks to keep something from the user',
  ],
  [
    /\b(before|after|instead of|prior to)\b.{0,30}\b(using|calling|any|every|other)\b.{0,20}\btools?\b/i,
    'gives orders about other tools',
  ],
  [/\b(you must|you are now|act as|always call|system prompt)\b/i, 'gives orders to the model'],
  [/(~\/|\/etc\/|\.ssh|id_rsa|\.env\b|mcp\.json)/i, 'names private files'],
  [
    /\b(seed phrase|mnemonic|private key|secret key|recovery phrase)\b/i,
    'speaks of keys or seed phrases',
  ],
  [/\bhttps?:\/\/\S{1,300}[?&]\w{1,100}=/i, 'holds a link that carries values'],
  [/[A-Za-z0-9+/]{120,}={0,2}/, 'holds encoded text'],
]

/** Returns what an operator must know about a server's tools. A `block` prevents the approval. */
export const lintTools = (tools: readonly ToolDefinition[], instructions = ''): Finding[] => {
  const findings: Finding[] = []
  const say = (severity: Finding['severity'], tool: string | null, text: string) =>
    findings.push({ severity, tool: tool === null ? null : toOneLine(tool, 64), text })

  if (tools.length === 0) say('block', null, 'offers no tools')
  if (tools.length > MAX_TOOLS) {
    say('warn', null, `offers ${tools.length} tools; only the first ${MAX_TOOLS} are used`)
  }
  if (instructions !== '') {
    say('warn', null, 'sends instructions of its own; they are not passed on')
  }
  const seen = new Set<string>()
  for (const tool of tools.slice(0, MAX_TOOLS)) {
    if (!NAME.test(tool.name)) say('block', tool.name, 'has a name outside A–Z, a–z, 0–9, _ . -')
    const key = tool.name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    if (seen.has(key)) say('block', tool.name, 'has the same name as another tool')
    seen.add(key)
    if (tool.description.length > MAX_DESCRIPTION) {
      say(
        'warn',
        tool.name,
        `has a description of ${tool.description.length} characters; cut at ${MAX_DESCRIPTION}`,
      )
    }
    const schema = boundedJson(tool.inputSchema)
    if (schema === null) {
      say('block', tool.name, 'has an input schema that is too large or too deep')
    }
    for (const text of listSuspicions(tool, schema)) say('warn', tool.name, text)
  }
  return findings
}

type Described = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'inputSchema'>

function* listSuspicions(
  tool: Described,
  schema = boundedJson(tool.inputSchema),
): Generator<string> {
  const [title, description] = [tool.title ?? '', tool.description].map((text) =>
    text.slice(0, LINTED_CHARS),
  )
  const texts = `${title}\n${description}\n${schema ?? ''}`
  if (hasInvisible(texts)) yield 'holds invisible characters'
  const shown = removeInvisible(texts)
  for (const [pattern, text] of INJECTIONS) if (pattern.test(shown)) yield text
}

/** Returns what is suspicious about a tool's texts, or null. */
export const findSuspicion = (tool: Described): string | null =>
  listSuspicions(tool).next().value ?? null

/** Returns the tools as users and models see them: at most 64, with callable names and cut, visible texts. */
export const selectOfferedTools = (tools: readonly ToolDefinition[]): ToolDefinition[] =>
  tools
    .slice(0, MAX_TOOLS)
    .filter((tool) => NAME.test(tool.name) && boundedJson(tool.inputSchema) !== null)
    .map((tool) => ({
      name: tool.name,
      title: tool.title === null ? null : toOneLine(tool.title, MAX_TITLE),
      description: truncate(removeInvisible(tool.description).trim(), MAX_DESCRIPTION),
      inputSchema: toVisibleSchema(tool.inputSchema),
      outputSchema: null,
    }))

/** Returns the schema as text, or null above the limits. Checks depth first: deep schemas overflow the stack. */
const boundedJson = (schema: unknown): string | null => {
  if (isNestedDeeper(schema, MAX_SCHEMA_DEPTH)) return null
  const text = JSON.stringify(schema) ?? ''
  return text.length > MAX_SCHEMA_CHARS ? null : text
}

const toVisibleSchema = (schema: ToolDefinition['inputSchema']): ToolDefinition['inputSchema'] =>
  visibleValue(schema) as ToolDefinition['inputSchema']

const visibleValue = (value: unknown): unknown => {
  if (typeof value === 'string') return truncate(removeInvisible(value), MAX_DESCRIPTION)
  if (Array.isArray(value)) return value.map(visibleValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visibleValue(each)]))
}

const READING =
  /^(get|list|search|find|read|fetch|query|lookup|look|show|describe|check|count|resolve|simulate|estimate|network|quote|price)([^a-z]|[A-Z]|$)/

/** Returns the tools that may write: all without a reading verb at the start. A reviewer can correct it. */
export const guessWritingTools = (tools: readonly ToolDefinition[]): string[] =>
  tools.filter(({ name }) => !READING.test(name)).map(({ name }) => name)
