import { expect, it } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'
import { createTabStorage } from '#src/lib/storage/tab-storage.ts'

const memory = () =>
  createStorage(
    () => {
      throw new DOMException('denied', 'SecurityError')
    },
    () => window,
  )

it('keeps tabs apart, and starts a new tab with the last written values', () => {
  const shared = memory()
  const one = createTabStorage(memory(), shared)
  const other = createTabStorage(memory(), shared)
  one.set('layout', 'of one')
  other.set('layout', 'of other')
  expect([one.get('layout'), other.get('layout')]).toEqual(['of one', 'of other'])
  expect(createTabStorage(memory(), shared).get('layout')).toBe('of other')
  one.remove('layout')
  expect(one.get('layout')).toBeNull()
  expect(other.get('layout')).toBe('of other')
})
