import { describe, expect, it } from 'vitest'
import { buildAreaPath, findNearestPoint, findPointAt } from '#src/ui/area-path.ts'

const BOX = { width: 100, height: 54 }
const POINTS = [
  { time: 0, value: 0 },
  { time: 50, value: 1 },
  { time: 100, value: 0.5 },
]
const FLAT = [
  { time: 0, value: 0 },
  { time: 10, value: 0 },
]

describe('a line', () => {
  it('runs from edge to edge, least below and greatest above', () => {
    expect(buildAreaPath(POINTS, BOX)).toEqual({
      line: 'M0 52L50 2L100 27',
      area: 'M0 52L50 2L100 27V54H0Z',
    })
  })

  it('is in the middle when nothing changes', () => {
    expect(buildAreaPath(FLAT, BOX)?.line).toBe('M0 27L100 27')
  })
})

describe('a stair', () => {
  it('holds each value until the next point, from zero at the bottom to the greatest at the top', () => {
    expect(buildAreaPath(POINTS.slice(1), BOX, { isStepped: true })).toEqual({
      line: 'M0 2H100V27',
      area: 'M0 2H100V27V54H0Z',
    })
  })

  it('is flat while there was never anything', () => {
    expect(buildAreaPath(FLAT, BOX, { isStepped: true })?.line).toBe('M0 52H100V52')
  })

  it('has its area down or up to zero when it has losses', () => {
    const losses = [
      { time: 0, value: -1 },
      { time: 1, value: 1 },
    ]
    expect(buildAreaPath(losses, BOX, { isStepped: true })?.area).toBe('M0 52H100V2V27H0Z')
  })
})

it.each([[[]], [[{ time: 1, value: 1 }]], [[1, 2].map((value) => ({ time: 1, value }))]])(
  'draws nothing without a span of time (%#)',
  (points) => expect(buildAreaPath(points, BOX)).toBeNull(),
)

it.each([
  [0, 0, 0],
  [0.49, 0, 1],
  [0.5, 1, 1],
  [0.99, 1, 0.5],
  [1, 0.5, 0.5],
])('finds the value that holds at %d, and the nearest one', (place, held, nearest) => {
  expect(findPointAt(POINTS, place)?.value).toBe(held)
  expect(findNearestPoint(POINTS, place)?.value).toBe(nearest)
})

it('finds no point where there is none', () => {
  expect(findPointAt([], 0.5)).toBeUndefined()
  expect(findNearestPoint([], 0.5)).toBeUndefined()
})
