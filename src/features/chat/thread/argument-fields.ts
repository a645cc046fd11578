import { isRecord } from '#src/lib/storage/saved-record.ts'

/** One argument of a tool as a control of a form. `initial` is the text that it starts with. */
export type ArgumentField = {
  readonly name: string
  readonly label: string
  readonly hint: string | null
  readonly isRequired: boolean
  readonly initial: string
} & (
  | { readonly kind: 'text'; readonly maxLength: number; readonly minLength: number }
  | {
      readonly kind: 'number'
      readonly isInteger: boolean
      readonly min: number | null
      readonly max: number | null
    }
  | { readonly kind: 'choice'; readonly options: readonly (string | number)[] }
  | { readonly kind: 'switch' }
  /** One value per line. */
  | { readonly kind: 'lines' }
  /** Anything else, as JSON. */
  | { readonly kind: 'json' }
)

const MAX_FIELDS = 40
const MAX_OPTIONS = 200
const MAX_LABEL = 80
const MAX_HINT = 300
const MAX_TEXT = 4_000

type Json = Readonly<Record<string, unknown>>

const asRecord = (value: unknown): Json => (isRecord(value) ? value : {})

const asText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** `contract_address` and `contractAddress` are `Contract address`. */
const toLabel = (name: string): string => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** Returns the label of an argument: its title in the schema, else its name in words. */
export const getArgumentLabel = (schema: unknown, name: string): string => {
  const property = asRecord(asRecord(asRecord(schema)['properties'])[name])
  return (asText(property['title']) ?? toLabel(name)).slice(0, MAX_LABEL)
}

const formatInitial = (value: unknown, kind: ArgumentField['kind']): string => {
  if (value === undefined || value === null) return ''
  if (kind === 'lines' && Array.isArray(value)) return value.map(String).join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const readType = (schema: Json): string => {
  const { type } = schema
  const name: unknown = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  return asText(name) ?? 'any'
}

const readShape = (schema: Json) => {
  const options = Array.isArray(schema['enum'])
    ? schema['enum'].filter((option) => typeof option === 'string' || typeof option === 'number')
    : []
  if (options.length > 0) return { kind: 'choice', options: options.slice(0, MAX_OPTIONS) } as const
  switch (readType(schema)) {
    case 'string':
      return {
        kind: 'text',
        maxLength: Math.min(asNumber(schema['maxLength']) ?? MAX_TEXT, MAX_TEXT),
        minLength: asNumber(schema['minLength']) ?? 0,
      } as const
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: readType(schema) === 'integer',
        min: asNumber(schema['minimum']),
        max: asNumber(schema['maximum']),
      } as const
    case 'boolean':
      return { kind: 'switch' } as const
    case 'array':
      return { kind: readType(asRecord(schema['items'])) === 'string' ? 'lines' : 'json' } as const
    default:
      return { kind: 'json' } as const
  }
}

/**
 * Returns the controls for the arguments of a tool, from its JSON schema: missing ones first, then required ones, then
 * the rest. `given` fills them in. At most 40.
 */
export const readFields = (
  schema: unknown,
  given: unknown,
  missing: readonly string[] = [],
): ArgumentField[] => {
  const { properties, required } = asRecord(schema)
  const needed = new Set([...(Array.isArray(required) ? required : []), ...missing])
  const known = asRecord(given)
  const rank = (name: string) => (missing.includes(name) ? 0 : needed.has(name) ? 1 : 2)
  return Object.entries(asRecord(properties))
    .map(([name, property]): ArgumentField => {
      const field = asRecord(property)
      const shape = readShape(field)
      return {
        name,
        label: getArgumentLabel(schema, name),
        hint: asText(field['description'])?.slice(0, MAX_HINT) ?? null,
        isRequired: needed.has(name),
        initial: formatInitial(known[name] ?? field['default'], shape.kind),
        ...shape,
      }
    })
    .toSorted((one, other) => rank(one.name) - rank(other.name))
    .slice(0, MAX_FIELDS)
}

type Read = { ok: true; value: unknown } | { ok: false; error: string }

const readNumber = (
  { isInteger, min, max }: ArgumentField & { kind: 'number' },
  text: string,
): Read => {
  const value = Number(text)
  if (!Number.isFinite(value)) return { ok: false, error: 'Give a number' }
  if (isInteger && !Number.isInteger(value)) return { ok: false, error: 'Give a whole number' }
  if (min !== null && value < min) return { ok: false, error: `At least ${min}` }
  if (max !== null && value > max) return { ok: false, error: `At most ${max}` }
  return { ok: true, value }
}

const readField = (field: ArgumentField, text: string): Read => {
  switch (field.kind) {
    case 'text':
      if (text.length < field.minLength) {
        return { ok: false, error: `At least ${field.minLength} characters` }
      }
      return text.length > field.maxLength
        ? { ok: false, error: `At most ${field.maxLength} characters` }
        : { ok: true, value: text }
    case 'number':
      return readNumber(field, text)
    case 'choice': {
      const value = field.options.find((option) => String(option) === text)
      return value === undefined ? { ok: false, error: 'Choose one' } : { ok: true, value }
    }
    case 'switch':
      return { ok: true, value: text === 'true' }
    case 'lines':
      return {
        ok: true,
        value: text
          .split(/[\n,]/)
          .map((line) => line.trim())
          .filter(Boolean),
      }
    case 'json':
      try {
        return { ok: true, value: JSON.parse(text) as unknown }
      } catch {
        return { ok: false, error: 'This is not valid JSON' }
      }
  }
}

export type FormReading =
  | { readonly ok: true; readonly arguments: Record<string, unknown> }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> }

/** Returns the arguments of a filled-in form, without empty optional ones. */
export const readForm = (
  fields: readonly ArgumentField[],
  values: Readonly<Record<string, string>>,
): FormReading => {
  const errors: Record<string, string> = {}
  const read: [string, unknown][] = []
  for (const field of fields) {
    const text = (values[field.name] ?? '').trim()
    if (text === '') {
      if (field.kind === 'switch' && field.isRequired) read.push([field.name, false])
      else if (field.isRequired) errors[field.name] = 'Required'
      continue
    }
    const outcome = readField(field, text)
    if (outcome.ok) read.push([field.name, outcome.value])
    else errors[field.name] = outcome.error
  }
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, arguments: Object.fromEntries(read) }
}
