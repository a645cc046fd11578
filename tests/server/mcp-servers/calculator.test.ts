import { describe, expect, it } from 'vitest'
import { calculate } from '#server/mcp-servers/arithmetic.ts'
import { countDays } from '#server/mcp-servers/day-count.ts'
import { convert } from '#server/mcp-servers/unit-conversion.ts'

const resultOf = (question: string) => calculate(question).data['result']

describe('calculate', () => {
  it.each([
    ['2 + 2 * 3', 8],
    ['What is 12 % of 250?', 30],
    ['what is 12 percent of 250', 30],
    ['250 + 12 %', 280],
    ['30 is what percent of 250', 12],
    ['0.1 + 0.2', 0.3],
    ['1,234.5 x 2', 2469],
    ['7 times 6', 42],
    ['100 divided by 8', 12.5],
    ['square root of 2.25', 1.5],
    ['max(1, 200)', 200],
    ['2 ^ 10 =', 1024],
    ['1.5e3 / 3', 500],
    ['(3 + 4) × 5', 35],
    ['2 * pi', 6.28318530717959],
  ])('works out %s', (question, expected) => {
    expect(resultOf(question)).toBe(expected)
  })

  it.each([
    'constructor(1)',
    'toString()',
    'process.exit()',
    '[x] + 1',
    'a.b',
    'hello',
    '__proto__',
    'this',
    '('.repeat(300),
    '2 +',
    '0 / 0',
  ])('refuses %s with a sentence', (question) => {
    expect(() => calculate(question)).toThrow(/^I can’t read that as a calculation/)
  })

  it('names a result that is not finite', () => {
    expect(() => calculate('1 / 0')).toThrow('no finite result')
  })

  it('ends quickly for a long and a deep text', () => {
    const startedAt = performance.now()
    expect(() => calculate('9^'.repeat(10_000))).toThrow()
    expect(() => calculate(`${'('.repeat(10_000)}1`)).toThrow()
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})

const priced = (usd: number | null) => async () => usd

describe('convert', () => {
  it.each([
    ['2.5 SOL in lamports', '2.5 SOL is **2,500,000,000 lamports**.'],
    ['How many lamports are 2.5 SOL?', '2.5 SOL is **2,500,000,000 lamports**.'],
    ['convert 1 lamport to SOL', '1 lamport is **0.000000001 SOL**.'],
    ['50 POINTS to SOL', '50 POINTS is **0.5 SOL**.'],
    ['3 SOL in POINTS', '3 SOL is **300 POINTS**.'],
    ['18446744073709551615 lamports in SOL', '**18,446,744,073.709551615 SOL**'],
    ['$20 in SOL', '$20.00 is about **0.1 SOL**.'],
    ['2k lamports to SOL', '2,000 lamports is **0.000002 SOL**.'],
    ['1.5 SOL in dollars', '1.5 SOL is about **$300.00**.'],
  ])('understands %s', async (question, expected) => {
    expect((await convert(question, priced(200))).text).toContain(expected)
  })

  it('shows all units without a target', async () => {
    const { text } = await convert('1 SOL', priced(200))
    expect(text).toContain('1,000,000,000 lamports')
    expect(text).toContain('100 POINTS')
    expect(text).toContain('$200.00')
  })

  it.each([
    ['5 USD in SOL', 'No SOL price is known here'],
    ['0.5 lamports', 'less than one lamport'],
    ['many SOL', 'Write an amount and its unit'],
    [`${'9'.repeat(40)} SOL`, 'too large'],
  ])('answers %s with a sentence', async (question, expected) => {
    await expect(convert(question, priced(null))).rejects.toThrow(expected)
  })
})

describe('count days', () => {
  const now = Date.UTC(2026, 10, 23, 9)
  it.each([
    ['How many days until 31 December?', 'in 38 days'],
    ['What date is 90 days from now?', 'Sunday, February 21, 2027'],
    ['days from 1 March 2026 to 24 December 2026', '**298 days**, 42 weeks and 4 days'],
    ['1700000000', 'Tuesday, November 14, 2023, 22:13:20 UTC'],
  ])('answers %s', (question, expected) => {
    expect(countDays(question, now).text).toContain(expected)
  })

  it('asks for a date when there is none', () => {
    expect(() => countDays('how long', now)).toThrow('Name a date or two')
  })
})
