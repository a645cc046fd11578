import { describe, expect, it } from 'vitest'
import { ask, from } from '#tests/server/modules/research/found.ts'

describe('an answer to "What is …?"', () => {
  const news = from('n', 'Solana lowers fees for swaps', 'Fees fell by a fifth on Monday.')
  const basics = from(
    'b',
    'Basics',
    'Solana is back online. Solana (SOL) is a blockchain with low fees. SOL is the token of Solana.',
  )

  it.each([
    ['What is Solana?', 'Solana (SOL) is a blockchain with low fees.'],
    ['what’s SOL', 'SOL is the token of Solana.'],
  ])('is a definition and no news: %s', (query, text) => {
    const { answer } = ask(query, [news, basics])
    expect(answer?.sentences.map((each) => each.text)).toEqual([text])
    expect(answer?.note).toBeNull()
  })

  it('says that it is only news without a definition', () => {
    const { answer } = ask('What is Solana?', [news])
    expect(answer?.note).toBe('No source says what Solana is. This is the latest on it:')
    expect(answer?.sentences.length).toBeGreaterThan(0)
  })

  it('stays news for "What is new on Solana?"', () => {
    expect(ask('What is new on Solana?', [news, basics]).answer?.note).toBeNull()
  })
})
