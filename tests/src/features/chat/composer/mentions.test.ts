import { describe, expect, it } from 'vitest'
import { findMentionable, findTypedMention } from '#src/features/chat/composer/mentions.ts'

describe('a mention being typed', () => {
  it.each([
    ['@', { start: 0, query: '' }],
    ['ask @Sol', { start: 4, query: 'Sol' }],
    ['(@Solana Ex', { start: 1, query: 'Solana Ex' }],
    ['one\n@a', { start: 4, query: 'a' }],
    ['@a and @b', { start: 7, query: 'b' }],
  ])('is found before the caret in %j', (text, mention) => {
    expect(findTypedMention(text, text.length)).toEqual(mention)
  })

  it.each(['', 'ada@example.com', '@a\nnext line', `@${'x'.repeat(61)}`])(
    'is not found in %j',
    (text) => {
      expect(findTypedMention(text, text.length)).toBeNull()
    },
  )

  it('ends at the caret', () => {
    expect(findTypedMention('@Sol and more', 4)).toEqual({ start: 0, query: 'Sol' })
    expect(findTypedMention('ask @Sol', 2)).toBeNull()
  })
})

describe('what can be mentioned', () => {
  const app = (title: string, isDisabled = false) => ({
    path: `/app/${title}`,
    title,
    icon: { name: title },
    isDisabled,
  })

  it('contains the typed text in its title; titles that begin with it come first', () => {
    const apps = [app('My notes'), app('Notes'), app('Explorer'), app('Old notes', true)]
    expect(findMentionable(apps, 'NOTES').map(({ title }) => title)).toEqual(['Notes', 'My notes'])
    expect(findMentionable(apps, 'x y')).toEqual([])
  })

  it('is at most 8 at a time', () => {
    const apps = Array.from({ length: 20 }, (_, nth) => app(`App ${nth}`))
    expect(findMentionable(apps, '')).toHaveLength(8)
  })
})
