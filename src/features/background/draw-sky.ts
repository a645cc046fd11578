import type { Glow, Meteor, Star } from './sky.ts'
import { clearness, glowPlace, meteorStreak, starOpacity } from './sky.ts'

export type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

type Extent = { width: number; height: number }

/** The sky is drawn in so many bands, one at a time: what a canvas costs goes by its area. */
export const BAND_COUNT = 6

/** Of the height of the screen; below are hills, the dock, and pixels that would cost as much as those above. */
export const SKY_HEIGHT = 0.6

/** Glows are soft: drawn this many times smaller than the screen, they look the same and cost next to nothing. */
export const GLOW_SHRINK = 16

/** A trail is drawn once at this size; it is turned, stretched and moved from there on. */
export const TRAIL_SIZE: Extent = { width: 192, height: 3 }

const GLOW_COLOURS = { blue: '86 126 255', purple: '150 92 246' } as const
const HAZE_STEPS = 10
const STAR_COLOUR = '#dfe5ff'

/** Draws the glows on a canvas of the given size; they thin out towards the ground. */
export const drawGlows = (
  context: Context2d,
  glows: readonly Glow[],
  nowMs: number,
  { width, height }: Extent,
): void => {
  context.clearRect(0, 0, width, height)
  const side = Math.max(width, height)
  for (const glow of glows) {
    const place = glowPlace(glow, nowMs)
    const x = place.x * width
    const y = place.y * height
    const radius = glow.radius * side
    const light = context.createRadialGradient(x, y, 0, x, y, radius)
    const colour = GLOW_COLOURS[glow.tone]
    light.addColorStop(0, `rgb(${colour} / ${glow.opacity})`)
    light.addColorStop(0.5, `rgb(${colour} / ${glow.opacity * 0.35})`)
    light.addColorStop(1, `rgb(${colour} / 0)`)
    context.fillStyle = light
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
  const haze = context.createLinearGradient(0, 0, 0, height)
  for (let step = 0; step <= HAZE_STEPS; step += 1) {
    const at = step / HAZE_STEPS
    haze.addColorStop(at, `rgb(0 0 0 / ${clearness(at)})`)
  }
  context.globalCompositeOperation = 'destination-in'
  context.fillStyle = haze
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'source-over'
}

/** Which of `count` bands of equal height, from the top, a star belongs to. */
export const bandOf = ({ y }: Star, count: number): number =>
  Math.min(count - 1, Math.floor(y * count))

/** A band of the sky: the whole of it in CSS pixels, to which a context is scaled, and where the band is in it. */
export type Band = { sky: Extent; top: number; height: number }

/** Draws one band anew: its ground, which has the band’s own size, and its stars over it. */
export const drawBand = (
  context: Context2d,
  { stars, ground }: { stars: readonly Star[]; ground: CanvasImageSource },
  nowMs: number,
  { sky, top, height }: Band,
): void => {
  context.clearRect(0, 0, sky.width, height)
  context.drawImage(ground, 0, 0, sky.width, height)
  context.fillStyle = STAR_COLOUR
  for (const star of stars) {
    context.globalAlpha = starOpacity(star, nowMs)
    const size = 2 * star.radiusPx
    const x = star.x * sky.width - star.radiusPx
    const y = star.y * sky.height - top - star.radiusPx
    if (size < 1.6) context.fillRect(x, y, size, size)
    else {
      context.beginPath()
      context.roundRect(x, y, size, size, star.radiusPx)
      context.fill()
    }
  }
  context.globalAlpha = 1
}

/** Draws a trail whose head is at the right end. */
export const drawTrail = (context: Context2d, { width, height }: Extent): void => {
  const light = context.createLinearGradient(0, 0, width, 0)
  light.addColorStop(0, 'rgb(150 160 255 / 0)')
  light.addColorStop(0.75, 'rgb(190 202 255 / .6)')
  light.addColorStop(1, '#ffffff')
  context.clearRect(0, 0, width, height)
  context.fillStyle = light
  context.beginPath()
  context.roundRect(0, 0, width, height, height / 2)
  context.fill()
}

/** Puts a drawn trail where its shooting star is; hides one that has none. */
export const placeTrail = (
  { style }: HTMLElement,
  meteor: Meteor | undefined,
  nowMs: number,
  screen: Extent,
): void => {
  if (meteor === undefined) {
    style.visibility = 'hidden'
    return
  }
  const { headX, headY, angle, length, opacity } = meteorStreak(meteor, nowMs, screen)
  style.visibility = 'visible'
  style.opacity = opacity.toFixed(3)
  style.transform = `translate(${headX.toFixed(1)}px, ${headY.toFixed(1)}px) rotate(${angle.toFixed(3)}rad) scaleX(${(length / TRAIL_SIZE.width).toFixed(3)}) translateX(-100%)`
}
