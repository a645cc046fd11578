import { describe, expect, it } from 'vitest'
import { createMoveGate } from '#src/platform/windows/gestures/follow-pointer.ts'

describe('the gate for moves', () => {
  it('treats a trembling press as a click', () => {
    const passes = createMoveGate({ x: 100, y: 100 })
    expect(passes({ x: 102, y: 101 }, 0)).toBe(false)
    expect(passes({ x: 104, y: 100 }, 20)).toBe(true)
  })

  it('lets one move a frame through', () => {
    const passes = createMoveGate({ x: 0, y: 0 })
    expect(passes({ x: 10, y: 0 }, 0)).toBe(true)
    expect(passes({ x: 20, y: 0 }, 8)).toBe(false)
    expect(passes({ x: 30, y: 0 }, 16)).toBe(true)
  })

  it('loses no frame to uneven timing', () => {
    const passes = createMoveGate({ x: 0, y: 0 })
    const times = [0, 15.2, 33.9, 48.6, 67.1]
    expect(times.map((atMs, index) => passes({ x: 10 + index * 5, y: 0 }, atMs))).toEqual(
      times.map(() => true),
    )
  })

  it('ignores moves under half a pixel', () => {
    const passes = createMoveGate({ x: 0, y: 0 })
    expect(passes({ x: 10, y: 0 }, 0)).toBe(true)
    expect(passes({ x: 10.4, y: 0 }, 20)).toBe(false)
    expect(passes({ x: 10.5, y: 0 }, 40)).toBe(true)
  })

  it('follows the pointer back to where it was pressed', () => {
    const passes = createMoveGate({ x: 0, y: 0 })
    expect(passes({ x: 10, y: 0 }, 0)).toBe(true)
    expect(passes({ x: 1, y: 0 }, 20)).toBe(true)
  })
})
