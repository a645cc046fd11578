import { describe, expect, it } from 'vitest'
import { readWindow } from '#server/modules/research/question/time-window.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const minute = (ms: number): string => new Date(ms).toISOString().slice(5, 16)

describe('readWindow', () => {
  it.each([
    ['SOL last week', '11-13T15:00', '11-20T15:00', 'the last week'],
    ['SOL over the past two weeks', '11-06T15:00', '11-20T15:00', 'the past two weeks'],
    ['SOL in the previous 2 months', '09-20T15:00', '11-20T15:00', 'the last 2 months'],
    ['24h volume', '11-19T15:00', '11-20T15:00', 'the last 24 hours'],
    ['holders, 7d', '11-13T15:00', '11-20T15:00', 'the last 7 days'],
    ['what broke yesterday', '11-19T00:00', '11-20T00:00', 'yesterday'],
    ['what broke today', '11-19T15:00', '11-20T15:00', 'the last 24 hours'],
    ['outages since Monday', '11-16T00:00', '11-20T15:00', 'since Monday'],
    ['outages on 3 November', '11-03T00:00', '11-04T00:00', '3 November'],
    ['outages 3 days ago', '11-17T00:00', '11-18T00:00', '3 days ago'],
    ['outages in October', '10-01T00:00', '11-01T00:00', 'October'],
    ['between 1 and 5 November', '11-01T00:00', '11-06T00:00', '1 to 5 November'],
    ['from 2026-10-01 to 2026-10-15', '10-01T00:00', '10-16T00:00', '2026-10-01 to 2026-10-15'],
    ['fees last year', '01-01T00:00', '01-01T00:00', '2025'],
    ['fees this year', '01-01T00:00', '11-20T15:00', '2026'],
    ['fees of the last year', '11-20T15:00', '11-20T15:00', 'the last year'],
    ['fees in the previous year', '11-20T15:00', '11-20T15:00', 'the last year'],
    ['fees over last year', '11-20T15:00', '11-20T15:00', 'the last year'],
    ['previous year fees', '01-01T00:00', '01-01T00:00', '2025'],
    ['fees since last year', '01-01T00:00', '11-20T15:00', 'since 2025'],
    ['fees since 2024', '01-01T00:00', '11-20T15:00', 'since 2024'],
    ['last year in October', '10-01T00:00', '11-01T00:00', 'October 2025'],
    ['what broke in October last year?', '10-01T00:00', '11-01T00:00', 'October 2025'],
    ['March last year', '03-01T00:00', '04-01T00:00', 'March 2025'],
    ['on 3 March last year', '03-03T00:00', '03-04T00:00', '3 March 2025'],
    ['between March and May last year', '03-01T00:00', '06-01T00:00', 'March to May 2025'],
    ['the end of last year', '12-31T00:00', '01-01T00:00', 'end of last year'],
    ['what happens in 2 hours', '11-13T15:00', '11-20T15:00', 'the last 7 days'],
    ['why is SOL at 9', '11-13T15:00', '11-20T15:00', 'the last 7 days'],
    ['unlocks on 1 December', '12-01T00:00', '12-02T00:00', '1 December'],
    ['who buys tomorrow', '11-13T15:00', '11-20T15:00', 'the last 7 days'],
  ])('%j is about %s to %s', (question, from, to, label) => {
    const window = readWindow(question, NOW)
    expect(window.fromMs).toBeLessThan(window.toMs)
    expect([minute(window.fromMs), minute(window.toMs), window.label]).toEqual([from, to, label])
  })

  it('reads a date after a long text', () => {
    const question = `${'Much was said of it. '.repeat(30)}What happened in October?`
    expect(readWindow(question, NOW).label).toBe('October')
  })
})
