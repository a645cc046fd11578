import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRows, findResults, type Collected } from '#src/features/command-palette/results.ts'
import {
  HALF_LIFE_MS,
  readUsage,
  recordUse,
  saveUse,
  computeUsageWeight,
} from '#src/features/command-palette/usage.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import type { PaletteItem } from '#src/platform/palette/palette-source.ts'

const NOW = 1_800_000_000_000

const item = (title: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: title,
  title,
  icon: null,
  run: () => {},
  ...rest,
})

const source = (id: string, items: PaletteItem[], suggested: PaletteItem[] = []): Collected => ({
  id,
  title: id,
  items,
  suggested,
})

const COLLECTED = [
  source('Apps', [item('CA Analysis'), item('Calendar'), item('Recharge')]),
  source('Actions', [item('Arrange windows'), item('Close Calendar', { isMinor: true })]),
]

const titles = (query: string, usage = {}, collected = COLLECTED) =>
  findResults({ collected, query, usage, nowMs: NOW }).map((section) => [
    section.title,
    ...section.rows.map((row) => row.item.title),
  ])

describe('the palette’s results', () => {
  it('are everything of note before anything is typed', () => {
    expect(titles('')).toEqual([
      ['Apps', 'CA Analysis', 'Calendar', 'Recharge'],
      ['Actions', 'Arrange windows'],
    ])
  })

  it('begin with recent choices, once each', () => {
    const usage = recordUse({}, 'Recharge', NOW)
    expect(titles('', usage)).toEqual([
      ['Recent', 'Recharge'],
      ['Apps', 'CA Analysis', 'Calendar'],
      ['Actions', 'Arrange windows'],
    ])
  })

  it('keep reports of the same token newest first, whichever was opened last', () => {
    const reports = ['new', 'older', 'oldest'].map((id) => item('COMET', { id }))
    const sections = findResults({
      collected: [source('CA reports', reports)],
      query: 'comet',
      usage: recordUse({}, 'oldest', NOW),
      nowMs: NOW,
    })
    expect(sections[0]?.rows.map((row) => row.item.id)).toEqual(['new', 'older', 'oldest'])
  })

  it('hold small things once they are looked for', () => {
    expect(titles('calendar')).toEqual([
      ['Apps', 'Calendar'],
      ['Actions', 'Close Calendar'],
    ])
  })

  it('put a suggestion that fits any text below all that was found', () => {
    const ask = source('Ask', [], [item('Ask: calendar', { isLast: true })])
    expect(titles('calendar', {}, [ask, ...COLLECTED]).map(([title]) => title)).toEqual([
      'Apps',
      'Actions',
      'Ask',
    ])
  })

  it('put the section of the best match first', () => {
    expect(titles('win')).toEqual([['Actions', 'Arrange windows']])
    expect(titles('c')[0]?.[0]).toBe('Apps')
  })

  it('use habit only to order similar matches', () => {
    const often = Array.from({ length: 30 }).reduce<ReturnType<typeof recordUse>>(
      (usage) => recordUse(usage, 'Calendar', NOW),
      {},
    )
    expect(titles('ca')[0]).toEqual(['Apps', 'CA Analysis', 'Calendar'])
    expect(titles('ca', often)[0]).toEqual(['Apps', 'Calendar', 'CA Analysis'])
    expect(titles('recharge', { ...often })[0]).toEqual(['Apps', 'Recharge'])
  })

  it('put suggestions for the typed text above all results', () => {
    const collected = [...COLLECTED, source('Reports', [], [item('Analyse recharge')])]
    expect(titles('recharge', {}, collected)[0]).toEqual(['Reports', 'Analyse recharge'])
  })

  it('are empty without a match', () => {
    expect(findResults({ collected: COLLECTED, query: 'qqq', usage: {}, nowMs: NOW })).toEqual([])
  })

  it('never hold an item twice', () => {
    const queries = fc.constantFrom('', 'a', 'c', 'ca', 'win', 'ar', 'cal')
    const used = fc.array(fc.constantFrom('CA Analysis', 'Calendar', 'Arrange windows', 'gone'))
    fc.assert(
      fc.property(queries, used, (query, ids) => {
        const usage = ids.reduce((before, id) => recordUse(before, id, NOW), {})
        const sections = findResults({ collected: COLLECTED, query, usage, nowMs: NOW })
        const ids_ = sections.flatMap(({ rows }) => rows.map((row) => row.item.id))
        expect(new Set(ids_).size).toBe(ids_.length)
        expect(countRows(sections)).toBe(ids_.length)
      }),
    )
  })
})

describe('habit', () => {
  it('fades by half in a week and never passes 1', () => {
    const usage = recordUse(recordUse({}, 'a', NOW), 'a', NOW)
    expect(usage['a']).toEqual({ count: 2, atMs: NOW })
    expect(computeUsageWeight(usage, 'a', NOW)).toBe(0.75)
    expect(computeUsageWeight(usage, 'a', NOW + HALF_LIFE_MS)).toBe(0.5)
    expect(computeUsageWeight(usage, 'b', NOW)).toBe(0)
    expect(computeUsageWeight(usage, 'toString', NOW)).toBe(0)
  })

  it('keeps the hundred that are used most', () => {
    const ids = Array.from({ length: 150 }, (_, index) => `id ${index}`)
    const usage = ids.reduce((before, id, index) => recordUse(before, id, NOW + index), {})
    expect(Object.keys(usage)).toHaveLength(100)
    expect(usage).toHaveProperty('id 149')
    expect(usage).not.toHaveProperty('id 0')
  })

  it('comes back from the storage, and starts empty when that cannot be read', () => {
    authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
    const key = 'soldesk.user.ada.palette'
    saveUse('a', NOW)
    expect(readUsage()).toEqual(recordUse({}, 'a', NOW))
    for (const broken of [
      '{',
      '[]',
      '{"entries":{"a":1}}',
      '{"state":{"entries":1},"version":2}',
    ]) {
      browserStorage.set(key, broken)
      expect(readUsage()).toEqual({})
    }
  })

  it('reads entries of earlier versions', () => {
    authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
    browserStorage.set(
      'soldesk.user.ada.palette',
      `{"version":1,"entries":{"a":{"count":2,"atMs":${NOW}}}}`,
    )
    expect(readUsage()).toEqual({ a: { count: 2, atMs: NOW } })
    saveUse('b', NOW)
    expect(readUsage()).toHaveProperty('a.count', 2)
  })

  it('is each user’s own', () => {
    authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
    saveUse('a', NOW)
    authStore.setState({ status: 'authenticated', user: { id: 'bob', username: 'bob' } })
    expect(readUsage()).toEqual({})
  })
})
