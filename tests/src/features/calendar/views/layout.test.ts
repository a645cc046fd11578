import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS, createDay } from '#src/features/calendar/model/civil.ts'
import {
  SHORTEST_MINUTES,
  layOutColumns,
  layOutLanes,
  countTitleLines,
} from '#src/features/calendar/views/layout.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const DAY = createDay(2026, 11, 16)

const at = (key: string, startMs: number, endMs: number, isAllDay = false): Occurrence => ({
  key,
  event: testEvent({ isAllDay }),
  ownStartMs: startMs,
  startMs,
  endMs,
})

const minutes = (key: string, from: number, to: number) =>
  at(key, DAY * DAY_MS + from * MINUTE_MS, DAY * DAY_MS + to * MINUTE_MS)

const days = (key: string, from: number, count: number) =>
  at(key, (DAY + from) * DAY_MS, (DAY + from + count) * DAY_MS, true)

const placed = (occurrences: readonly Occurrence[]) =>
  Object.fromEntries(
    layOutColumns(occurrences, DAY).map(({ occurrence, column, columns, spread }) => [
      occurrence.key,
      [column, columns, spread],
    ]),
  )

describe('events at their hour', () => {
  it('have the whole width alone, and share it where they meet', () => {
    expect(placed([minutes('a', 540, 600), minutes('b', 600, 660)])).toEqual({
      a: [0, 1, 1],
      b: [0, 1, 1],
    })
    expect(placed([minutes('a', 540, 660), minutes('b', 600, 720)])).toEqual({
      a: [0, 2, 1],
      b: [1, 2, 1],
    })
  })

  it('spread over free columns beside them', () => {
    expect(
      placed([
        minutes('a', 540, 720),
        minutes('b', 540, 600),
        minutes('c', 540, 600),
        minutes('d', 630, 690),
      ]),
    ).toEqual({ a: [0, 3, 1], b: [1, 3, 1], c: [2, 3, 1], d: [1, 3, 2] })
  })

  it('are cut at midnight and never too low to be hit', () => {
    const [late, moment] = layOutColumns(
      [minutes('late', 1400, 1600), minutes('moment', 60, 60)],
      DAY,
    ).toSorted((one, other) => other.fromMinute - one.fromMinute)
    expect(late).toMatchObject({ fromMinute: 1400, toMinute: 1440 })
    expect(moment!.toMinute - moment!.fromMinute).toBe(SHORTEST_MINUTES)
    const rest = layOutColumns([minutes('late', 1400, 1600)], DAY + 1)
    expect(rest).toMatchObject([{ fromMinute: 0, toMinute: 160 }])
  })

  it('never lie over each other, whatever their times', () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 400 })),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(spans, (list) => {
        const blocks = layOutColumns(
          list.map(([from, length], index) => minutes(String(index), from, from + length)),
          DAY,
        )
        expect(blocks).toHaveLength(list.length)
        for (const one of blocks) {
          expect(one.column + one.spread).toBeLessThanOrEqual(one.columns)
          for (const other of blocks) {
            if (one === other) continue
            const meet = one.fromMinute < other.toMinute && other.fromMinute < one.toMinute
            const isBeside =
              one.column + one.spread <= other.column || other.column + other.spread <= one.column
            expect(!meet || isBeside).toBe(true)
            if (meet) expect(one.columns).toBe(other.columns)
          }
        }
      }),
    )
  })
})

describe('events over days', () => {
  it('take the highest free lane, the longest first', () => {
    const bars = layOutLanes([days('short', 0, 1), days('long', 0, 3), days('later', 1, 2)], DAY, 7)
    expect(bars.map(({ occurrence, lane }) => [occurrence.key, lane])).toEqual([
      ['long', 0],
      ['short', 1],
      ['later', 1],
    ])
  })

  it('are cut at the ends of the row, and say so', () => {
    expect(layOutLanes([days('a', -2, 20)], DAY, 7)).toMatchObject([
      { column: 0, span: 7, isContinued: true, continues: true },
    ])
    expect(layOutLanes([days('a', -2, 2), days('b', 7, 1)], DAY, 7)).toEqual([])
  })

  it('that end at midnight do not touch the day that begins then', () => {
    expect(layOutLanes([minutes('a', 1320, 1440)], DAY, 7)).toMatchObject([{ column: 0, span: 1 }])
  })

  it('never share a day in one lane', () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: -3, max: 8 }), fc.integer({ min: 1, max: 9 })),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(spans, (list) => {
        const bars = layOutLanes(
          list.map(([from, count], index) => days(String(index), from, count)),
          DAY,
          7,
        )
        const taken = bars.flatMap(({ lane, column, span }) =>
          Array.from({ length: span }, (_, index) => `${lane}/${column + index}`),
        )
        expect(new Set(taken).size).toBe(taken.length)
        expect(bars.every(({ column, span }) => column >= 0 && column + span <= 7)).toBe(true)
      }),
    )
  })
})

describe('countTitleLines', () => {
  it.each([
    [45, 1],
    [60, 1],
    [90, 3],
    [120, 4],
  ])('leaves room for the time below the title of %d minutes', (minutes, lines) => {
    expect(countTitleLines(minutes)).toBe(lines)
  })
})
