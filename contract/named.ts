import * as z from 'zod/mini'

/** Names a schema, which makes it a component of the OpenAPI document. Names are unique. */
// @__NO_SIDE_EFFECTS__
export function named<Schema extends z.ZodMiniType>(name: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id: name })
  return schema
}
