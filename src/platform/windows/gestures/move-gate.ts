import type { Point } from '#src/platform/windows/model/geometry.ts'

/** A press becomes a drag after this much travel, so that a double click with a shaky hand moves nothing. */
const DRAG_THRESHOLD_PX = 3

/** About one update a frame. */
const MOVE_INTERVAL_MS = 16

/** Frames and pointer events are up to this far from even; without it every other frame of a 60 Hz screen is lost. */
const FRAME_JITTER_MS = 4

const MIN_MOVE_PX = 0.5

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** Decides, for the moves of one gesture that began at `pressedAt`, which are let through. */
export const createMoveGate = (pressedAt: Point) => {
  let isDragging = false
  let passed: Point & { atMs: number } = { ...pressedAt, atMs: Number.NEGATIVE_INFINITY }
  return (point: Point, atMs: number): boolean => {
    if (!isDragging && distance(point, pressedAt) < DRAG_THRESHOLD_PX) return false
    if (atMs - passed.atMs < MOVE_INTERVAL_MS - FRAME_JITTER_MS) return false
    if (isDragging && distance(point, passed) < MIN_MOVE_PX) return false
    isDragging = true
    passed = { ...point, atMs }
    return true
  }
}
