import { expect, it } from 'vitest'
import { findUsernameProblem, normalizeUsername } from '#server/modules/auth/usernames.ts'

it.each([
  ['a Cyrillic letter in a Latin name', '\u0430dmin'],
  ['a Greek letter in a Latin name', 'adm\u03b9n'],
  ['a variation selector', 'admin\ufe0f'],
  ['a joiner of graphemes', 'ad\u034fmin'],
  ['a filler of Hangul', 'admin\u3164'],
])('are refused with %s, which would look like those of others', (_, name) => {
  expect(findUsernameProblem(normalizeUsername(name))).not.toBeNull()
})

it('says which alphabets no name may mix', () => {
  expect(findUsernameProblem('\u0430dmin')).toMatch(/^No mix of Latin, Cyrillic and Greek letters/)
})

it.each(['admin', 'Zoë_9', 'админ', 'Ελένη', '小明san', 'हिंदी.x'])('may be %s', (name) => {
  expect(findUsernameProblem(normalizeUsername(name))).toBeNull()
})
