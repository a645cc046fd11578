import type { Context2d } from './draw-sky.ts'
import {
  GLOW_SHRINK,
  TRAIL_SIZE,
  bandOf,
  drawBand,
  drawGlows,
  drawTrail,
  placeTrail,
} from './draw-sky.ts'
import { areGlowsDue, isBandDue, restAfter, stepOf } from './pace.ts'
import type { Random, Sky } from './sky.ts'
import { advanceSky, makeSky } from './sky.ts'

/** Sharper than this, points of light look no better and cost four times as much. */
const MOST_PIXEL_RATIO = 1.5

export type SkyCanvases = {
  /** Bands of equal height from the top: a canvas costs by its area, so only one of them is drawn in a frame. */
  bands: readonly HTMLCanvasElement[]
  /** One for each shooting star there may be, at the top left corner. */
  trails: readonly HTMLCanvasElement[]
}

/** Calls back with the time of a frame that is at least `delayMs` away; gives the function that calls it off. */
type ScheduleFrame = (onFrame: (timeMs: number) => void, delayMs: number) => () => void

const scheduleOnScreen: ScheduleFrame = (onFrame, delayMs) => {
  let frame: number | null = null
  const ask = () => {
    frame = requestAnimationFrame(onFrame)
  }
  // Asking for every frame only to draw nothing would keep the whole page busy.
  const timer = delayMs > 0 ? setTimeout(ask, delayMs) : undefined
  if (timer === undefined) ask()
  return () => {
    clearTimeout(timer)
    if (frame !== null) cancelAnimationFrame(frame)
  }
}

type SkyOptions = {
  random?: Random
  schedule?: ScheduleFrame
  /** Told how long each drawn frame took, in milliseconds. */
  onDrawn?: (tookMs: number) => void
}

export type RunningSky = {
  /** Lets the sky move, or leaves it as it is. */
  setMoving: (isMoving: boolean) => void
  /** Fits it to an area of this many CSS pixels and draws it once. */
  resize: (width: number, height: number, pixelRatio: number) => void
  stop: () => void
}

type Surface = { canvas: HTMLCanvasElement | OffscreenCanvas; context: Context2d | null }

/**
 * A canvas cut loose from the page hands its pictures straight to the compositor. Joined to the page, it would be copied
 * whole with every change of the page, also when nothing is drawn on it, such as while a window is dragged.
 */
const surfaceOf = (element: HTMLCanvasElement): Surface => {
  if (typeof element.transferControlToOffscreen !== 'function') {
    return { canvas: element, context: element.getContext('2d') }
  }
  const canvas = element.transferControlToOffscreen()
  return { canvas, context: canvas.getContext('2d') }
}

/** Joins the sky to its canvases. It stands still until it is told to move. */
export const runSky = (
  canvases: SkyCanvases,
  { random = Math.random, schedule = scheduleOnScreen, onDrawn }: SkyOptions = {},
): RunningSky => {
  const glows = document.createElement('canvas')
  const onGlows = glows.getContext('2d')
  // Stretching the glows costs more than copying them, so each band keeps its part of them at full size.
  const bands = canvases.bands.map((element) => {
    const ground = document.createElement('canvas')
    return { ...surfaceOf(element), ground, onGround: ground.getContext('2d') }
  })
  let sky: Sky = makeSky(random)
  const starsOf = bands.map((_, band) =>
    sky.stars.filter((star) => bandOf(star, bands.length) === band),
  )
  let nowMs = 0
  let size = { width: 0, height: 0 }
  let nextBand = 0
  let nextGround = 0
  let bandDrawnMs: number | null = null
  let glowsDrawnMs: number | null = null
  let lastFrameMs: number | null = null
  let callOff: (() => void) | null = null

  for (const canvas of canvases.trails) {
    Object.assign(canvas, TRAIL_SIZE)
    const context = canvas.getContext('2d')
    if (context !== null) drawTrail(context, TRAIL_SIZE)
  }

  const drawNextBand = () => {
    const band = bands[nextBand]
    const height = size.height / bands.length
    const stars = starsOf[nextBand] ?? []
    if (band !== undefined && band.context !== null) {
      const { context, ground } = band
      drawBand(context, { stars, ground }, nowMs, { sky: size, top: nextBand * height, height })
    }
    nextBand = (nextBand + 1) % bands.length
    bandDrawnMs = nowMs
  }
  const drawGlowsAnew = () => {
    if (onGlows !== null) drawGlows(onGlows, sky.glows, nowMs, glows)
    glowsDrawnMs = nowMs
  }
  /** Band after band, so that no frame pays for all. */
  const drawNextGround = () => {
    const band = bands[nextGround]
    if (band !== undefined && band.onGround !== null) {
      const { width, height } = band.ground
      band.onGround.clearRect(0, 0, width, height)
      band.onGround.drawImage(glows, 0, -nextGround * height, width, height * bands.length)
    }
    nextGround = (nextGround + 1) % bands.length
  }

  const placeTrails = () => {
    for (const [index, canvas] of canvases.trails.entries()) {
      placeTrail(canvas, sky.meteors[index], nowMs, size)
    }
  }

  const onFrame = (timeMs: number) => {
    const startedMs = onDrawn === undefined ? 0 : performance.now()
    nowMs += lastFrameMs === null ? 0 : stepOf(timeMs - lastFrameMs)
    lastFrameMs = timeMs
    sky = advanceSky(sky, nowMs, random)
    if (areGlowsDue(nowMs, glowsDrawnMs)) {
      drawGlowsAnew()
      drawNextGround()
    }
    if (isBandDue(nowMs, bandDrawnMs)) drawNextBand()
    placeTrails()
    callOff = schedule(onFrame, restAfter(sky.meteors.length))
    onDrawn?.(performance.now() - startedMs)
  }

  const stand = () => {
    callOff?.()
    callOff = null
    lastFrameMs = null
    // A shooting star that hangs in the air is none.
    sky = { ...sky, meteors: [] }
    placeTrails()
  }

  return {
    setMoving: (isMoving) => {
      if (!isMoving) stand()
      else callOff ??= schedule(onFrame, 0)
    },
    resize: (width, height, pixelRatio) => {
      const ratio = Math.min(MOST_PIXEL_RATIO, Math.max(1, pixelRatio))
      size = { width, height }
      for (const { canvas, context, ground } of bands) {
        canvas.width = Math.max(1, Math.round(width * ratio))
        canvas.height = Math.max(1, Math.round((height * ratio) / bands.length))
        ground.width = canvas.width
        ground.height = canvas.height
        context?.setTransform(ratio, 0, 0, ratio, 0, 0)
      }
      glows.width = Math.max(1, Math.round(width / GLOW_SHRINK))
      glows.height = Math.max(1, Math.round(height / GLOW_SHRINK))
      drawGlowsAnew()
      nextGround = 0
      nextBand = 0
      for (const _ of bands) {
        drawNextGround()
        drawNextBand()
      }
      placeTrails()
    },
    stop: stand,
  }
}
