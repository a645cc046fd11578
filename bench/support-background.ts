import { BAND_COUNT, SKY_HEIGHT } from '#src/features/background/draw-sky.ts'
import { runSky } from '#src/features/background/run-sky.ts'
import { MOST_METEORS } from '#src/features/background/sky.ts'

/** The page that the bench of the background measures; every scene returns what stops it. */
export type Scenes = {
  /** The frames alone. */
  empty: () => () => void
  /** As the desktop shows it; the time that each frame took goes to `tookMs`. */
  sky: (tookMs: number[]) => () => void
  /** The worst there is: one shooting star after the other, so that every frame of the screen is used. */
  shower: (tookMs: number[]) => () => void
}

/** A small generator, so that every run draws the same sky (Park and Miller, 1988). */
const seeded = () => {
  let seed = 42
  return () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

const canvas = (css: string): HTMLCanvasElement => {
  const element = document.createElement('canvas')
  element.style.cssText = `position:absolute;left:0;${css}`
  document.body.append(element)
  return element
}

const show = (random: () => number, tookMs: number[]) => {
  const share = (100 * SKY_HEIGHT) / BAND_COUNT
  const canvases = {
    bands: Array.from({ length: BAND_COUNT }, (_, band) =>
      canvas(`top:${share * band}%;width:100%;height:${share}%`),
    ),
    trails: Array.from({ length: MOST_METEORS }, () =>
      canvas('top:0;width:192px;height:3px;transform-origin:0 0'),
    ),
  }
  const sky = runSky(canvases, { random, onDrawn: (ms) => tookMs.push(ms) })
  sky.resize(innerWidth, innerHeight * SKY_HEIGHT, devicePixelRatio)
  sky.setMoving(true)
  return () => {
    sky.stop()
    for (const one of [...canvases.bands, ...canvases.trails]) one.remove()
  }
}

const scenes: Scenes = {
  empty: () => {
    let frame = requestAnimationFrame(function again() {
      frame = requestAnimationFrame(again)
    })
    return () => cancelAnimationFrame(frame)
  },
  sky: (tookMs) => show(seeded(), tookMs),
  shower: (tookMs) => {
    const random = seeded()
    let calls = 0
    // The sky is made of 736 numbers; after that chance always says yes, and soon.
    return show(() => {
      calls += 1
      return calls > 736 ? random() * 0.29 : random()
    }, tookMs)
  },
}

Object.assign(window, { scenes })
