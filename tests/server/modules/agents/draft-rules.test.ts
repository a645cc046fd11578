import { describe, expect, it } from 'vitest'
import { draftByRules } from '#server/modules/agents/draft-rules.ts'
import { truncateWords } from '#server/lib/visible-text.ts'

describe('a draft cuts no word', () => {
  it('in its name, description and questions', () => {
    const long = `called ${'Extraordinary'.repeat(2)} ${'Investigation'.repeat(3)} agent`
    const {
      name,
      description,
      suggested_questions: questions,
    } = draftByRules(`Explain ${'transactions and holders '.repeat(30)}`, [
      {
        name: 'app__look',
        description: `Looks ${'carefully and thoroughly '.repeat(10)}`,
        writes: false,
        inputSchema: {},
      },
    ])
    for (const text of [description.replace(/\.$/, ''), ...questions]) {
      expect(text.replace(/…$/, '').split(' ').at(-1)).toMatch(
        /^(?:transactions|and|holders|carefully|thoroughly|look|Look”|“?\w+”?)$/,
      )
    }
    expect(name).not.toContain('…')
    expect(draftByRules(long, []).name).not.toMatch(/Investigat(?!ion)/)
  })

  it('as text is cut between words', () => {
    expect(truncateWords('one two three', 9)).toBe('one two…')
    expect(truncateWords('one two', 7)).toBe('one two')
    expect(truncateWords('a'.repeat(20), 5)).toBe('aaaa…')
  })
})

describe('the name of a draft', () => {
  it.each([
    ['Check a wallet before I copy its trades', 'Wallet Analyst'],
    ['Explain what a transaction did, in plain words', 'Transaction Explainer'],
    [
      'Watch the largest holders of a token and tell me what they did lately',
      'Largest Holders Watcher',
    ],
  ])('keeps to the subject of %j', (idea, name) => {
    expect(draftByRules(idea, []).name).toBe(name)
  })
})
