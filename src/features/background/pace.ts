/** Why the sky stands still; any one is enough. */
export type Standstill = {
  isHidden: boolean
  isCovered: boolean
  isDragging: boolean
  isPowerLow: boolean
  isMotionReduced: boolean
}

export const isMoving = (why: Standstill): boolean => !Object.values(why).includes(true)

/** Twinkling is slow: a band of the sky this often shows it. A shooting star moves with every frame of the screen. */
const BAND_EVERY_MS = 50
/** Frames come at the beat of the screen, so that one may be a beat early. */
const EARLY_MS = 17
const GLOWS_EVERY_MS = 500

/** How long nothing needs to be done after a frame. */
export const restAfter = (meteorCount: number): number => (meteorCount > 0 ? 0 : BAND_EVERY_MS)

/** Whether enough time has passed; times are of the sky's clock, null for never. */
const isDue = (nowMs: number, drawnMs: number | null, everyMs: number): boolean =>
  drawnMs === null || nowMs - drawnMs >= everyMs - EARLY_MS

export const isBandDue = (nowMs: number, drawnMs: number | null): boolean =>
  isDue(nowMs, drawnMs, BAND_EVERY_MS)

export const areGlowsDue = (nowMs: number, drawnMs: number | null): boolean =>
  isDue(nowMs, drawnMs, GLOWS_EVERY_MS)

/** A frame that comes late, as after a standstill, moves the sky no further than this. */
const LONGEST_STEP_MS = 250

export const stepOf = (sinceLastFrameMs: number): number =>
  Math.min(LONGEST_STEP_MS, Math.max(0, sinceLastFrameMs))
