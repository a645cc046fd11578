import * as z from 'zod/mini'
import { entriesOf, lenient, withFallback } from './lenient.ts'
import { namedObject } from './described.ts'
import { READ } from './limits.ts'

/** A whole number in a query string, in digits only: `1e2`, `0x10`, `+5` and blanks are refused. */
export const wholeNumber = ({ from, to }: { from: number; to: number }) => {
  const reason = `Must be a whole number from ${from} to ${to}`
  return z.pipe(
    z.pipe(
      z.unknown().register(z.globalRegistry, { type: 'integer', minimum: from, maximum: to }),
      z.transform((given) => (/^\d{1,10}$/.test(asText(given)) ? Number(given) : Number.NaN)),
    ),
    z.int(reason).check(z.gte(from, reason), z.lte(to, reason)),
  )
}

/** A decimal number in a query string: up to 15 digits before and 9 after the point, optional minus, no exponent. */
export const decimalNumber = z.pipe(
  z.pipe(
    z.unknown().register(z.globalRegistry, { type: 'number' }),
    z.transform((given) =>
      /^-?\d{1,15}(\.\d{1,9})?$/.test(asText(given)) ? Number(given) : Number.NaN,
    ),
  ),
  z.number('Must be a decimal number'),
)

const asText = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : ''

export const MAX_PAGE = 100

/** Paging of every list. Values out of range are refused, never clamped. */
export const PageQuery = z.object({
  offset: z._default(wholeNumber({ from: 0, to: 2_147_483_647 }), 0),
  limit: z._default(wholeNumber({ from: 1, to: MAX_PAGE }), 10),
})

/** Members of endpoints that list entries of the caller in pages. */
export const GET_PAGE = { limits: READ, query: PageQuery } as const

export const PageMeta = namedObject('PageMeta', {
  offset: withFallback(z.number(), 0),
  limit: withFallback(z.number(), 10),
  /** Exact up to 1,000 and on the last page; a lower bound elsewhere. */
  total: withFallback(z.number(), 0),
  has_more: withFallback(z.boolean(), false),
})
export type PageMeta = z.infer<typeof PageMeta>

/** The body of a paged list. */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    status: z.optional(z.literal('success')),
    success: z.optional(z.boolean()),
    data: entriesOf(item),
    meta: withFallback(PageMeta, { offset: 0, limit: 10, total: 0, has_more: false }),
  })

/** `{status, data, error}`: one value of every endpoint outside sign-in and payments. */
export const statusEnvelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ status: z.literal('success'), data, error: lenient(z.string()) })

/** The body of a list without pages. */
export const listEnvelope = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    status: z.optional(z.literal('success')),
    data: entriesOf(item),
    error: lenient(z.string()),
  })
