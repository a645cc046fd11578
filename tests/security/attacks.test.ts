import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([^|]+?) +\| `(tests\/[^`]+)` +\| ?([^|]*?) *\|$/gm)].map(
  ([, attack = '', file = '', title = '']) => ({ attack, file, title }),
)

it('lists every attack once', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(new Set(rows.map(({ attack }) => attack)).size).toBe(rows.length)
})

it.each(rows)('has a test against: $attack', ({ file, title }) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(title)
})
