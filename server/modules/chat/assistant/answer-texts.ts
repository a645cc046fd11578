import { removeMarkup } from '#server/lib/text/markdown.ts'
import { readProperties } from '#server/modules/chat/tools/schema-check.ts'
import type { CallOutcome } from '#server/modules/chat/tools/tool-calls.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { isAddressName } from './fill-arguments.ts'
import { getTitle } from './suggestions.ts'

const MAX_ARGUMENT_NAME = 60

/** Quotes what the user can leave out. */
export function quoteUnused(parts: readonly string[]): string {
  const quoted = parts.map((part) => `“${removeMarkup(part)}”`)
  const rest = parts.length === 1 ? 'it' : 'them'
  return `I don’t know what to do with ${quoted.join(' and ')}. Without ${rest}, I can do this:`
}

const SYMBOL =
  /(?<![\p{L}\d])\$?(?!(?:SOL|USD[CT]?|CSV|NFTS?)(?!\p{L}))[A-Z][A-Z\d]{2,9}(?![\p{L}\d])/u

/** Says that a symbol of the question names no known token, where its address is missing. */
export function sayUnknownToken(question: string, missing: readonly string[]): string {
  const [symbol] = missing.some(isAddressName) ? (SYMBOL.exec(question) ?? []) : []
  return symbol === undefined ? '' : `I don’t know the token ${symbol}. `
}

/** Returns the question for missing arguments. */
export function askFor(tool: AssistantTool, missing: readonly string[]): string {
  const asked = missing.flatMap((name) => tool.asks?.[name] ?? [])
  if (asked.length === missing.length) return asked.join(' ')
  const named = missing.map((name) => nameArgument(tool.inputSchema, name)).join(' and ')
  return `For **${getTitle(tool)}**, please give the ${named}.`
}

function nameArgument(schema: AssistantTool['inputSchema'], name: string): string {
  const title = readProperties(schema)[name]?.['title']
  const words = typeof title === 'string' && title.trim() !== '' ? title : name
  return words
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ARGUMENT_NAME)
    .toLowerCase()
}

/** Returns the result of a call with its source and time. */
export function writeResult({ text, result }: CallOutcome): string {
  const origin = [
    ...(result?.source === undefined ? [] : [`Source: ${result.source}`]),
    ...(result?.at === undefined ? [] : [`${result.at.slice(0, 19).replace('T', ' ')} UTC`]),
  ].join(', ')
  return `${text}${origin === '' ? '' : `\n\n_${origin}_`}\n\n`
}
