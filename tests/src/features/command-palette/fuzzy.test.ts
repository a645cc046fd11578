import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAt, fold, matchFindable } from '#src/features/command-palette/fuzzy.ts'

const score = (query: string, title: string, keywords: string[] = []) =>
  matchFindable(query, { title, keywords })?.score ?? null

const bestOf = (query: string, titles: string[]) =>
  titles
    .map((title) => ({ title, score: score(query, title) ?? -1 }))
    .toSorted((one, other) => other.score - one.score)[0]?.title

const TITLES = [
  'CA Analysis',
  'CA Signal',
  'Calendar',
  'Smart Address',
  'Settings',
  'Theme',
  'Dark theme',
  'Arrange windows',
  'Golden ratio',
  'Close all windows',
  'Recharge',
  'Research',
  'Agent Builder',
  'App Store',
]

describe('looking for something', () => {
  it.each([
    ['arrange windows', 'Arrange windows'],
    ['arr', 'Arrange windows'],
    ['golden ratio', 'Golden ratio'],
    ['gr', 'Golden ratio'],
    ['dark', 'Dark theme'],
    ['theme', 'Theme'],
    ['theme dark', 'Dark theme'],
    ['rech', 'Recharge'],
    ['cal', 'Calendar'],
    ['ca an', 'CA Analysis'],
    ['SETTINGS', 'Settings'],
    ['sétt', 'Settings'],
    ['windows close', 'Close all windows'],
    ['ab', 'Agent Builder'],
    ['stgs', 'Settings'],
  ])('%s finds %s first', (query, title) => {
    expect(bestOf(query, TITLES)).toBe(title)
  })

  it.each(['zzz', 'dark moon', 'xrecharge', 'settingsx'])('%s finds nothing', (query) => {
    expect(TITLES.filter((title) => score(query, title) !== null)).toEqual([])
  })

  it('prefers the text itself, then its beginning, a word in it, initials, letters inside, letters apart', () => {
    const ranked = ['go', 'golden', 'let it go', 'grand old', 'cargo', 'grotto'].map(
      (title) => score('go', title) ?? -1,
    )
    expect(ranked).toEqual(ranked.toSorted((one, other) => other - one))
    expect(new Set(ranked).size).toBe(ranked.length)
  })

  it('finds by keywords, which count for less than the title', () => {
    const byKeyword = score('deposit', 'Recharge', ['deposit'])
    expect(byKeyword).not.toBeNull()
    expect(byKeyword).toBeLessThan(score('deposit', 'Deposit') ?? 0)
    expect(matchFindable('deposit', { title: 'Recharge', keywords: ['deposit'] })?.ranges).toEqual(
      [],
    )
  })

  it('tells what matched in the title', () => {
    const { ranges } = matchFindable('gold rat', { title: 'Golden ratio' }) ?? { ranges: [] }
    expect(cutAt('Golden ratio', ranges)).toEqual([
      { text: 'Gold', isMatch: true },
      { text: 'en ', isMatch: false },
      { text: 'rat', isMatch: true },
      { text: 'io', isMatch: false },
    ])
  })

  const words = fc.string({ unit: 'grapheme', maxLength: 24 })

  it('scores from 0 to 1, and every text finds itself before anything else', () => {
    fc.assert(
      fc.property(words, words, (query, title) => {
        const match = matchFindable(query, { title })
        if (match !== null) {
          expect(match.score).toBeGreaterThanOrEqual(0)
          expect(match.score).toBeLessThanOrEqual(1)
        }
        if (title.trim() === title && title !== '') expect(score(title, title)).toBe(1)
      }),
    )
  })

  it('cuts a text without losing or moving a character', () => {
    fc.assert(
      fc.property(words, words, (query, title) => {
        const ranges = matchFindable(query, { title })?.ranges ?? []
        const parts = cutAt(title, ranges)
        expect(parts.map(({ text }) => text).join('')).toBe(title)
        expect(fold(title)).toHaveLength(Array.from(title).length)
      }),
    )
  })

  it('finds only what has every letter of the query', () => {
    fc.assert(
      fc.property(words, words, (query, title) => {
        if (matchFindable(query, { title }) === null) return
        const letters = new Set(fold(title))
        for (const letter of fold(query.replaceAll(/\s/g, ''))) expect(letters).toContain(letter)
      }),
    )
  })
})
