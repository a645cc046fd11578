import { isRecord } from '#server/lib/is-record.ts'

/** A finite schema: no references, and only keywords that `findArgumentFault` checks quickly. */
export type CheckableSchema = { [keyword: string]: unknown }

const MAX_NODES = 500
/** The app store accepts no deeper schemas; also stops recursive ones. */
const MAX_DEPTH = 20

const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]

/**
 * Returns the part of a schema that can be checked without trusting its author. Inlines local references and drops
 * remote ones. Every change accepts more, never less: `oneOf` becomes `anyOf`; `not`, `if` and unknown keywords
 * disappear. The app's server has the last word.
 */
export function toCheckableSchema(root: unknown): CheckableSchema {
  let nodes = 0

  function expand(given: unknown, depth: number): CheckableSchema {
    nodes += 1
    if (!isRecord(given) || depth > MAX_DEPTH || nodes > MAX_NODES) return {}
    // First, so that the check can stop before the other keywords.
    const schema: CheckableSchema = { step: true, ...plainKeywords(given) }
    const inner = (each: unknown) => expand(each, depth + 1)
    const { properties, items, additionalProperties, allOf, anyOf, oneOf, $ref } = given
    if (isRecord(properties)) {
      const members = Object.entries(properties).slice(0, MAX_NODES)
      schema['properties'] = Object.fromEntries(members.map(([name, each]) => [name, inner(each)]))
      if (isRecord(additionalProperties) && members.length < MAX_NODES) {
        schema['additionalProperties'] = inner(additionalProperties)
      }
    }
    if (isRecord(items) && given['prefixItems'] === undefined) schema['items'] = inner(items)
    const all = Array.isArray(allOf) ? allOf.slice(0, MAX_NODES).map(inner) : []
    for (const choices of [anyOf, oneOf]) {
      if (Array.isArray(choices) && choices.length > 0 && choices.length < MAX_NODES) {
        all.push({ anyOf: choices.map(inner) })
      }
    }
    if (typeof $ref === 'string') all.push(inner(resolve(root, $ref)))
    if (all.length > 0) schema['allOf'] = all
    return schema
  }

  return expand(root, 0)
}

function plainKeywords(given: Record<string, unknown>): CheckableSchema {
  const schema: CheckableSchema = {}
  for (const name of NUMBERS) if (typeof given[name] === 'number') schema[name] = given[name]
  const { type, enum: choices, pattern, required } = given
  if (typeof type === 'string' || isTexts(type)) schema['type'] = type
  if (Array.isArray(choices)) schema['enum'] = choices
  if ('const' in given) schema['enum'] = [given['const']]
  if (isTexts(required)) schema['required'] = required
  if (typeof pattern === 'string') schema['safePattern'] = pattern
  return schema
}

const isTexts = (given: unknown): given is string[] =>
  Array.isArray(given) && given.every((each) => typeof each === 'string')

/** Resolves a reference such as `#/$defs/amount`. Returns undefined for one that leads nowhere. */
function resolve(root: unknown, ref: string): unknown {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  return ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) =>
        (isRecord(at) || Array.isArray(at)) && Object.hasOwn(at, part)
          ? Reflect.get(at, part)
          : null,
      root,
    )
}
