import { describe, expect, it } from 'vitest'
import { readTurn } from '#src/platform/windows/gestures/phone-swipe.ts'

describe('a swipe on a phone', () => {
  it.each([
    ['a long way to the left', { x: -120, y: 10 }, 800, 1],
    ['a long way to the right', { x: 120, y: -10 }, 800, -1],
    ['a flick', { x: -50, y: 4 }, 90, 1],
    ['a slow short way', { x: -50, y: 4 }, 800, 0],
    ['a tap', { x: 2, y: 1 }, 60, 0],
    ['down more than across', { x: 120, y: 200 }, 300, 0],
  ])('%s turns to the right window', (_name, way, ms, turn) => {
    expect(readTurn(way, { widthPx: 390, ms })).toBe(turn)
  })
})
