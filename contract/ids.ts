import * as z from 'zod/mini'

export const Id = z.string().check(z.minLength(1), z.maxLength(64))
export const IdParams = z.object({ id: Id })
