import { expect, it } from 'vitest'
import {
  clip,
  htmlToText,
  MAX_TEXT_CHARS,
  shortenHtml,
} from '#server/modules/research/text/plain-text.ts'
import { readArticle } from '#server/modules/research/text/read-page.ts'

/** Quadratic work takes twice as long and more. */
const MAX_CPU_MS = 100

function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const fill = (part: string, chars: number): string => part.repeat(chars / part.length)

it.each([
  '<p ',
  '</p ',
  '<!a',
  '<!--',
  '<a "',
  '<script',
  '<script "',
  '<script>',
  '<script ></script ',
  '<head ',
])('reads the longest text of a feed of %s without quadratic work', (part) => {
  const text = fill(part, 60_000)
  expect(measureCpuMs(() => htmlToText(text))).toBeLessThan(MAX_CPU_MS)
})

it.each([
  ['<p title="a<b">Hi</p>', 'Hi'],
  ['<script data-rule="a<b">const code = 1</script>Hi', 'Hi'],
  ['<![CDATA[ <b>Hi</b>', 'Hi'],
  ['Hi <!-- 5 > 4', 'Hi'],
  ['Hi <!-- there', 'Hi'],
  ['Hi <!x <!-- there', 'Hi <!x'],
  ['Hi <script>const code = 1', 'Hi'],
  ['4 <p and 5 <script and 6 <!x', '4 <p and 5 <script and 6 <!x'],
])('reads %j as %j', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

it.each([
  '<p>Fees &amp;lt;b&amp;gt; fell &lt;b&gt; by&nbsp;a <b>tenth</b> [1]</p>\n',
  'Fees\u200b fell, e\u0301 and \u{1f600} ',
  '<script>1</script><!-- a --><p ',
  '&',
])('shortens the HTML of %j without a change of its text', (part) => {
  for (const html of [part, fill(part, 60_000)]) {
    const short = shortenHtml(html)
    expect(htmlToText(short).slice(0, MAX_TEXT_CHARS)).toBe(clip(htmlToText(html), MAX_TEXT_CHARS))
    expect(short.length).toBeLessThanOrEqual(5 * MAX_TEXT_CHARS)
  }
})

const ARTICLE = `<article>${'<p>Fees fell by a tenth, and the makers of the upgrade measured that.</p>'.repeat(100)}</article>`

it('reads no page of more than 20,000 elements', () => {
  const page = (count: number) => `<body>${ARTICLE}<ul>${'<li>Fees</li>'.repeat(count)}</ul></body>`
  expect(readArticle(page(15_000))?.text).toContain('Fees fell by a tenth')
  expect(readArticle(page(20_000))).toBeNull()
  expect(readArticle(`<body>${ARTICLE}${'<br>'.repeat(20_000)}</body>`)).toBeNull()
})

it('reads no page of thousands of elements that are deep inside others', () => {
  const nest = (depth: number) => `${'<div>'.repeat(depth)}Fees${'</div>'.repeat(depth)}`
  const page = (count: number, depth: number) =>
    `<body>${ARTICLE}${nest(depth).repeat(count)}</body>`
  expect(readArticle(page(400, 15))?.text).toContain('Fees fell by a tenth')
  expect(readArticle(page(40, 150))).toBeNull()
})

it('reads no page of half a million angle brackets', () => {
  const page = `<html><body>${fill('<', 500_000)}`
  expect(measureCpuMs(() => expect(readArticle(page)).toBeNull())).toBeLessThan(MAX_CPU_MS)
})
