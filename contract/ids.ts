import * as z from 'zod/mini'

/** Ids of this product, and of others in links; NUL is what no database keeps. */
export const Id = z.string().check(
  z.minLength(1),
  z.maxLength(64),
  z.refine((text) => !text.includes('\0'), 'must not contain NUL'),
)
export const IdParams = z.object({ id: Id })
