import { readProperties, readRequired } from '#server/modules/chat/tools/schema-check.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { Phrase } from './phrase.ts'
import type { Entities } from './phrase-entities.ts'

type Schema = Readonly<Record<string, unknown>>

const FREE_TEXT =
  /^(query|question|q|text|title|name|prompt|message|content|topic|search|keyword|keywords|note|idea|app|path|subject|description|term)$/i
const ADDRESS = /address|wallet|mint|owner|account|pubkey|contract|^ca$|^token$/i
const TICKER = /symbol|ticker|coin|currency|asset|token/i

export const isAddressName = (name: string): boolean => ADDRESS.test(name)

export type Filled = {
  args: Record<string, unknown>
  /** Addresses beyond the first, each for one more call of the same tool. */
  furtherAddresses: string[]
  /** Name of the argument that takes an address; null without one. */
  addressName: string | null
}

/**
 * Fills a tool's arguments from the entities of a phrase, by the names, types and choices of its schema. `words` is the
 * free text. Leaves other arguments out.
 */
export function fillArguments(schema: Schema, entities: Entities, words: string): Filled {
  const args: Record<string, unknown> = {}
  const required = new Set(readRequired(schema))
  const members = Object.entries(readProperties(schema))
  const addresses = [...entities.addresses]
  const tickers = [...entities.tickers]
  const numbers = [...entities.numbers]
  const percents = [...entities.percents]
  const dates = [...entities.dates]
  // What is searched for does not choose a filter too.
  const isSearch = required.has('query')
  let addressName: string | null = null
  const set = (name: string, value: unknown) => {
    if (value !== undefined) args[name] = value
  }
  for (const [name, member] of members) {
    const kind = argumentKind(name, member)
    if (kind === 'choice') {
      const isFilter = isSearch && !required.has(name) && member['default'] !== undefined
      if (!isFilter) set(name, findChoice(member, words))
    } else if (kind === 'addresses') {
      if (addresses.length > 0) set(name, addresses.splice(0))
    } else if (kind === 'address' && addresses.length > 0) {
      addressName ??= name
      set(name, addresses.shift())
    } else if (kind === 'address' || kind === 'ticker') {
      if (TICKER.test(name)) set(name, tickers.shift())
    } else if (kind === 'percent') set(name, percents.shift())
    else if (kind === 'number') set(name, numberFor(member, numbers))
    else if (kind === 'date') set(name, dates.shift())
  }
  const free = members.filter(
    ([name, member]) => args[name] === undefined && argumentKind(name, member) === 'text',
  )
  const [slot] = free.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
  if (slot !== undefined && words !== '' && (required.has(slot[0]) || free.length === 1)) {
    args[slot[0]] = words
  }
  return { args, furtherAddresses: addressName === null ? [] : addresses, addressName }
}

export const takesAddress = (schema: Schema): boolean =>
  Object.entries(readProperties(schema)).some(([name, member]) =>
    ['address', 'addresses', 'other'].includes(argumentKind(name, member)),
  )

type Kind =
  | 'choice'
  | 'address'
  | 'addresses'
  | 'ticker'
  | 'number'
  | 'percent'
  | 'date'
  | 'text'
  | 'other'

function argumentKind(name: string, member: Schema): Kind {
  const { type } = member
  if (Array.isArray(member['enum'])) return 'choice'
  if (type === 'array') return ADDRESS.test(name) ? 'addresses' : 'other'
  if (type === 'number' || type === 'integer') {
    return /percent|pct|slippage/i.test(name) ? 'percent' : 'number'
  }
  if (type !== 'string' && type !== undefined) return 'other'
  if (member['format'] === 'date' || member['format'] === 'date-time') return 'date'
  if (/(^|_)(date|day|starts?|ends?|since|until|from|to)(_at|_date|_time)?$/i.test(name))
    return 'date'
  if (FREE_TEXT.test(name)) return 'text'
  if (ADDRESS.test(name)) return 'address'
  return TICKER.test(name) ? 'ticker' : 'other'
}

function findChoice(member: Schema, words: string): unknown {
  const choices = Array.isArray(member['enum']) ? member['enum'] : []
  const said = ` ${words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return choices.find(
    (choice) =>
      typeof choice === 'string' &&
      said.includes(` ${choice.toLowerCase().replaceAll(/[_-]+/g, ' ')} `),
  )
}

function numberFor(member: Schema, numbers: number[]): number | undefined {
  const isWhole = member['type'] === 'integer'
  const at = numbers.findIndex((number) => !isWhole || Number.isInteger(number))
  return at === -1 ? undefined : numbers.splice(at, 1)[0]
}

export type UnderstoodCall = {
  kind: 'tool'
  tool: AssistantTool
  args: Record<string, unknown>
  /** Each gets its own call of the same tool, under this name. */
  further: { name: string; addresses: readonly string[] } | null
}

/** Returns the arguments of each call that the addresses of the phrase need. */
export const listArguments = ({ args, further }: UnderstoodCall): Record<string, unknown>[] => [
  args,
  ...(further === null
    ? []
    : further.addresses.map((address) => ({ ...args, [further.name]: address }))),
]

/** Fills the arguments of the tool from the phrase. Some may still be missing. */
export function prepareCall(tool: AssistantTool, phrase: Phrase): UnderstoodCall {
  const { args, addressName, furtherAddresses } = fillArguments(
    tool.inputSchema,
    phrase.entities,
    phrase.question.trim().replace(/[?.!]+$/, ''),
  )
  const own = tool.fill === undefined ? args : tool.fill(phrase)
  const addresses = furtherAddresses.filter((address) => !Object.values(own).includes(address))
  const further =
    addressName === null || addresses.length === 0 ? null : { name: addressName, addresses }
  return { kind: 'tool', tool, args: own, further }
}

/** A tool of the product, and not of an app. */
export const isOwnTool = ({ isTrusted, price }: AssistantTool): boolean =>
  isTrusted === true || price !== undefined

const PROSE = new Set(['research', 'add_event', 'move_event', 'create_agent'])

/** Returns true if the words of the user are an argument, whatever they say. */
export const takesProse = (tool: AssistantTool): boolean => PROSE.has(tool.name) || !isOwnTool(tool)

/** Returns true if the tool can use the addresses of the phrase, so that “balance of ADDRESS” never shows the user's own. */
export const fits = (tool: AssistantTool | undefined, { entities }: Phrase): boolean =>
  tool !== undefined &&
  (entities.addresses.length === 0 || takesProse(tool) || takesAddress(tool.inputSchema))
