import { describe, expect, it } from 'vitest'
import { search } from '#src/lib/search.ts'

type Item = { title: string; keywords?: string[] }

const find = (query: string, items: readonly (Item | string)[]) =>
  search(
    query,
    items.map((item): Item => (typeof item === 'string' ? { title: item } : item)),
    (item) => item,
  )

const titles = (query: string, items: readonly (Item | string)[] = TITLES) =>
  find(query, items).map(({ item }) => item.title)

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

describe('search', () => {
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
  ])('for %s finds %s first', (query, title) => {
    expect(titles(query)[0]).toBe(title)
  })

  it.each(['zzz', 'dark moon', 'xrecharge', 'settingsx'])('for %s finds nothing', (query) => {
    expect(titles(query)).toEqual([])
  })

  it('prefers the title itself, then a word of it, the beginning of one, initials, letters inside', () => {
    const ranked = ['go', 'let it go', 'golden', 'grand old', 'cargo']
    expect(titles('go', ranked.toReversed())).toEqual(ranked)
  })

  it('finds by keywords, which count for less and mark nothing in the title', () => {
    const recharge = { title: 'Recharge', keywords: ['top up', 'deposit'] }
    const found = find('deposit', [recharge, 'Deposit'])
    expect(found.map(({ item }) => item.title)).toEqual(['Deposit', 'Recharge'])
    expect(found[1]?.title).toEqual(['Recharge'])
    expect(titles('deposit rech', [recharge])).toEqual(['Recharge'])
  })

  it('marks where the title matched', () => {
    expect(find('gold rat', TITLES)[0]?.title).toEqual([
      { match: 'Gold' },
      'en ',
      { match: 'rat' },
      'io',
    ])
  })

  it('marks whole characters, and loses none', () => {
    const title = '🚀 Été — 日本語 file'
    for (const query of ['ete', '日本', 'file', '🚀']) {
      const parts = find(query, [title])[0]?.title ?? []
      const text = parts.map((part) => (typeof part === 'string' ? part : part.match)).join('')
      expect(text).toBe(title)
    }
  })

  it('finds everything for a blank query, in the given order', () => {
    expect(titles(' ')).toEqual(TITLES)
  })

  it('keeps the given order of equal matches', () => {
    const reports = Array.from({ length: 9 }, (_, index) => ({
      title: 'COMET · CA Analysis',
      keywords: [`report of ${index}`],
    }))
    expect(find('comet', reports).map(({ item }) => item)).toEqual(reports)
  })
})
