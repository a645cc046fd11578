import * as z from 'zod/mini'

/** Names a schema, which makes it a component of the OpenAPI document. Names are unique. */
// @__NO_SIDE_EFFECTS__
export function named<Schema extends z.ZodMiniType>(name: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id: name })
  return schema
}

/** Returns an object schema with a name. */
// @__NO_SIDE_EFFECTS__
export function namedObject<Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) {
  return named(name, z.object(shape))
}

type Description = {
  readonly type: 'string' | 'integer' | 'array'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: { readonly type: 'string' }
}

/** Accepts any value; the server checks it and responds with its own error code. OpenAPI shows the description. */
export const unchecked = (description: Description) =>
  z.unknown().register(z.globalRegistry, description)
