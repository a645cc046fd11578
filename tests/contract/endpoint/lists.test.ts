import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PageQuery } from '#contract/endpoint/lists.ts'

describe('PageQuery', () => {
  it('starts with page one of ten entries', () => {
    expect(z.parse(PageQuery, {})).toEqual({ offset: 0, limit: 10 })
  })

  it.each([
    [{ limit: '1' }, { offset: 0, limit: 1 }],
    [
      { limit: '100', offset: '20' },
      { offset: 20, limit: 100 },
    ],
    [
      { limit: 5, offset: 0 },
      { offset: 0, limit: 5 },
    ],
    [{ offset: '2147483647' }, { offset: 2_147_483_647, limit: 10 }],
  ])('reads %j', (query, page) => {
    expect(z.parse(PageQuery, query)).toEqual(page)
  })

  it.each(['0', '101', '-1', 'abc', '1e2', '1.5', '0x10', '+5', ' 5', '', '99999999999', 'NaN'])(
    'refuses %j as a limit',
    (limit) => {
      expect(z.safeParse(PageQuery, { limit }).error?.issues[0]?.message).toBe(
        'Must be a whole number from 1 to 100',
      )
    },
  )

  it.each(['-1', '2147483648', '9223372036854775808', '1e1', ''])(
    'refuses %j as an offset',
    (offset) => {
      expect(z.safeParse(PageQuery, { offset }).success).toBe(false)
    },
  )

  it('refuses a number given twice', () => {
    expect(z.safeParse(PageQuery, { limit: ['5', '6'] }).success).toBe(false)
    expect(z.safeParse(PageQuery, { limit: ['5'] }).success).toBe(false)
  })

  it('is described as integers with a range', () => {
    const { properties } = z.toJSONSchema(PageQuery, { io: 'input' })
    expect(properties?.['limit']).toEqual({ type: 'integer', minimum: 1, maximum: 100 })
  })
})
