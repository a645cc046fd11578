import { describe, expect, it } from 'vitest'
import { removeKnownNumbers } from '#server/modules/research/answer/expected-values.ts'

const QUERY = 'How many traders did Orca have in 2025?'

describe('the numbers of a sentence', () => {
  it.each([
    ['Orca opened in 2025.', 'of the question at the end of a sentence'],
    ['In 2025, Orca grew.', 'of the question before a comma'],
    ['Agave 9.9 is faster.', 'of a version'],
    ['Version 2.1 is out.', 'of a version by that word'],
  ])('leave out that in %j, which is %s', (text) => {
    expect(removeKnownNumbers(text, QUERY)).not.toMatch(/\d/)
  })

  it.each([
    ['Nearly 2.5 million wallets traded.', '2.5'],
    ['It cost SOL 1.5 to list.', '1.5'],
    ['About 7.5% of them left.', '7.5'],
    ['It had 1,300 traders, more than in 2025.', '1,300'],
  ])('keep the value of %j', (text, value) => {
    expect(removeKnownNumbers(text, QUERY)).toContain(value)
  })
})
