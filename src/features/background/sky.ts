/**
 * The night sky behind the desktop as numbers: places are shares of its width and height, times are milliseconds of the sky's own
 * clock, which stands still while nobody looks.
 */

const STAR_COUNT = 100
const GLOW_COUNT = 5
export const MOST_METEORS = 3
/** A shooting star is considered about this often, and comes with this chance. */
const CONSIDER_EVERY_MS = 2000
const CONSIDER_JITTER_MS = 400
const METEOR_CHANCE = 0.3

/** From 0 up to, not including, 1. */
export type Random = () => number

export type Star = {
  x: number
  y: number
  radiusPx: number
  opacity: number
  /** How far its light falls when it twinkles; 0 stands still. */
  depth: number
  periodMs: number
  phase: number
}

export type Glow = {
  x: number
  y: number
  /** A share of the longer side. */
  radius: number
  tone: 'blue' | 'purple'
  opacity: number
  /** How far it wanders from its place. */
  wander: number
  periodMs: number
  phase: number
}

export type Meteor = {
  bornMs: number
  lifeMs: number
  x: number
  y: number
  /** Radians, from the right downwards. */
  angle: number
  /** Shares of the longer side: the way it goes, and its trail. */
  way: number
  trail: number
}

export type Sky = {
  stars: readonly Star[]
  glows: readonly Glow[]
  meteors: readonly Meteor[]
  /** When a shooting star is considered next. */
  considerAtMs: number
}

const between = (random: Random, lowest: number, highest: number) =>
  lowest + random() * (highest - lowest)

const makeStar = (random: Random): Star => ({
  x: random(),
  // More of them high up: towards the ground the air is thick.
  y: random() ** 1.3,
  // Many small ones, few large ones.
  radiusPx: 0.5 + random() ** 3 * 1.1,
  opacity: between(random, 0.35, 0.9),
  depth: between(random, 0.2, 0.7),
  periodMs: between(random, 2400, 7000),
  phase: random(),
})

const makeGlow = (random: Random, index: number): Glow => ({
  // One in each fifth of the width, so that they never gather.
  x: (index + between(random, 0.2, 0.8)) / GLOW_COUNT,
  y: between(random, 0, 0.5),
  radius: between(random, 0.16, 0.28),
  tone: index % 2 === 0 ? 'blue' : 'purple',
  opacity: between(random, 0.1, 0.2),
  wander: between(random, 0.015, 0.045),
  periodMs: between(random, 40_000, 90_000),
  phase: random(),
})

const makeMeteor = (random: Random, nowMs: number): Meteor => ({
  bornMs: nowMs,
  lifeMs: between(random, 700, 1200),
  x: between(random, 0.05, 0.8),
  y: between(random, 0.02, 0.3),
  angle: between(random, 0.3, 0.55),
  way: between(random, 0.22, 0.36),
  trail: between(random, 0.07, 0.13),
})

const nextConsideration = (random: Random, fromMs: number) =>
  fromMs + CONSIDER_EVERY_MS + between(random, -CONSIDER_JITTER_MS, CONSIDER_JITTER_MS)

export const makeSky = (random: Random, nowMs = 0): Sky => ({
  stars: Array.from({ length: STAR_COUNT }, () => makeStar(random)),
  glows: Array.from({ length: GLOW_COUNT }, (_, index) => makeGlow(random, index)),
  meteors: [],
  considerAtMs: nextConsideration(random, nowMs),
})

/** The sky at a later time; the same object when nothing came or went. Time that was missed brings no shower. */
export const advanceSky = (sky: Sky, nowMs: number, random: Random): Sky => {
  const flying = sky.meteors.filter(({ bornMs, lifeMs }) => nowMs < bornMs + lifeMs)
  const isDue = nowMs >= sky.considerAtMs
  if (!isDue && flying.length === sky.meteors.length) return sky
  if (!isDue) return { ...sky, meteors: flying }
  const comes = random() < METEOR_CHANCE && flying.length < MOST_METEORS
  return {
    ...sky,
    meteors: comes ? [...flying, makeMeteor(random, nowMs)] : flying,
    considerAtMs: nextConsideration(random, nowMs),
  }
}

const TURN = 2 * Math.PI

/** Stars fade out below this share of the height. */
const HAZE_FROM = 0.6

/** 0 to 1: what the air lets through at a height of the sky. */
export const clearness = (y: number): number => Math.min(1, Math.max(0, (1 - y) / (1 - HAZE_FROM)))

/** 0 to 1. */
export const starOpacity = ({ y, opacity, depth, periodMs, phase }: Star, nowMs: number): number =>
  clearness(y) * opacity * (1 - depth * (0.5 + 0.5 * Math.sin(TURN * (nowMs / periodMs + phase))))

/** Where a glow has wandered to, on a flat eight around its place. */
export const glowPlace = (
  { x, y, wander, periodMs, phase }: Glow,
  nowMs: number,
): { x: number; y: number } => {
  const turn = TURN * (nowMs / periodMs + phase)
  return { x: x + wander * Math.sin(turn), y: y + wander * 0.6 * Math.sin(2 * turn) }
}

/** A shooting star as a line that ends at its head; lengths are pixels. */
export type Streak = {
  headX: number
  headY: number
  angle: number
  length: number
  opacity: number
}

/** It comes quickly, goes slowly, and slows down on the way. */
export const meteorStreak = (
  { bornMs, lifeMs, x, y, angle, way, trail }: Meteor,
  nowMs: number,
  { width, height }: { width: number; height: number },
): Streak => {
  const age = Math.min(1, Math.max(0, (nowMs - bornMs) / lifeMs))
  const side = Math.max(width, height)
  const gone = way * side * (1 - (1 - age) ** 2)
  return {
    headX: x * width + Math.cos(angle) * gone,
    headY: y * height + Math.sin(angle) * gone,
    angle,
    length: Math.min(gone, trail * side),
    opacity: Math.min(1, age / 0.12) * Math.min(1, (1 - age) / 0.5),
  }
}
