/** The part of JSON schema that tools' arguments are described with. */
type Schema = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names and schemas of an object's members, as far as they can be read. */
export function propertiesOf(schema: Schema): Record<string, Schema> {
  const { properties } = schema
  if (!isRecord(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, Schema] => isRecord(entry[1])),
  )
}

export function requiredOf(schema: Schema): string[] {
  const { required } = schema
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** Required members that are absent or blank. */
export const missingArguments = (
  schema: Schema,
  args: Readonly<Record<string, unknown>>,
): string[] =>
  requiredOf(schema).filter((name) => {
    const value = args[name]
    return value === undefined || value === null || value === ''
  })

/** Why arguments do not fit, in words; null when they do. Members that the schema does not know are let through. */
export function argumentFault(
  schema: Schema,
  args: Readonly<Record<string, unknown>>,
): string | null {
  const [missing] = missingArguments(schema, args)
  if (missing !== undefined) return `${missing} is missing`
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    const value = args[name]
    const fault = value === undefined ? null : faultOf(member, value)
    if (fault !== null) return `${name} ${fault}`
  }
  return null
}

function faultOf(schema: Schema, value: unknown): string | null {
  const { type, enum: allowed, minimum, maximum, minLength, maxLength, pattern } = schema
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    return `must be one of ${allowed.map(String).join(', ')}`
  }
  if (typeof type === 'string' && !isOfType(type, value)) return `must be of type ${type}`
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`
    if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`
  }
  if (typeof value === 'string') {
    if (typeof minLength === 'number' && value.length < minLength) return 'is too short'
    if (typeof maxLength === 'number' && value.length > maxLength) return 'is too long'
    if (typeof pattern === 'string' && isOwnPattern(pattern) && !new RegExp(pattern).test(value)) {
      return 'has another form'
    }
  }
  return null
}

/** A pattern from outside may take for ever; only plain character classes with a count are tried. */
const isOwnPattern = (pattern: string): boolean => /^\^\[[^\]]+\]\{\d+,\d+\}\$$/.test(pattern)

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    default:
      return true
  }
}
