import { afterEach, describe, expect, it } from 'vitest'
import { findDates, removeDates } from '#server/lib/phrases/date-phrases.ts'

/** A Friday. */
const NOW = Date.parse('2026-11-20T15:00:00Z')
const zone = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = zone
})

const shown = (text: string, prefers: 'past' | 'future', hasBareHours = false): string[] =>
  findDates(text, { nowMs: NOW, prefers, hasBareHours }).map(({ start, end }) =>
    [start, ...(end === null ? [] : [end])]
      .map(({ ms, unit }) =>
        new Date(ms).toISOString().slice(0, { month: 7, day: 10, minute: 16 }[unit]),
      )
      .join(' to '),
  )

const AHEAD: [string, string][] = [
  ['in 2 hours', '2026-11-20T17:00'],
  ['at 9:30', '2026-11-21T09:30'],
  ['at 5pm', '2026-11-20T17:00'],
  ['noon', '2026-11-21T12:00'],
  ['tomorrow at 9', '2026-11-21T09:00'],
  ['day after tomorrow at 5 pm', '2026-11-22T17:00'],
  ['1 December', '2026-12-01'],
  ['December 1', '2026-12-01'],
  ['20 November', '2026-11-20'],
  ['3 Jan at 10', '2027-01-03T10:00'],
  ['friday', '2026-11-27'],
  ['on monday', '2026-11-23'],
  ['next friday at noon', '2026-11-27T12:00'],
  ['next month on the 10th', '2026-12-10'],
  ['in 3 weeks', '2026-12-11'],
  ['2026-11-25T09:30', '2026-11-25T09:30'],
  ['31.12.2026', '2026-12-31'],
  ['tomorrow from 2pm until 3pm', '2026-11-21T14:00 to 2026-11-21T15:00'],
  ['tomorrow at 1', '2026-11-21T13:00'],
  ['on monday at 3:30', '2026-11-23T15:30'],
  ['tomorrow from 9 to 5', '2026-11-21T09:00 to 2026-11-21T17:00'],
  ['tomorrow from 11 to 1', '2026-11-21T11:00 to 2026-11-21T13:00'],
  ['tomorrow from 2 to 4', '2026-11-21T14:00 to 2026-11-21T16:00'],
  ['tomorrow at 1 am', '2026-11-21T01:00'],
  ['tomorrow at 05:15', '2026-11-21T05:15'],
  ['tomorrow morning at 6', '2026-11-21T06:00'],
  ['in 12 hours', '2026-11-21T03:00'],
  ['2026-11-25T03:30', '2026-11-25T03:30'],
]

describe('findDates', () => {
  it.each(AHEAD)('reads %j as %s', (text, date) => {
    expect(shown(text, 'future')).toEqual([date])
  })

  it.each([
    ['25 December', '2025-12-25'],
    ['3 November', '2026-11-03'],
    ['Monday', '2026-11-16'],
    ['last Tuesday', '2026-11-17'],
    ['3 days ago', '2026-11-17'],
    ['in October', '2026-10'],
    ['day before yesterday', '2026-11-18'],
  ])('reads %j as %s where the past is meant', (text, date) => {
    expect(shown(text, 'past')).toEqual([date])
  })

  it.each([
    'is SOL at 9',
    'is SOL at 2050 USDC',
    'may I see the sun price',
    'the march of SOL',
    'wallets of the day',
    'Solana 2.0 for 1.5 SOL',
    'the second largest holder right now',
    '12/11/2026',
    '30 February 2027',
    'in 99999999 days',
    'the first 3 buyers of 24 hours',
    'water the plants for two weeks',
  ])('finds no date in %j', (text) => {
    expect(shown(text, 'future')).toEqual([])
  })

  it('reads a bare hour as a time where the caller says that it is one', () => {
    expect(shown('remind me at 9', 'future', true)).toEqual(['2026-11-21T09:00'])
  })

  it.each(['America/New_York', 'Pacific/Auckland'])(
    'reads the same on a server in %s',
    (timeZone) => {
      process.env['TZ'] = timeZone
      for (const [text, date] of AHEAD) expect(shown(text, 'future')).toEqual([date])
    },
  )

  it('reads the start of a long text only, for a chat and for research', () => {
    const find = (words: number, options = {}) =>
      findDates(`${'word '.repeat(words)}tomorrow`, { nowMs: NOW, prefers: 'future', ...options })
    expect(find(90)).toHaveLength(1)
    expect(find(100)).toEqual([])
    expect(find(390, { maxChars: 2_000 })).toHaveLength(1)
    expect(find(400, { maxChars: 2_000 })).toEqual([])
  })
})

describe('removeDates', () => {
  it.each([
    ['call Ana tomorrow at 9:30', 'call Ana'],
    ['vote on Monday from 2pm until 3pm please', 'vote please'],
    ['starting tomorrow, stake', ', stake'],
    ['today’s call', 'call'],
    ["delete tomorrow's standup", 'delete standup'],
    ['claim', 'claim'],
  ])('turns %j into %j', (text, rest) => {
    expect(removeDates(text, { nowMs: NOW, prefers: 'future' })).toBe(rest)
  })

  it.each([
    ['es', 'cena a las 8', 'cena'],
    ['es', 'almuerzo a la 1', 'almuerzo'],
    ['es', 'cena con Ana a las 20:30', 'cena con Ana'],
    ['de', 'Abendessen gegen 20 Uhr', 'Abendessen'],
    ['fr', 'dîner à 8h', 'dîner'],
    ['pt', 'jantar às 20h', 'jantar'],
  ] as const)('drops the word before a time, %s: %j', (language, text, rest) => {
    expect(removeDates(text, { nowMs: NOW, prefers: 'future', hasBareHours: true, language })).toBe(
      rest,
    )
  })
})

it('reads Portuguese days that are typed without their marks', () => {
  const reading = { nowMs: NOW, prefers: 'future', hasBareHours: true, language: 'pt' } as const
  for (const [text, phrase, day] of [
    ['dentista terca', 'terca', '2026-11-24'],
    ['3 de marco', '3 de marco', '2027-03-03'],
  ] as const) {
    const [date] = findDates(text, reading)
    expect(date?.text).toBe(phrase)
    expect(new Date(date?.start.ms ?? 0).toISOString().slice(0, 10)).toBe(day)
  }
  expect(findDates('almoço com marco', reading)).toEqual([])
})

it.each([
  ['de', 'Alarm um 150'],
  ['fr', 'alerte à 150'],
] as const)('takes no number for a time: %s, %s', (language, text) => {
  expect(findDates(text, { nowMs: NOW, prefers: 'future', hasBareHours: true, language })).toEqual(
    [],
  )
})
