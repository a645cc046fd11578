import { describe, expect, it } from 'vitest'
import { DAY_MS, wallToDay, parseWall } from '#src/features/calendar/model/civil.ts'
import {
  createDraft,
  toDraft,
  createEvent,
  toFields,
  moveFields,
  findProblems,
  getUsualStart,
  withEventWords,
  withStart,
} from '#src/features/calendar/model/draft.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { parseRepeat } from '#src/features/calendar/model/repeat.ts'
import { findOccurrences } from '#src/features/calendar/model/occurrences.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const BERLIN = 'Europe/Berlin'
const wall = (text: string) => parseWall(text)!
const FRIDAY = wallToDay(wall('2026-11-20'))

const draft = createDraft(wall('2026-11-20T09:00'), wall('2026-11-20T10:00'), false)

const occurrenceOf = (event: CalendarEvent, zone = BERLIN) =>
  findOccurrences(event, wall('2026-11-19'), wall('2026-11-22'), zone)[0]!

describe('a draft', () => {
  it('shows the fields of an event, and returns it unchanged', () => {
    const events = [
      testEvent({ zone: BERLIN, place: 'Here', notes: 'a\nb', reminderMinutes: 30 }),
      testEvent({ isAllDay: true, zone: null, start: '2026-11-20', end: '2026-11-22' }),
      testEvent({ zone: 'America/New_York', rule: 'FREQ=WEEKLY;COUNT=3' }),
      testEvent({ zone: null }),
      testEvent({ rule: 'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=3' }),
    ]
    for (const event of events) {
      const occurrence = occurrenceOf(event)
      const fields = toFields(toDraft(occurrence), event, BERLIN)
      expect(fields).not.toBeNull()
      expect({ ...event, ...fields }).toEqual(event)
    }
  })

  it('shows the last day of whole days, and keeps the day after', () => {
    const allDay = createDraft(wall('2026-11-20'), wall('2026-11-22'), true)
    expect(allDay).toMatchObject({ startDay: '2026-11-20', endDay: '2026-11-21' })
    expect(toFields(allDay, null, BERLIN)).toMatchObject({
      start: '2026-11-20',
      end: '2026-11-22',
      zone: null,
    })
  })

  it('of a new event is in the viewer’s zone', () => {
    const fields = toFields({ ...draft, title: ' Tea ' }, null, BERLIN)!
    expect(createEvent(fields, () => 'id')).toMatchObject({
      id: 'id',
      uid: 'id',
      title: 'Tea',
      start: '2026-11-20T09:00:00',
      zone: BERLIN,
    })
  })

  it('of an event made elsewhere is kept there', () => {
    const event = testEvent({ zone: 'America/New_York' })
    const shown = toDraft(occurrenceOf(event))
    expect(shown.startTime).toBe('15:00')
    expect(
      toFields({ ...shown, startTime: '16:00', endTime: '17:00' }, event, BERLIN),
    ).toMatchObject({ start: '2026-11-20T10:00:00', zone: 'America/New_York' })
  })

  it('with an earlier time at its end lasts into the next day', () => {
    const night = { ...draft, startTime: '22:00', endTime: '01:00' }
    expect(findProblems(night)).toEqual({})
    expect(toFields(night, null, BERLIN)).toMatchObject({
      start: '2026-11-20T22:00:00',
      end: '2026-11-21T01:00:00',
    })
    expect(withStart(night, '2026-11-20', '23:30')).toMatchObject({
      endDay: '2026-11-21',
      endTime: '02:30',
    })
  })

  it('takes the end along with the start', () => {
    expect(withStart(draft, '2026-11-21', '23:30')).toMatchObject({
      endDay: '2026-11-22',
      endTime: '00:30',
    })
    expect(withStart(draft, '', '23:30')).toMatchObject({ startDay: '', endDay: '2026-11-20' })
  })

  it.each([
    [{ startDay: '' }, 'starts'],
    [{ startTime: '25:00' }, 'starts'],
    [{ endDay: '2026-11-19' }, 'ends'],
    [{ repeat: 'daily', repeatEnds: 'on', untilDay: '2026-11-19' }, 'until'],
    [{ repeat: 'daily', repeatEnds: 'after', times: '0' }, 'times'],
    [{ repeat: 'daily', repeatEnds: 'after', times: '2.5' }, 'times'],
  ] as const)('with %j is refused at %s', (change, at) => {
    const wrong = { ...draft, ...change }
    expect(Object.keys(findProblems(wrong))).toEqual([at])
    expect(toFields(wrong, null, BERLIN)).toBeNull()
  })

  it.each([
    [{ repeat: 'weekdays' }, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    [{ repeat: 'fortnightly', repeatEnds: 'after', times: '4' }, 'FREQ=WEEKLY;INTERVAL=2;COUNT=4'],
    [
      { repeat: 'monthly', repeatEnds: 'on', untilDay: '2027-01-31' },
      'FREQ=MONTHLY;UNTIL=20270131T235959',
    ],
    // The draft starts on a Friday, which stays among the days.
    [{ repeat: 'weekly', weekDays: ['MO', 'WE'] }, 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    [{ repeat: 'monthly', weekDays: ['MO'] }, 'FREQ=MONTHLY'],
    [{ repeat: 'none' }, null],
  ] as const)('with %j repeats by %s', (change, rule) => {
    expect(toFields({ ...draft, ...change }, null, BERLIN)?.rule).toBe(rule)
  })
})

it.each([
  [null, 'none'],
  ['FREQ=DAILY', 'daily'],
  ['freq=weekly;wkst=MO;interval=1;until=20270101', 'weekly'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'weekdays'],
  ['INTERVAL=2;FREQ=WEEKLY;COUNT=3', 'fortnightly'],
  ['FREQ=WEEKLY;BYDAY=MO', 'custom'],
  ['FREQ=WEEKLY;BYDAY=FR,MO', 'weekly', ['MO', 'FR']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=3', 'fortnightly', ['FR']],
  ['FREQ=WEEKLY;BYDAY=FR,1MO', 'custom'],
  ['FREQ=WEEKLY;BYDAY=FR;BYHOUR=9', 'custom'],
  ['FREQ=MONTHLY;BYDAY=2TU', 'custom'],
] as [string | null, string, string[]?][])(
  'the rule %s of an event on a Friday is the choice %s',
  (rule, repeat, weekDays = []) => {
    expect(parseRepeat(rule, FRIDAY)).toEqual({ repeat, weekDays })
  },
)

it('keeps the days of a rule whose days are others for the viewer', () => {
  expect(parseRepeat('FREQ=WEEKLY;BYDAY=MO,FR', null)).toEqual({ repeat: 'custom', weekDays: [] })
})

it('moves the days of a weekly rule with the event', () => {
  const event = testEvent({ rule: 'FREQ=WEEKLY;BYDAY=WE,FR,SU' })
  const occurrence = occurrenceOf(event)
  const { startMs, endMs } = occurrence
  expect(
    moveFields(
      occurrence,
      { startMs: startMs + DAY_MS, endMs: endMs + DAY_MS, isAllDay: false },
      BERLIN,
    )?.rule,
  ).toBe('FREQ=WEEKLY;BYDAY=MO,TH,SA')
  expect(
    moveFields(
      occurrence,
      { startMs: startMs + 3_600_000, endMs: endMs + 3_600_000, isAllDay: false },
      BERLIN,
    )?.rule,
  ).toBe(event.rule)
})

it('keeps an imported rule in its own words', () => {
  const event = testEvent({ rule: 'FREQ=WEEKLY;WKST=SU;COUNT=3' })
  expect(toFields(toDraft(occurrenceOf(event)), event, BERLIN)?.rule).toBe(event.rule)
})

it.each([
  ['drops the reminder of an event that now takes whole days', false, 10, null],
  ['adds the usual reminder to whole days that now take an hour', true, null, 10],
  ['keeps the reminder of an event of the same kind', false, null, null],
])('%s', (title, wasAllDay, before, after) => {
  const times = wasAllDay ? { isAllDay: true, start: '2026-11-20', end: '2026-11-21' } : {}
  const occurrence = occurrenceOf(testEvent({ ...times, reminderMinutes: before }))
  const to = { startMs: wall('2026-11-21T00:00'), endMs: wall('2026-11-22T00:00') }
  const isAllDay = title.startsWith('keeps') ? wasAllDay : !wasAllDay
  expect(moveFields(occurrence, { ...to, isAllDay }, BERLIN)?.reminderMinutes).toBe(after)
})

it('moves an event that was dragged', () => {
  const occurrence = occurrenceOf(testEvent())
  expect(
    moveFields(
      occurrence,
      { startMs: wall('2026-11-21T14:15'), endMs: wall('2026-11-21T15:15'), isAllDay: false },
      BERLIN,
    ),
  ).toMatchObject({ start: '2026-11-21T14:15:00', end: '2026-11-21T15:15:00' })
})

it('offers the next full hour of today, else nine', () => {
  const day = wall('2026-11-20') / 86_400_000
  expect(getUsualStart(day, wall('2026-11-20T13:20'))).toBe(wall('2026-11-20T14:00'))
  expect(getUsualStart(day, wall('2026-11-20T23:50'))).toBe(wall('2026-11-20T23:00'))
  expect(getUsualStart(day + 1, wall('2026-11-20T13:20'))).toBe(wall('2026-11-21T09:00'))
})

it.each([
  // Cut off by another series from Friday on.
  ['FREQ=DAILY;UNTIL=20261127T085959', '2026-11-26'],
  ['FREQ=DAILY;UNTIL=20261127T090000', '2026-11-27'],
  ['FREQ=DAILY;UNTIL=20261127T235959', '2026-11-27'],
  ['FREQ=DAILY;UNTIL=20261127', '2026-11-27'],
])('a series at nine by %s lasts to %s', (rule, day) => {
  const event = testEvent({ rule, start: '2026-11-20T09:00:00', end: '2026-11-20T10:00:00' })
  expect(toDraft(occurrenceOf(event))).toMatchObject({ repeatEnds: 'on', untilDay: day })
})

describe('the words of a title', () => {
  const words = { title: 'Call', starts_at: '2026-11-21T13:00', ends_at: null, repeats: null }

  it('move the event and keep its length, notes and color', () => {
    const long = {
      ...draft,
      endTime: '11:00',
      notes: 'Bring the keys',
      title: 'Call tomorrow at 1',
    }
    expect(withEventWords(long, words)).toEqual({
      ...long,
      title: 'Call',
      startDay: '2026-11-21',
      startTime: '13:00',
      endDay: '2026-11-21',
      endTime: '15:00',
    })
  })

  it('make it last all day without a time, up to the named day', () => {
    const days = { ...words, starts_at: '2026-11-30', ends_at: '2026-12-02' }
    expect(withEventWords(draft, days)).toMatchObject({
      isAllDay: true,
      startDay: '2026-11-30',
      endDay: '2026-12-02',
      reminderMinutes: null,
    })
  })

  it('set the repetition', () => {
    const series = { ...words, repeats: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=5' }
    expect(withEventWords(draft, series)).toMatchObject({
      repeat: 'weekdays',
      repeatEnds: 'after',
      times: '5',
    })
  })

  it.each([
    { ...words, starts_at: null },
    { ...words, starts_at: '2026-02-30' },
    { ...words, repeats: 'FREQ=MONTHLY;BYDAY=2FR' },
  ])('change nothing when the form cannot show them', (unclear) => {
    expect(withEventWords(draft, unclear)).toBeNull()
  })
})
