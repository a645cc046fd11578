import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  createDay,
  formatIsoDate,
  parseWall,
  formatIsoDateTime,
} from '#src/features/calendar/model/civil.ts'
import { EVENT_COLORS, type CalendarEvent } from '#contract/calendar/events.ts'
import { writeCalendarFile } from '#src/features/calendar/ics/ics-export.ts'
import { mergeImported, readCalendarFile } from '#src/features/calendar/ics/ics-import.ts'
import { findOccurrences } from '#src/features/calendar/model/occurrences.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const read = async (text: string) => {
  let made = 0
  const file = await readCalendarFile(text, { makeId: () => `made-${(made += 1)}` })
  if (!file.ok) throw new Error(file.reason)
  return file
}

const refusal = async (text: string) => {
  const file = await readCalendarFile(text, { makeId: () => 'id' })
  return file.ok ? null : file.reason
}

const write = (events: readonly CalendarEvent[]) =>
  writeCalendarFile(events, { productName: 'SolDesk', nowMs: Date.UTC(2026, 10, 20) })

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')

const vevent = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']

const only = async (...lines: string[]) => (await read(calendar(...vevent(...lines)))).events[0]!

it('a place of two lines is one line, as in the form', async () => {
  const event = await only('DTSTART:20261120T090000Z', 'LOCATION:Praxis\\nHauptstr. 1\\, Berlin')
  expect(event.place).toBe('Praxis, Hauptstr. 1, Berlin')
})

