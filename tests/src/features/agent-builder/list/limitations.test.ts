import { describe, expect, it } from 'vitest'
import { findLimitations } from '#src/features/agent-builder/list/limitations.ts'

describe('a draft says what it cannot do', () => {
  it.each([
    ['Watches my wallet and tells me', 'can’t watch in the background'],
    ['alert me when a whale sells', 'can’t watch in the background'],
    ['summarize prices every morning', 'only on a schedule. Save it, then set one'],
    ['a daily report', 'under Schedule'],
    ['buy SOL when it is cheap', 'can’t sign or send anything'],
    ['post it to Telegram', 'can’t send messages'],
  ])('for “%s”', (idea, expected) => {
    expect(findLimitations(idea, 1).join(' ')).toContain(expected)
  })

  it('and nothing for what it can do', () => {
    expect(findLimitations('Explain what a transaction did, in plain words', 3)).toEqual([])
  })

  it('and that it has no tools of apps', () => {
    expect(findLimitations('Explain a token', 0)).toEqual([
      'It has only the built-in tools. Install an app in the App Store to give it more.',
    ])
  })
})
