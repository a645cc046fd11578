import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
const rows = [
  ...page.matchAll(/^\| ([^|]+?) +\| `((?:tests|e2e)\/[^`]+)` +\| ([^|]+?) *\|$/gm),
].map(([, attack = '', file = '', title = '']) => ({ attack, file, title }))

it('lists every attack once, and every test of this folder and of the faults', () => {
  expect(rows.length).toBe(page.match(/^\| .*`(?:tests|e2e)\//gm)?.length)
  expect(rows.length).toBeGreaterThan(80)
  expect(new Set(rows.map(({ attack }) => attack)).size).toBe(rows.length)
  const listed = new Set(rows.map(({ file }) => file))
  const own = ['tests/security', 'tests/faults'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((file) => `${folder}/${file}`),
  )
  const unlisted = own.filter((file) => file.endsWith('.test.ts') && !listed.has(file))
  expect(unlisted).toEqual(['tests/security/attacks.test.ts'])
})

/** A title is a whole argument of a test or of a group of tests, and no part of another text. */
it.each(rows)('has a test against: $attack', ({ file, title }) => {
  const source = readFileSync(path.join(root, file), 'utf8')
  const spellings = ["'", '"', '`'].map((quote) => `${quote}${title}${quote},`)
  expect(spellings.some((spelled) => source.includes(spelled))).toBe(true)
  expect(source).not.toMatch(/\b(it|test|describe)\.(skip|only|todo)\b/)
})
