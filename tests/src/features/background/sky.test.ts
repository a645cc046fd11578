import { describe, expect, it } from 'vitest'
import {
  advanceSky,
  createSky,
  computeMeteorAge,
  computeStarOpacity,
} from '#src/features/background/sky.ts'
import { randomFrom } from '#tests/support/seeded-random.ts'

const seededRandom = (seed: number) => {
  const below = randomFrom(seed)
  return () => below(1_000_000) / 1_000_000
}

const always = () => 0
const never = () => 0.999

describe('the sky', () => {
  it('has 100 stars and 5 glows on the screen', () => {
    const sky = createSky(seededRandom(1), 0)
    expect(sky.stars).toHaveLength(100)
    expect(sky.glows).toHaveLength(5)
    for (const { x, y } of [...sky.stars, ...sky.glows]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x, y)).toBeLessThanOrEqual(1)
    }
  })

  it('considers a shooting star every 2 seconds', () => {
    const sky = createSky(always, 0)
    expect(advanceSky(sky, 1999, always).meteors).toHaveLength(0)
    expect(advanceSky(sky, 2000, always).meteors).toHaveLength(1)
    expect(advanceSky(sky, 2000, never).meteors).toHaveLength(0)
  })

  it('shows about 30 percent of them', () => {
    const random = seededRandom(7)
    let sky = createSky(random, 0)
    let came = 0
    for (let turn = 1; turn <= 2000; turn += 1) {
      sky = advanceSky(sky, turn * 2000, random)
      came += sky.meteors.length
    }
    expect(came / 2000).toBeCloseTo(0.3, 1)
  })

  it('never shows more than three shooting stars', () => {
    const flying = Array.from({ length: 3 }, () => ({ x: 0, y: 0, bornMs: 1900 }))
    const sky = { ...createSky(always, 0), meteors: flying }
    expect(advanceSky(sky, 2000, always).meteors).toHaveLength(3)
  })

  it('lets a shooting star fly for a second', () => {
    const [meteor] = advanceSky(createSky(always, 0), 2000, always).meteors
    if (meteor === undefined) throw new Error('No shooting star came')
    expect(computeMeteorAge(meteor, 2500)).toBe(0.5)
    const sky = advanceSky(createSky(always, 0), 2000, always)
    expect(advanceSky(sky, 3000, always).meteors).toHaveLength(0)
  })

  it('twinkles', () => {
    const [star] = createSky(seededRandom(1), 0).stars
    if (star === undefined) throw new Error('No star')
    const opacities = [0, 0.25, 0.5, 0.75].map((turn) =>
      computeStarOpacity(star, turn * star.periodMs),
    )
    expect(Math.min(...opacities)).toBeGreaterThan(0)
    expect(Math.max(...opacities)).toBeLessThanOrEqual(1)
    expect(new Set(opacities).size).toBeGreaterThan(1)
  })
})