describe('an exported calendar', () => {
  const words = fc
    .string({ unit: 'grapheme', maxLength: 120 })
    .map((text) => text.replaceAll(/\p{Cc}/gu, ' '))
  const day = fc.integer({ min: createDay(2020, 1, 1), max: createDay(2030, 12, 31) })
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', null)
  const rules = fc.constantFrom(
    null,
    'FREQ=DAILY;COUNT=10',
    'FREQ=WEEKLY;BYDAY=MO,WE',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=WEEKLY;UNTIL=20311231T235959',
  )
  const events = fc
    .record({
      title: words,
      place: words,
      notes: words.map((text) => `${text}\n;,\\ "${text}"`),
      colour: fc.constantFrom(...EVENT_COLORS),
      isAllDay: fc.boolean(),
      day,
      minute: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 0, max: 3000 }),
      zone: zones,
      rule: rules,
      excluded: fc.uniqueArray(day, { maxLength: 2 }),
      reminderMinutes: fc.constantFrom(null, 0, 10, 1440),
    })
    .map(({ isAllDay, day, minute, length, zone, excluded, rule, ...rest }) => {
      const startMs = day * DAY_MS + minute * 60_000
      const wall = (ms: number) =>
        isAllDay ? formatIsoDate(Math.floor(ms / DAY_MS)) : formatIsoDateTime(ms)
      return testEvent({
        ...rest,
        isAllDay,
        zone: isAllDay ? null : zone,
        start: wall(startMs),
        end: wall(isAllDay ? startMs + (1 + (length % 5)) * DAY_MS : startMs + length * 60_000),
        rule: isAllDay ? (rule?.replace('T235959', '') ?? null) : rule,
        excluded: excluded.map((one) => wall(one * DAY_MS + minute * 60_000)),
      })
    })

  it('is read again as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(events, { maxLength: 4 }), async (list) => {
        if (list.length === 0) return
        const file = await read(write(list))
        expect(file.problems).toEqual([])
        expect(file.events.map((event) => ({ ...event, id: '' }))).toEqual(
          list.map((event) => ({ ...event, id: '' })),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('folds its lines at 75 bytes and ends them as the standard says', () => {
    const text = write([testEvent({ title: 'ä'.repeat(200), notes: 'x'.repeat(500) })])
    const lines = text.split('\r\n')
    expect(lines.every((line) => new TextEncoder().encode(line).length <= 76)).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('describes its zones, summer and winter', () => {
    const text = write([testEvent({ zone: 'Europe/Berlin' })])
    expect(text).toContain('TZID:Europe/Berlin')
    expect(text).toMatch(
      /BEGIN:DAYLIGHT\r\nDTSTART:20260329T020000\r\nTZOFFSETFROM:\+0100\r\nTZOFFSETTO:\+0200/,
    )
    expect(text).toMatch(
      /BEGIN:STANDARD\r\nDTSTART:20261025T030000\r\nTZOFFSETFROM:\+0200\r\nTZOFFSETTO:\+0100/,
    )
  })

  it('ends zoned series in UTC and identifies replaced occurrences', () => {
    const series = testEvent({ rule: 'FREQ=DAILY;UNTIL=20261130T235959' })
    const moved = testEvent({ uid: series.uid, instanceOf: '2026-11-21T09:00:00' })
    const text = write([series, moved])
    expect(text).toContain('UNTIL=20261130T225959Z')
    expect(text).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20261121T090000')
  })
})

describe('an imported event', () => {
  it('keeps properties that are not shown here', async () => {
    const source = calendar(
      ...vevent(
        'DTSTART:20261120T090000Z',
        'ATTENDEE;CN="Lovelace, Ada":mailto:ada@example.org',
        'X-CUSTOM:1',
        'BEGIN:VALARM',
        'ACTION:EMAIL',
        'TRIGGER;RELATED=END:PT5M',
        'END:VALARM',
      ),
    )
    const { events } = await read(source)
    const text = write(events).replaceAll('\r\n ', '')
    expect(text).toContain('ATTENDEE;CN="Lovelace, Ada":mailto:ada@example.org')
    expect(text).toContain('X-CUSTOM:1')
    expect(text).toContain('TRIGGER;RELATED=END:PT5M')
  })

  it('unfolds, unescapes, and takes any line ends', async () => {
    const text = calendar(...vevent('DTSTART:20261120', 'SUMMARY:One\\, two', '  and three\\nfour'))
    for (const end of ['\r\n', '\n', '\r']) {
      const { events } = await read(`\u{FEFF}${text.replaceAll('\r\n', end)}`)
      expect(events[0]!.title).toBe('One, two and three\nfour')
    }
  })

  it.each([
    [['DTSTART;VALUE=DATE:20261120'], '2026-11-20', '2026-11-21'],
    [['DTSTART:20261120T090000'], '2026-11-20T09:00:00', '2026-11-20T09:00:00'],
    [['DTSTART:20261120T090000', 'DURATION:PT90M'], '2026-11-20T09:00:00', '2026-11-20T10:30:00'],
    [['DTSTART;VALUE=DATE:20261120', 'DURATION:P3D'], '2026-11-20', '2026-11-23'],
    [
      ['DTSTART;TZID=Europe/Berlin:20261120T090000', 'DTEND:20261120T090000Z'],
      '2026-11-20T09:00:00',
      '2026-11-20T10:00:00',
    ],
  ])('%j ends when it should', async (lines, start, end) => {
    expect(await only(...lines)).toMatchObject({ start, end })
  })

  it('takes exceptions and the end of its series to its own wall', async () => {
    const event = await only(
      'DTSTART;TZID=Europe/Berlin:20261101T090000',
      'RRULE:FREQ=DAILY;UNTIL=20261110T080000Z',
      'EXDATE:20261102T080000Z',
      'EXDATE;VALUE=DATE:20261103',
    )
    expect(event.excluded).toEqual(['2026-11-02T09:00:00', '2026-11-03T09:00:00'])
    const days = findOccurrences(
      event,
      parseWall('2026-11-01')!,
      parseWall('2026-12-01')!,
      'Europe/Berlin',
    )
    expect(days.map(({ startMs }) => new Date(startMs).getUTCDate())).toEqual([
      1, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  it('reminds as its first alarm that can be followed', async () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT1H', 'END:VALARM']
    expect((await only('DTSTART:20261120T090000', ...alarm)).reminderMinutes).toBe(60)
    const late = alarm.map((line) => line.replace('-PT1H', 'PT1H'))
    expect((await only('DTSTART:20261120T090000', ...late)).reminderMinutes).toBeNull()
  })

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['/freeassociation.sourceforge.net/Tzfile/America/New_York', 'America/New_York'],
    ['"Asia/Tokyo"', 'Asia/Tokyo'],
  ])('in the zone %s is in %s', async (id, zone) => {
    expect((await only(`DTSTART;TZID=${id}:20261120T090000`)).zone).toBe(zone)
  })

  it('in a zone of its file’s own gets a known one with the same clock', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    const event = vevent('DTSTART;TZID=W. Europe Standard Time:20260720T090000')
    const { events, remarks } = await read(calendar(...zone, ...event))
    expect(events[0]!.zone).toBe('Europe/Berlin')
    expect(remarks).toEqual([])
  })

  it('in an unknown zone keeps its times, with a remark', async () => {
    const { events, remarks } = await read(
      calendar(...vevent('SUMMARY:Feast', 'DTSTART;TZID=Middle Earth:20261120T090000')),
    )
    expect(events[0]).toMatchObject({ start: '2026-11-20T09:00:00', zone: null })
    expect(remarks).toEqual([
      {
        line: 3,
        text: 'The time zone Middle Earth of “Feast” is not known; its times are taken as local.',
      },
    ])
  })
})

describe('what was cancelled', () => {
  it('leaves a gap in its series', async () => {
    const { events, remarks } = await read(
      calendar(
        ...vevent(
          'DTSTART;TZID=Europe/Berlin:20261123T093000',
          'RRULE:FREQ=DAILY',
          'SUMMARY:Daily',
        ),
        ...vevent(
          'DTSTART:20261127T083000Z',
          'RECURRENCE-ID;TZID=Europe/Berlin:20261127T093000',
          'STATUS:CANCELLED',
          'SUMMARY:Daily',
        ),
      ),
    )
    expect(events).toHaveLength(1)
    expect(events[0]!.excluded).toEqual(['2026-11-27T09:30:00'])
    expect(remarks).toEqual([{ line: 9, text: '“Daily” was cancelled and is left out.' }])
  })
  it('names an occurrence by the clock of its series', async () => {
    const { events } = await read(
      calendar(
        ...vevent('RECURRENCE-ID:20261127T083000Z', 'DTSTART:20261127T083000Z', 'STATUS:CANCELLED'),
        ...vevent('DTSTART;TZID=Europe/Berlin:20261123T093000', 'RRULE:FREQ=DAILY'),
      ),
    )
    expect(events[0]!.excluded).toEqual(['2026-11-27T09:30:00'])
  })
  it('is not imported', async () => {
    const file = await read(calendar(...vevent('DTSTART:20261120T090000', 'STATUS:CANCELLED')))
    expect(file.events).toEqual([])
  })
})

describe('a bad file', () => {
  it.each([
    ['', 'The file is empty.'],
    ['<html>', 'This is not a calendar file: it has no BEGIN:VCALENDAR.'],
    [calendar(), 'The file holds no events.'],
    [calendar('BEGIN:VTODO', 'END:VTODO'), 'The file holds no events, only 1 to-do or journal.'],
  ])('is refused in words: %j', async (text, reason) => expect(await refusal(text)).toBe(reason))

  it('loses only the entries that cannot be read, and names their lines', async () => {
    const good = vevent('DTSTART:20261120T090000', 'SUMMARY:Good')
    const { events, problems, others } = await read(
      calendar(
        ...vevent('SUMMARY:No start'),
        ...vevent('DTSTART:20260231T090000'),
        ...vevent('DTSTART:soon'),
        'BEGIN:VTODO',
        'SUMMARY:A to-do',
        'END:VTODO',
        ...good,
        ...vevent('DTSTART:20261120T090000', 'RRULE:FREQ=SOMETIMES'),
        ...vevent('DTSTART:20261120T090000', 'A LINE WITHOUT A COLON'),
      ),
    )
    expect(events.map(({ title }) => title)).toEqual(['Good'])
    expect(others).toBe(1)
    expect(problems.map(({ line }) => line)).toEqual([3, 7, 11, 23, 28])
    expect(problems.slice(0, 3).map(({ text }) => text)).toEqual([
      '“No start” has no DTSTART.',
      'DTSTART isn’t a valid date.',
      'DTSTART isn’t a valid date.',
    ])
  })

  it('that breaks off returns the events before', async () => {
    const whole = calendar(
      ...vevent('DTSTART:20261120T090000', 'SUMMARY:First'),
      ...vevent('DTSTART:20261121T090000', 'SUMMARY:Second'),
    )
    const { events, problems } = await read(whole.slice(0, whole.indexOf('Second')))
    expect(events.map(({ title }) => title)).toEqual(['First'])
    expect(problems).toMatchObject([{ line: 8 }])
  })

  it('never throws, whatever it holds', async () => {
    const pieces = fc.constantFrom(
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VALARM',
      'END:VALARM',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'DTSTART:20261120T090000',
      'DTSTART;TZID=X:20261120T090000',
      'DTEND:20200101',
      'RRULE:FREQ=DAILY;COUNT=0',
      'DURATION:nonsense',
      'TRIGGER:-PT',
      'EXDATE:,',
      ':',
      ' folded',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }),
        async (lines) => {
          const file = await readCalendarFile(lines.join('\r\n'), { makeId: () => 'id' })
          expect(typeof file.ok).toBe('boolean')
        },
      ),
    )
  })
})

it('yields to the page while it reads a large file', async () => {
  let clock = 0
  let turns = 0
  const many = Array.from({ length: 50 }, () => vevent('DTSTART:20261120T090000')).flat()
  await readCalendarFile(calendar(...many), {
    makeId: () => 'id',
    nowMs: () => (clock += 5),
    pause: () => {
      turns += 1
      return Promise.resolve()
    },
  })
  expect(turns).toBeGreaterThan(5)
})

it('reads a file twice without doubling anything', () => {
  const present = testEvent({ uid: 'a', title: 'Old' })
  const imported = [
    testEvent({ uid: 'a', title: 'New' }),
    testEvent({ uid: 'b' }),
    testEvent({ uid: 'b', instanceOf: '2026-11-20T09:00:00' }),
    testEvent({ uid: 'b', title: 'Again' }),
  ]
  const { put, added, updated } = mergeImported([present], imported)
  expect({ added, updated }).toEqual({ added: 2, updated: 1 })
  expect(put.find(({ uid }) => uid === 'a')).toMatchObject({ id: present.id, title: 'New' })
  expect(put.filter(({ uid }) => uid === 'b').map(({ title }) => title)).toEqual([
    'Again',
    'Standup',
  ])
})
