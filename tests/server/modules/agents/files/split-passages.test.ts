import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPassages } from '#server/modules/agents/files/split-passages.ts'

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

describe('passages of a file', () => {
  it('joins short paragraphs and keeps their order', () => {
    expect(splitPassages('a.md', '# Title\n\nOne.\n\nTwo.')).toEqual(['# Title\n\nOne.\n\nTwo.'])
  })

  it('keeps a paragraph whole where it fits', () => {
    const [one, two] = ['a'.repeat(500), 'b'.repeat(500)]
    expect(splitPassages('a.txt', `${one}\n\n${two}`)).toEqual([one, two])
  })

  it.each(['Trades.CSV', 'trades.tsv'])('begins each passage of %s with the header', (name) => {
    const rows = Array.from({ length: 80 }, (_, index) => `SOL,${index},buy`)
    const passages = splitPassages(name, ['symbol,amount,side', ...rows].join('\r\n'))
    expect(passages.length).toBeGreaterThan(1)
    expect(passages.every((passage) => passage.startsWith('symbol,amount,side\nSOL'))).toBe(true)
    expect(passages.flatMap((passage) => passage.split('\n').slice(1))).toEqual(rows)
  })

  it('splits a word that is longer than a passage', () => {
    expect(splitPassages('a.txt', 'x'.repeat(1_500)).map(({ length }) => length)).toEqual([
      600, 600, 300,
    ])
  })

  it('keeps emoji whole in a text without spaces', () => {
    const text = `x${'😀'.repeat(700)}`
    expect(splitPassages('a.txt', text).join('')).toBe(text)
  })

  it('loses no word and makes no passage longer than 600 characters', () => {
    const piece = fc.stringMatching(/^[a-z]{1,40}$/)
    const gap = fc.constantFrom(' ', '\n', '\n\n', '\r\n', '   ')
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, gap), { maxLength: 300 }), (pieces) => {
        const text = pieces.flat().join('')
        const passages = splitPassages('a.txt', text)
        expect(words(passages.join('\n'))).toEqual(words(text))
        expect(passages.every(({ length }) => length > 0 && length <= 600)).toBe(true)
      }),
    )
  })
})
