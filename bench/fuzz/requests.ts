import { randomUUID } from 'node:crypto'
import { HOSTILE, pick, type Random } from './hostile-values.ts'

type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  format?: string
  example?: unknown
}
type Parameter = { name?: string; in?: string; schema?: Schema; example?: unknown; $ref?: string }
type Documented = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
}
export type Operation = Documented & { method: string; path: string }
export type Schemas = Readonly<Record<string, Schema>>
export type MadeRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])
const MAX_DEPTH = 6
/** Bodies that do not match their header. */
const RAW_BODIES = ['', '{', '[]', 'null', '"x"', '{"a":1}{', '\ufeff{}', '{"__proto__":{"x":1}}']

export function listOperations(document: unknown): { operations: Operation[]; schemas: Schemas } {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Documented>>
    components: { schemas: Schemas }
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, documented]) => ({ ...documented, path, method: method.toUpperCase() })),
  )
  return { operations, schemas: components.schemas }
}

/** Makes a request of which about half of all values are hostile. */
export function makeRequest(operation: Operation, schemas: Schemas, random: Random): MadeRequest {
  const { method, parameters = [], requestBody } = operation
  const hostility = pick(random, [0, 0.1, 0.5, 1])
  const inventValue = (schema: Schema, depth = 0): unknown =>
    random() < hostility ? pick(random, HOSTILE) : validValue(schema, depth)

  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : (schemas[name] ?? {})
  }

  function validValue(given: Schema, depth: number): unknown {
    const schema = resolve(given)
    const choices = schema.anyOf ?? schema.oneOf
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined && schema.enum.length > 0) return pick(random, schema.enum)
    if (schema.example !== undefined) return schema.example
    if (choices !== undefined) return validValue(pick(random, choices), depth + 1)
    if (depth > MAX_DEPTH) return null
    if (schema.properties !== undefined) {
      const entries = Object.entries(schema.properties).filter(() => random() < 0.9)
      return Object.fromEntries(entries.map(([name, each]) => [name, inventValue(each, depth + 1)]))
    }
    if (schema.type === 'array') {
      const { items = {} } = schema
      const length = Math.floor(random() * 4)
      return Array.from({ length }, () => inventValue(items, depth + 1))
    }
    return primitive(schema, random)
  }

  let path = operation.path
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: place, schema = {}, example } of parameters) {
    if (name === undefined) continue
    const value = asText(random() < 0.3 && example !== undefined ? example : inventValue(schema))
    if (place === 'path') path = path.replace(`{${name}}`, encode(value))
    else if (random() < 0.7) query.append(name, value)
  }
  if (random() < 0.05) query.append(pick(random, ['offset', 'limit', 'id', '__proto__']), '-1')
  if (random() < 0.2)
    headers['idempotency-key'] = asText(pick(random, [randomUUID(), 'x', 'y'])).slice(0, 80)
  const target = query.size === 0 ? path : `${path}?${query.toString()}`
  const content = requestBody?.content['application/json']
  if (content === undefined) return { method, path: target, headers }
  headers['content-type'] =
    random() < 0.97 ? 'application/json' : pick(random, ['text/plain', 'x', 'application/xml'])
  const { schema, example } = content
  const body =
    random() < 0.05
      ? pick(random, RAW_BODIES)
      : JSON.stringify(
          example !== undefined && random() < 0.3
            ? spoil(example, random, hostility)
            : inventValue(schema),
        )
  return { method, path: target, headers, body }
}

/** Replaces some of an example's values. */
function spoil(example: unknown, random: Random, hostility: number): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      random() < hostility ? pick(random, HOSTILE) : value,
    ]),
  )
}

function primitive({ type, format, minimum = 0, maximum = 100 }: Schema, random: Random): unknown {
  if (type === 'boolean') return random() < 0.5
  if (type === 'integer' || type === 'number') {
    return minimum + Math.floor(random() * (Math.min(maximum, minimum + 1_000) - minimum + 1))
  }
  if (type === 'null') return null
  return format === 'uuid'
    ? randomUUID()
    : pick(random, ['What is new on Solana?', 'a', randomUUID()])
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** A lone surrogate cannot be encoded. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
