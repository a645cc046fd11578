import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanceSky,
  clearness,
  glowPlace,
  makeSky,
  meteorStreak,
  starOpacity,
} from '#src/features/background/sky.ts'
import type { Sky } from '#src/features/background/sky.ts'

/** Numbers that follow from a seed (Park and Miller, 1988). */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const seeds = fc.integer({ min: 1, max: 2_000_000_000 })

/** Lets a sky live through so many frames of so many milliseconds. */
const live = (
  seed: number,
  frames: number,
  stepMs: number,
  onFrame: (sky: Sky, nowMs: number) => void,
) => {
  const random = seeded(seed)
  let sky = makeSky(random)
  for (let frame = 1; frame <= frames; frame += 1) {
    sky = advanceSky(sky, frame * stepMs, random)
    onFrame(sky, frame * stepMs)
  }
  return sky
}

describe('the sky', () => {
  it('has 100 stars and 5 glows, blue and purple, wherever they fall', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { stars, glows, meteors } = makeSky(seeded(seed))
        expect([stars.length, glows.length, meteors.length]).toEqual([100, 5, 0])
        expect(new Set(glows.map(({ tone }) => tone))).toEqual(new Set(['blue', 'purple']))
        for (const { x, y } of [...stars, ...glows]) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(1)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('is the same for the same chance', () => {
    expect(live(7, 500, 16, () => {})).toEqual(live(7, 500, 16, () => {}))
  })

  it('considers a shooting star about every two seconds and takes three of ten', () => {
    let considered = 0
    let came = 0
    for (let seed = 1; seed <= 40; seed += 1) {
      let considerAtMs = 0
      const seen = new Set<number>()
      live(seed, 1_500, 80, (sky) => {
        if (sky.considerAtMs !== considerAtMs) considered += 1
        considerAtMs = sky.considerAtMs
        for (const { bornMs } of sky.meteors) seen.add(bornMs)
      })
      came += seen.size
    }
    const minutes = (40 * 1_500 * 80) / 60_000
    expect(considered / minutes).toBeGreaterThan(27)
    expect(considered / minutes).toBeLessThan(32)
    expect(came / considered).toBeGreaterThan(0.25)
    expect(came / considered).toBeLessThan(0.35)
  })

  it('never has more than three shooting stars, and lets each one go', () => {
    let sky = makeSky(seeded(1))
    // Chance that always says yes, and lives as long as can be.
    const yes = () => 0.299
    for (let nowMs = 0; nowMs < 20_000; nowMs += 100) {
      sky = advanceSky({ ...sky, considerAtMs: nowMs }, nowMs, yes)
      expect(sky.meteors.length).toBeLessThanOrEqual(3)
      for (const { bornMs, lifeMs } of sky.meteors) expect(nowMs).toBeLessThan(bornMs + lifeMs)
    }
    expect(sky.meteors).toHaveLength(3)
    expect(advanceSky(sky, 60_000, () => 0.9).meteors).toEqual([])
  })

  it('brings no shower after time that was missed', () => {
    const sky = advanceSky(makeSky(seeded(1)), 3_600_000, () => 0)
    expect(sky.meteors).toHaveLength(1)
    expect(sky.considerAtMs).toBeGreaterThan(3_600_000)
  })

  it('is the same object while nothing comes or goes', () => {
    const sky = makeSky(seeded(1))
    expect(advanceSky(sky, 100, seeded(2))).toBe(sky)
  })

  it('twinkles between dark and bright and keeps its glows near their places', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 3_600_000 }), (seed, nowMs) => {
        const { stars, glows } = makeSky(seeded(seed))
        for (const star of stars) {
          expect(starOpacity(star, nowMs)).toBeGreaterThanOrEqual(0)
          expect(starOpacity(star, nowMs)).toBeLessThanOrEqual(star.opacity)
        }
        for (const glow of glows) {
          const { x, y } = glowPlace(glow, nowMs)
          expect(Math.hypot(x - glow.x, y - glow.y)).toBeLessThanOrEqual(2 * glow.wander)
        }
      }),
    )
  })

  it('is clear above and hazy towards the ground', () => {
    expect([0, 0.3, 0.6].map(clearness)).toEqual([1, 1, 1])
    expect(clearness(0.8)).toBeCloseTo(0.5)
    expect([1, 1.2].map(clearness)).toEqual([0, 0])
  })
})

describe('a shooting star', () => {
  const meteor = { bornMs: 0, lifeMs: 1000, x: 0.1, y: 0.1, angle: 0.5, way: 0.3, trail: 0.1 }
  const screen = { width: 1000, height: 500 }

  it('begins and ends in the dark, where its way begins and ends', () => {
    const born = meteorStreak(meteor, 0, screen)
    const gone = meteorStreak(meteor, 1000, screen)
    expect(born).toEqual({ headX: 100, headY: 50, angle: 0.5, length: 0, opacity: 0 })
    expect(gone.opacity).toBe(0)
    expect(Math.hypot(gone.headX - 100, gone.headY - 50)).toBeCloseTo(300)
  })

  it('flies on and slows down, with a trail no longer than its way', () => {
    const places = Array.from({ length: 11 }, (_, tenth) =>
      meteorStreak(meteor, tenth * 100, screen),
    )
    const steps = places.slice(1).map((place, index) => place.headX - (places[index]?.headX ?? 0))
    expect(steps).toEqual(steps.toSorted((one, other) => other - one))
    expect(steps.every((step) => step > 0)).toBe(true)
    for (const { length } of places) expect(length).toBeLessThanOrEqual(100)
  })
})
