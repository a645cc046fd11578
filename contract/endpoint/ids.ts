import * as z from 'zod/mini'
import { CHANGE, READ } from './limits.ts'

/** An id or an address: 1 to 64 characters. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64))
export const IdParams = z.object({ id: Id })

/** Members of endpoints that read one entry of the caller. */
export const GET_ONE = { limits: READ, params: IdParams } as const
/** Members of endpoints that delete one entry of the caller. */
export const DELETE_ONE = { method: 'DELETE', limits: CHANGE, params: IdParams } as const
