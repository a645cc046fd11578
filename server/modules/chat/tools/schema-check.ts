import { Validator, type ValidationError } from 'jsonschema'
import { RE2JS } from 're2js'
import { isRecord } from '#server/lib/is-record.ts'
import { toCheckableSchema } from './argument-schema.ts'

type Schema = Readonly<Record<string, unknown>>
type Arguments = Readonly<Record<string, unknown>>

/** Returns the members of an object schema by name. Ignores malformed ones. */
export function readProperties(schema: Schema): Record<string, Schema> {
  const { properties } = schema
  if (!isRecord(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, Schema] => isRecord(entry[1])),
  )
}

/** Returns the names of the required members. Ignores malformed ones. */
export function readRequired(schema: Schema): string[] {
  const { required } = schema
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** Returns the required arguments that are absent, null or empty. */
export const listMissingArguments = (schema: Schema, args: Arguments): string[] =>
  readRequired(schema).filter((name) => {
    const value = args[name]
    return value === undefined || value === null || value === ''
  })

/** About 20 ms on one core. */
const MAX_STEPS = 2_000
const MAX_PATTERN_COST = 50_000
const MAX_PATTERN_CHARS = 200
const MAX_MATCHED_CHARS = 2_000

class CheckTooLong extends Error {}

/**
 * Returns what is wrong with a tool's arguments, or null. Schemas come from app servers, so arguments pass if the check
 * takes too long.
 */
export function findArgumentFault(schema: Schema, args: Arguments): string | null {
  const [missing] = listMissingArguments(schema, args)
  if (missing !== undefined) return `${missing} is missing`
  try {
    const { errors } = createValidator().validate(args, toCheckableSchema(schema))
    // `allOf` only repeats an error inside it.
    const error = errors.find(({ name }) => name !== 'allOf')
    return error === undefined ? null : describe(error)
  } catch (error) {
    if (error instanceof CheckTooLong) return null
    throw error
  }
}

/** Unlike ajv, this validator never compiles a stranger's schema to code. */
function createValidator(): Validator {
  const validator = new Validator()
  let steps = 0
  let patternCost = 0
  validator.attributes['step'] = () => {
    steps += 1
    if (steps > MAX_STEPS) throw new CheckTooLong()
    return ''
  }
  validator.attributes['safePattern'] = (value: unknown, schema: object) => {
    const pattern: unknown = Reflect.get(schema, 'safePattern')
    if (typeof value !== 'string' || typeof pattern !== 'string') return ''
    patternCost += estimateCost(pattern)
    if (patternCost > MAX_PATTERN_COST || value.length > MAX_MATCHED_CHARS) return ''
    return matches(pattern, value) ? '' : 'has the wrong format'
  }
  return validator
}

/** Estimates the compiled size of a pattern; counts like `{1000}` multiply it. */
function estimateCost(pattern: string): number {
  if (pattern.length > MAX_PATTERN_CHARS) return MAX_PATTERN_COST + 1
  const counts = pattern.matchAll(/\{(\d*),?(\d*)\}/g)
  const copies = [...counts].reduce((sum, [, min, max]) => sum + Number(max || min), 1)
  return pattern.length * copies
}

/** Matches in linear time. True for a pattern that RE2 does not support, such as a look-ahead. */
function matches(pattern: string, value: string): boolean {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern)).test(value)
  } catch {
    return true
  }
}

function describe({ name, argument, path }: ValidationError): string {
  const at = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  const member = at.replace(/^\./, '') || 'The value'
  if (name === 'required') return `${at === '' ? '' : `${member}.`}${argument} is missing`
  return `${member} ${faultText(name, argument)}`
}

function faultText(keyword: string, argument: unknown): string {
  const list = Array.isArray(argument) ? argument : [argument]
  switch (keyword) {
    case 'type':
      return `must be of type ${list.join(' or ')}`
    case 'enum':
      return `must be one of ${list.map(text).join(', ')}`
    case 'minimum':
      return `must be at least ${text(argument)}`
    case 'maximum':
      return `must be at most ${text(argument)}`
    case 'exclusiveMinimum':
      return `must be more than ${text(argument)}`
    case 'exclusiveMaximum':
      return `must be less than ${text(argument)}`
    case 'minLength':
      return 'is too short'
    case 'maxLength':
      return 'is too long'
    case 'minItems':
      return 'has too few items'
    case 'maxItems':
      return 'has too many items'
    default:
      return 'has the wrong format'
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
