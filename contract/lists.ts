import * as z from 'zod/mini'

/** Paging of every list: limit 1–100 (10 unless told), offset from 0. Out of range is an error, never clamped. */
export const PageQuery = z.object({
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
})

export const PageMeta = z.object({
  offset: z.number(),
  limit: z.number(),
  total: z.number(),
  has_more: z.boolean(),
})
export type PageMeta = z.infer<typeof PageMeta>

export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    status: z.optional(z.literal('success')),
    success: z.optional(z.boolean()),
    data: z.array(item),
    meta: PageMeta,
  })

/** `{status, data, error}` of the app endpoints. */
export const statusEnvelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ status: z.literal('success'), data, error: z.optional(z.nullable(z.string())) })

/** `{success, message, data}` of the web3 endpoints. */
export const successEnvelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ success: z.boolean(), message: z.optional(z.string()), data })
