import * as z from 'zod/mini'

type Description = {
  readonly type: 'string' | 'integer' | 'array'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: { readonly type: 'string' }
}

/**
 * A member that takes any value here, since the server refuses a wrong one with an error code of its own and not as a
 * body that does not fit. The description is what the OpenAPI document says a caller should send.
 */
export const unchecked = (description: Description) =>
  z.unknown().register(z.globalRegistry, description)
