import { expect, it } from 'vitest'
import { formatCsv } from '#contract/csv.ts'

it('quotes cells by RFC 4180', () => {
  expect(formatCsv([['a "b"', 'c,d', 'e\nf', null, -1.5, 'plain']])).toBe(
    '"a ""b""","c,d","e\nf",,-1.5,plain\r\n',
  )
})

it.each([
  '=HYPERLINK("https://evil.example")',
  '@SUM(A1)',
  '-2+3',
  '-1.5 SOL+A1',
  '-1 cmd|calc',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '\t=1',
  '\n=1',
])('keeps %j from running as a formula', (text) => {
  expect(formatCsv([[text]])).toMatch(/^"?'/)
})

it.each(['-3.5', '+1200', '-1.5 SOL', '-5%', '-5 %'])('leaves the amount %s alone', (text) => {
  expect(formatCsv([[text]])).toBe(`${text}\r\n`)
})
