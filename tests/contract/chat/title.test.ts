import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatChatTitle } from '#contract/chat/title.ts'

describe('the title of a chat', () => {
  it.each([
    ['', 'New Chat'],
    ['   \n ', 'New Chat'],
    ['***', 'New Chat'],
    ['hello', 'Hello'],
    ['**bold** and `code`', 'Bold and code'],
    ['# Heading of a text', 'Heading of a text'],
    ['exactly thirty characters long', 'Exactly thirty characters long'],
    // The last boundary within 30 is at 27.
    ['what is the price of solana to day and tomorrow', 'What is the price of solana...'],
    // The only boundary is at 5: too far left to cut there.
    ['short Pneumonoultramicroscopicsilicovolcanoconiosis', 'Short Pneumonoultramicroscopic...'],
    ['Pneumonoultramicroscopicsilicovolcanoconiosis', 'Pneumonoultramicroscopicsilico...'],
    ['été à Paris', 'Été à Paris'],
  ])('of %j is %j', (text, title) => {
    expect(formatChatTitle(text)).toBe(title)
  })

  it('cuts at a boundary past position 20 only', () => {
    expect(formatChatTitle('aaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbb')).toBe(
      'Aaaaaaaaaaaaaaaaaaaaa...',
    )
    expect(formatChatTitle('aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbb')).toBe(
      'Aaaaaaaaaaaaaaaaaaaa bbbbbbbbb...',
    )
  })

  it('is never empty, never much longer than 30 characters, never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const title = formatChatTitle(text.toWellFormed())
        expect(title.length).toBeGreaterThan(0)
        expect(title.length).toBeLessThanOrEqual(36)
        expect(title.isWellFormed()).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
