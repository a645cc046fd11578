import { expect, it } from 'vitest'
import { htmlToText } from '#server/modules/research/text/plain-text.ts'
import { readPage } from '#server/modules/research/text/read-page.ts'

/** Quadratic work takes twice as long and more. */
const MAX_CPU_MS = 100

function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const fill = (part: string, chars: number): string => part.repeat(chars / part.length)

it.each(['<p ', '</p ', '<!a', '<script', '<head '])(
  'reads the longest text of a feed of %s without quadratic work',
  (part) => {
    const text = fill(part, 60_000)
    expect(measureCpuMs(() => htmlToText(text))).toBeLessThan(MAX_CPU_MS)
  },
)

it('reads no page of more than 8,000 elements', () => {
  const paragraph = '<p>Fees fell by a tenth, and the makers of the upgrade measured that.</p>'
  const page = (count: number) => `<body><article>${paragraph.repeat(count)}</article></body>`
  expect(readPage(page(500))).toContain('Fees fell by a tenth')
  expect(readPage(page(9_000))).toBeNull()
})

it('reads no page of half a million angle brackets', () => {
  const page = `<html><body>${fill('<', 500_000)}`
  expect(measureCpuMs(() => expect(readPage(page)).toBeNull())).toBeLessThan(MAX_CPU_MS)
})
