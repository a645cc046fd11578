import * as z from 'zod/mini'

/** An id or an address: 1 to 64 characters. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64))
export const IdParams = z.object({ id: Id })
