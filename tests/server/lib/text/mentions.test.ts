import { describe, expect, it } from 'vitest'
import { isMentioned, findMentions, removeMentions } from '#server/lib/text/mentions.ts'

describe('a mention', () => {
  it.each([
    ['@Solana Explorer network status', true],
    ['what is the status, @solanaexplorer?', true],
    ['@solana-explorer status', true],
    ['mail me@solana explorer', false],
    ['@Solana status', false],
    ['Solana Explorer status', false],
  ])('is found in %j: %j', (text, isFound) => {
    expect(isMentioned('Solana Explorer', findMentions(text))).toBe(isFound)
  })

  it('leaves the rest of the text', () => {
    expect(removeMentions('@solana explorer network status', ['Solana Explorer'])).toBe(
      'network status',
    )
  })

  it('needs a name', () => {
    expect(isMentioned(' ', findMentions('@anyone'))).toBe(false)
  })
})
