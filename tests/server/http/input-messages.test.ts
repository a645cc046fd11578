import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PLAIN_MESSAGES } from '#server/http/input-messages.ts'

const before = z.config()
beforeAll(() => z.config(PLAIN_MESSAGES))
afterAll(() => z.config({ ...before, customError: before.customError }))

it.each([
  [z.string(), undefined, 'is required'],
  [z.string(), 5, 'must be of type string'],
  [z.string().check(z.minLength(1)), '', 'must not be empty'],
  [z.string().check(z.minLength(3)), 'ab', 'must have at least 3 characters'],
  [z.string().check(z.maxLength(2)), 'abc', 'must have at most 2 characters'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'must have at most 1 entry'],
  [z.number().check(z.gte(1)), 0, 'must be at least 1'],
  [z.number().check(z.lte(100)), 101, 'must be at most 100'],
  [z.enum(['day', 'week']), 'year', 'must be day or week'],
])('says in words what is wrong (case %#)', (schema, input, message) => {
  const { error } = z.safeParse(schema, input, { reportInput: true })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
