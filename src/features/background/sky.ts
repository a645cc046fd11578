/** The sky behind the desktop as numbers. Places are shares of the screen's width and height. */

const STAR_COUNT = 100
const GLOW_COUNT = 5
const MAX_METEORS = 3
/** How often a new shooting star may appear. Its chance is `METEOR_CHANCE`. */
const CONSIDER_EVERY_MS = 2000
const METEOR_CHANCE = 0.3
const METEOR_LIFE_MS = 1000

/** Returns a number from 0 up to but not including 1. */
export type Random = () => number

type Star = { x: number; y: number; radiusPx: number; opacity: number; periodMs: number }
type Glow = { x: number; y: number; radius: number; tone: 'blue' | 'purple' }
type Meteor = { x: number; y: number; bornMs: number }

export type Sky = {
  stars: readonly Star[]
  glows: readonly Glow[]
  meteors: readonly Meteor[]
  considerAtMs: number
}

const list = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))

export const createSky = (random: Random, nowMs: number): Sky => ({
  stars: list(STAR_COUNT, () => ({
    x: random(),
    y: random(),
    radiusPx: 0.5 + random() ** 3 * 1.2,
    opacity: 0.3 + random() * 0.6,
    periodMs: 2500 + random() * 4500,
  })),
  glows: list(GLOW_COUNT, (index) => ({
    // One in each fifth of the width, so that they are spread out.
    x: (index + 0.2 + random() * 0.6) / GLOW_COUNT,
    y: random() * 0.8,
    radius: 0.16 + random() * 0.12,
    tone: index % 2 === 0 ? 'blue' : 'purple',
  })),
  meteors: [],
  considerAtMs: nowMs + CONSIDER_EVERY_MS,
})

/** Returns the sky at a later time. Adds at most one shooting star, even after a long pause. */
export const advanceSky = (sky: Sky, nowMs: number, random: Random): Sky => {
  const meteors = sky.meteors.filter(({ bornMs }) => nowMs < bornMs + METEOR_LIFE_MS)
  if (nowMs < sky.considerAtMs) return { ...sky, meteors }
  const isNew = random() < METEOR_CHANCE && meteors.length < MAX_METEORS
  const meteor = { x: 0.05 + random() * 0.75, y: random() * 0.35, bornMs: nowMs }
  return {
    ...sky,
    meteors: isNew ? [...meteors, meteor] : meteors,
    considerAtMs: nowMs + CONSIDER_EVERY_MS,
  }
}

export const computeStarOpacity = ({ x, opacity, periodMs }: Star, nowMs: number): number =>
  opacity * (0.7 + 0.3 * Math.sin(2 * Math.PI * (nowMs / periodMs + x)))

/** Returns the share of its path that a shooting star has flown, 0 to 1. */
export const computeMeteorAge = ({ bornMs }: Meteor, nowMs: number): number =>
  Math.min(1, Math.max(0, (nowMs - bornMs) / METEOR_LIFE_MS))
