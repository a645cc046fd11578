import { expect, it } from 'vitest'
import { renderError } from '#server/modules/apps/connections/tool-text.ts'

it.each(['a-', 'eyJ-'])('renders an error of 400 kB of %s in milliseconds', (part) => {
  const text = part.repeat(400_000 / part.length)
  const before = process.cpuUsage()
  expect(renderError(text, [])).toHaveLength(300)
  // Quadratic work takes minutes.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})

it('hides secrets in the shown part of an error', () => {
  const text = renderError(`no access for api_key=abcdefgh and my-own-key ${'x '.repeat(9_000)}`, [
    'my-own-key',
  ])
  expect(text).toContain('no access for •••')
  expect(text).not.toMatch(/abcdefgh|my-own-key/)
})

it('hides a secret at the end of the part that is read', () => {
  const error = (before: string) => renderError(`${before}my-own-key`, ['my-own-key'])
  expect(error(' '.repeat(3_995))).toBe('•••')
  expect(error(`${'token=abcdefgh'.padEnd(3_994, 'x')} `)).toBe('••• •••')
})
