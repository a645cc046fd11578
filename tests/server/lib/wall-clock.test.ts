import { describe, expect, it } from 'vitest'
import { findEntities } from '#server/modules/chat/assistant/phrase-entities.ts'
import { parseTimeZone, startOfWeek, toWallClock } from '#server/lib/wall-clock.ts'

const NOW = Date.parse('2026-11-20T23:30:15Z')

describe('a wall clock', () => {
  it.each([
    ['Europe/Berlin', '2026-11-21T00:30:15.000Z'],
    ['America/New_York', '2026-11-20T18:30:15.000Z'],
    ['Asia/Kolkata', '2026-11-21T05:00:15.000Z'],
    ['Mars/Olympus', '2026-11-20T23:30:15.000Z'],
    [null, '2026-11-20T23:30:15.000Z'],
  ])('shows the time of %s', (zone, shown) => {
    expect(new Date(toWallClock(NOW, zone)).toISOString()).toBe(shown)
  })

  it('takes no zone that there is not', () => {
    expect([
      parseTimeZone('Asia/Tokyo'),
      parseTimeZone('<script>'),
      parseTimeZone(undefined),
    ]).toEqual(['Asia/Tokyo', null, null])
  })

  it('makes tomorrow the day after the day where the person is', () => {
    const said = 'remind me tomorrow at 9:30 to vote'
    expect(findEntities(said, toWallClock(NOW, 'Asia/Tokyo')).dates).toEqual(['2026-11-22T09:30'])
    expect(findEntities(said, toWallClock(NOW, 'America/New_York')).dates).toEqual([
      '2026-11-21T09:30',
    ])
  })

  it.each(['2026-11-16T00:00:00Z', '2026-11-20T23:30:15Z', '2026-11-22T23:59:59Z'])(
    'starts the week of %s on Monday',
    (time) => {
      expect(new Date(startOfWeek(Date.parse(time))).toISOString()).toBe('2026-11-16T00:00:00.000Z')
    },
  )
})
