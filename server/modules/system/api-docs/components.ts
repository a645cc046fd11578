import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

/** The shared components of an OpenAPI document, filled while its operations are written. */
export type Components = {
  readonly schemas: Record<string, JsonSchema>
  readonly responses: Record<string, JsonSchema>
  /** Adds a schema and returns a reference to it. Its own name comes before `fallbackName`. */
  refer(schema: z.ZodMiniType, io: 'input' | 'output', fallbackName: string): JsonSchema
  /** Returns a schema in place. The named schemas inside it are added. */
  inline(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema
}

/** Creates the component schemas in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function createComponents(): Components {
  const schemas: Record<string, JsonSchema> = {}

  function add(name: string, schema: JsonSchema): void {
    const known = schemas[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas of the API are named ${name}`)
    }
    schemas[name] = schema
  }

  function inline(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    const { $schema: _, $defs = {}, ...own } = withComponentRefs(json)
    for (const [name, inner] of Object.entries($defs)) add(name, inner)
    return own
  }

  return {
    schemas,
    responses: {},
    inline,
    refer(schema, io, fallbackName) {
      const own = inline(schema, io)
      if ('$ref' in own) return own
      add(fallbackName, own)
      return { $ref: `#/components/schemas/${fallbackName}` }
    },
  }
}

type Converted = JsonSchema & { $defs?: Record<string, JsonSchema> }

const withComponentRefs = (json: object): Converted =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Converted
