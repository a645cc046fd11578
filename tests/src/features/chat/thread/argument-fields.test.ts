import { describe, expect, it } from 'vitest'
import { readFields, readForm } from '#src/features/chat/thread/argument-fields.ts'

const schema = {
  type: 'object',
  required: ['contract_address', 'amount'],
  properties: {
    note: { type: 'string', description: 'Anything to add', maxLength: 10 },
    amount: { type: 'number', minimum: 0.1, maximum: 5 },
    count: { type: ['integer', 'null'] },
    contract_address: { type: 'string', title: 'Token', minLength: 32 },
    side: { enum: ['buy', 'sell'] },
    isDry: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object' },
  },
}

const values = (changes: Record<string, string>) => ({
  contract_address: 'So11111111111111111111111111111111111111112',
  amount: '1.5',
  ...changes,
})

describe('the form of a tool', () => {
  const fields = readFields(schema, { side: 'buy' }, ['amount'])

  it('lists missing arguments first, then required ones', () => {
    expect(fields.map(({ name }) => name).slice(0, 2)).toEqual(['amount', 'contract_address'])
    expect(fields.filter(({ isRequired }) => isRequired)).toHaveLength(2)
  })

  it('makes a control of each kind, with its label, hint and first value', () => {
    const kinds = Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))
    expect(kinds).toEqual({
      note: 'text',
      amount: 'number',
      count: 'number',
      contract_address: 'text',
      side: 'choice',
      isDry: 'switch',
      tags: 'lines',
      filter: 'json',
    })
    const by = (wanted: string) => fields.find(({ name }) => name === wanted)
    expect(by('contract_address')?.label).toBe('Token')
    expect(by('isDry')).toMatchObject({ label: 'Is dry', initial: 'true' })
    expect(by('note')?.hint).toBe('Anything to add')
    expect(by('side')?.initial).toBe('buy')
  })

  it('returns typed arguments and omits empty optional ones', () => {
    const reading = readForm(
      fields,
      values({ count: '3', side: 'sell', isDry: 'true', tags: 'a, b\nc', filter: '{"x":1}' }),
    )
    expect(reading).toEqual({
      ok: true,
      arguments: {
        amount: 1.5,
        contract_address: 'So11111111111111111111111111111111111111112',
        count: 3,
        side: 'sell',
        isDry: true,
        tags: ['a', 'b', 'c'],
        filter: { x: 1 },
      },
    })
  })

  it.each([
    [{ amount: '' }, 'amount', 'Required'],
    [{ amount: 'much' }, 'amount', 'Give a number'],
    [{ amount: '0.01' }, 'amount', 'At least 0.1'],
    [{ amount: '6' }, 'amount', 'At most 5'],
    [{ count: '1.5' }, 'count', 'Give a whole number'],
    [{ contract_address: 'short' }, 'contract_address', 'At least 32 characters'],
    [{ note: 'far too long a note' }, 'note', 'At most 10 characters'],
    [{ side: 'hold' }, 'side', 'Choose one'],
    [{ filter: '{' }, 'filter', 'This is not valid JSON'],
  ])('%j is answered at %s with "%s"', (changes, name, error) => {
    expect(readForm(fields, values(changes))).toEqual({ ok: false, errors: { [name]: error } })
  })

  it.each([null, undefined, 'text', [], { properties: [] }, { properties: { x: null } }])(
    'survives %j for a schema',
    (broken) => {
      expect(() => readForm(readFields(broken, null), {})).not.toThrow()
    },
  )
})
