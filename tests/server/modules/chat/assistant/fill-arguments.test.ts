import { describe, expect, it } from 'vitest'
import { fillArguments } from '#server/modules/chat/assistant/fill-arguments.ts'
import { findEntities } from '#server/modules/chat/assistant/phrase-entities.ts'

const words = 'Solana news'
const choice = { type: 'string', enum: ['all', 'news'] }
const fill = (properties: Record<string, object>, required: string[]) =>
  fillArguments({ type: 'object', properties, required }, findEntities(words, 0), words).args

describe('a choice', () => {
  it('is read from the words', () => {
    expect(fill({ kind: choice }, [])).toEqual({ kind: 'news' })
    expect(fill({ query: { type: 'string' }, kind: choice }, ['query', 'kind'])).toEqual({
      query: words,
      kind: 'news',
    })
  })

  it('keeps its default where the words are a text to search for', () => {
    const properties = { query: { type: 'string' }, kind: { ...choice, default: 'all' } }
    expect(fill(properties, ['query'])).toEqual({ query: words })
    const other = { text: { type: 'string' }, kind: { ...choice, default: 'all' } }
    expect(fill(other, ['text'])).toEqual({ text: words, kind: 'news' })
  })
})
