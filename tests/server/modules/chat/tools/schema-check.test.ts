import { describe, expect, it } from 'vitest'
import { findArgumentFault } from '#server/modules/chat/tools/schema-check.ts'

const order = {
  type: 'object',
  properties: {
    side: { enum: ['buy', 'sell'] },
    mint: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' },
    legs: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        properties: { amount: { type: 'number', minimum: 1 }, note: { type: 'string' } },
        required: ['amount'],
      },
    },
    limits: { $ref: '#/$defs/limits' },
    memo: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
  },
  required: ['side'],
  $defs: {
    limits: {
      type: 'object',
      properties: { percent: { type: 'integer', maximum: 100, exclusiveMinimum: 0 } },
      additionalProperties: { type: 'boolean' },
    },
  },
}

describe('findArgumentFault', () => {
  it.each([
    [{}, 'side is missing'],
    [{ side: '' }, 'side is missing'],
    [{ side: 'hold' }, 'side must be one of buy, sell'],
    [{ side: 'buy', mint: 'no address' }, 'mint has the wrong format'],
    [{ side: 'buy', mint: 7 }, 'mint must be of type string'],
    [{ side: 'buy', legs: {} }, 'legs must be of type array'],
    [{ side: 'buy', legs: [1] }, 'legs[0] must be of type object'],
    [{ side: 'buy', legs: [{ amount: 2 }, {}] }, 'legs[1].amount is missing'],
    [{ side: 'buy', legs: [{ amount: 0.5 }] }, 'legs[0].amount must be at least 1'],
    [{ side: 'buy', legs: [1, 2, 3, 4] }, 'legs has too many items'],
    [{ side: 'buy', limits: { percent: 101 } }, 'limits.percent must be at most 100'],
    [{ side: 'buy', limits: { percent: 0 } }, 'limits.percent must be more than 0'],
    [{ side: 'buy', limits: { percent: 1.5 } }, 'limits.percent must be of type integer'],
    [{ side: 'buy', limits: { other: 1 } }, 'limits.other must be of type boolean'],
    [{ side: 'buy', memo: 'long text' }, 'memo has the wrong format'],
  ])('says in words what is wrong with %j', (args, fault) => {
    expect(findArgumentFault(order, args)).toBe(fault)
  })

  it.each([
    { side: 'buy' },
    { side: 'sell', legs: [{ amount: 1, note: 'x', other: [] }], unknown: true },
    { side: 'sell', limits: { percent: 100, isStrict: true }, memo: null },
    { side: 'sell', mint: 'So11111111111111111111111111111111111111112' },
  ])('accepts %j', (args) => {
    expect(findArgumentFault(order, args)).toBeNull()
  })

  it('accepts members that the schema does not name, even when it forbids them', () => {
    const closed = { type: 'object', properties: {}, additionalProperties: false }
    expect(findArgumentFault(closed, { extra: 1 })).toBeNull()
  })

  it('does not reject what keywords that it cannot weaken say', () => {
    const schema = {
      properties: {
        a: { not: { pattern: '(?=x)' } },
        b: { oneOf: [{ format: 'date' }, { format: 'uri' }] },
        c: { if: false, else: false },
        d: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      },
    }
    expect(findArgumentFault(schema, { a: 'x', b: 'y', c: 1, d: ['x', 1] })).toBeNull()
  })
})

/** CPU time of this process, which other work on the machine does not change. */
function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

describe('a hostile schema', () => {
  const nested = (depth: number): Record<string, unknown> =>
    depth === 0 ? { type: 'string' } : { properties: { a: nested(depth - 1) } }
  const doubling = {
    properties: { a: { $ref: '#/$defs/0' } },
    $defs: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        String(index),
        { allOf: [{ $ref: `#/$defs/${index + 1}` }, { $ref: `#/$defs/${index + 1}` }] },
      ]),
    ),
  }
  const manyChoices = {
    properties: {
      list: {
        type: 'array',
        items: { anyOf: Array.from({ length: 400 }, () => ({ type: 'null' })) },
      },
    },
  }
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['refers to itself', { $ref: '#' }, { a: 1 }],
    ['refers to itself in a choice', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }, { a: 1 }],
    ['refers in a circle', { $ref: '#/a', a: { $ref: '#/b' }, b: { $ref: '#/a' } }, { a: 1 }],
    ['doubles at each reference', doubling, { a: 1 }],
    ['refers to another server', { properties: { a: { $ref: 'http://10.0.0.1/s' } } }, { a: 1 }],
    ['names another server as its own', { $id: 'http://10.0.0.1/s', $ref: 'x' }, { a: 1 }],
    ['has a bad reference', { $ref: '#/%zz/~2', $schema: 7, $id: [] }, { a: 1 }],
    ['is very deep', nested(5_000), { a: { a: 1 } }],
    [
      'is very wide',
      {
        properties: Object.fromEntries(
          Array.from({ length: 3_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
        ),
      },
      { p2999: 1 },
    ],
    ['has many choices for many items', manyChoices, { list: Array(50_000).fill(1) }],
    [
      'has a slow pattern',
      { properties: { a: { pattern: '^(a+)+$' } } },
      { a: `${'a'.repeat(5_000)}!` },
    ],
    [
      'has a pattern of many steps',
      { properties: { a: { pattern: `${'.{1000}'.repeat(140)}x` } } },
      { a: 'a'.repeat(100_000) },
    ],
    ['has a broken pattern', { properties: { a: { pattern: '(' } } }, { a: 'x' }],
    ['has a pattern that is not text', { properties: { a: { pattern: {} } } }, { a: 'x' }],
    [
      'has keywords of other types',
      { type: 7, required: 'a', enum: 'x', properties: [], allOf: {}, items: 3, minimum: 'x' },
      { a: 1 },
    ],
    ['names the prototype', { properties: { __proto__: null, constructor: {} } }, { a: 1 }],
  ])('that %s is checked quickly or let through', (_, schema, args) => {
    const budgetMs = 250
    expect(cpuMsOf(() => findArgumentFault(schema, args))).toBeLessThan(budgetMs)
  })

  it('with a slow pattern is still checked', () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } } }
    expect(findArgumentFault(schema, { a: `${'a'.repeat(500)}!` })).toBe('a has the wrong format')
    expect(findArgumentFault(schema, { a: 'aaa' })).toBeNull()
  })

  it('that describes a tree is checked to some depth', () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    }
    expect(findArgumentFault(tree, { children: [{ children: [{ name: 1 }] }] })).toBe(
      'children[0].children[0].name must be of type string',
    )
  })
})
