import { useEffect, useRef } from 'react'
import { isMotionReduced, onSystemMotionChange } from '#src/platform/theme/motion.ts'
import { shownRect } from '#src/platform/windows/window.ts'
import type { WindowsState } from '#src/platform/windows/window.ts'
import { windows } from '#src/platform/windows/windows-store.ts'
import { isCovered } from './coverage.ts'
import { BAND_COUNT, SKY_HEIGHT } from './draw-sky.ts'
import type { Standstill } from './pace.ts'
import { isMoving } from './pace.ts'
import type { RunningSky } from './run-sky.ts'
import { runSky } from './run-sky.ts'
import { MOST_METEORS } from './sky.ts'

const BANDS = Array.from({ length: BAND_COUNT }, (_, index) => index)
const TRAILS = Array.from({ length: MOST_METEORS }, (_, index) => index)

/** The windows mark the page with this while one of them is moved or resized. */
const GESTURE_MARK = 'data-gesture'
/** The choice of Settings. */
const MOTION_MARK = 'data-motion'

const isCoveredByWindows = (state: WindowsState) =>
  isCovered(
    state.order.flatMap((id) => {
      const window = state.windows[id]
      return window === undefined || window.isMinimized ? [] : [shownRect(window, state)]
    }),
    state.screen,
  )

/** Keeps the sky still for as long as anything speaks against moving it; gives the function that lets go. */
const watchPage = (sky: RunningSky, isPowerLow: boolean): (() => void) => {
  const root = document.documentElement
  const why: Standstill = {
    isHidden: document.hidden,
    isCovered: isCoveredByWindows(windows.store.getState()),
    isDragging: root.hasAttribute(GESTURE_MARK),
    isPowerLow,
    isMotionReduced: isMotionReduced(),
  }
  const note = (news: Partial<Standstill>) => {
    Object.assign(why, news)
    sky.setMoving(isMoving(why))
  }
  const leaving = new AbortController()
  const { signal } = leaving
  document.addEventListener('visibilitychange', () => note({ isHidden: document.hidden }), {
    signal,
  })
  const noteMotion = () => note({ isMotionReduced: isMotionReduced() })
  const forgetSystem = onSystemMotionChange(noteMotion)
  const marks = new MutationObserver(() => {
    note({ isDragging: root.hasAttribute(GESTURE_MARK) })
    noteMotion()
  })
  marks.observe(root, { attributeFilter: [GESTURE_MARK, MOTION_MARK] })
  const forgetWindows = windows.store.subscribe((now, before) => {
    if (now.windows === before.windows && now.screen === before.screen) return
    note({ isCovered: isCoveredByWindows(now) })
  })
  const fit = () =>
    sky.resize(
      window.innerWidth,
      Math.round(window.innerHeight * SKY_HEIGHT),
      window.devicePixelRatio,
    )
  window.addEventListener('resize', fit, { signal })
  fit()
  note({})
  return () => {
    leaving.abort()
    marks.disconnect()
    forgetSystem()
    forgetWindows()
    sky.stop()
  }
}

const canvasesIn = (ground: Element) => {
  const all = [...ground.querySelectorAll('canvas')]
  return { bands: all.slice(0, BAND_COUNT), trails: all.slice(BAND_COUNT) }
}

/** Stars, glows and now and then a shooting star, behind everything. Decoration only. */
export const Background = ({ isPowerLow }: { isPowerLow: boolean }) => {
  const groundRef = useRef<HTMLDivElement>(null)
  const skyRef = useRef<RunningSky | null>(null)

  useEffect(() => {
    if (groundRef.current === null) return undefined
    // A canvas can be cut loose only once; the sky outlives a change of its surroundings.
    skyRef.current ??= runSky(canvasesIn(groundRef.current))
    return watchPage(skyRef.current, isPowerLow)
  }, [isPowerLow])

  return (
    <div
      ref={groundRef}
      aria-hidden="true"
      data-background=""
      className="pointer-events-none absolute inset-x-0 top-0 -z-1 overflow-hidden"
      style={{ height: `${100 * SKY_HEIGHT}%` }}
    >
      {BANDS.map((band) => (
        <canvas
          key={band}
          className="absolute left-0 w-full"
          style={{ top: `${(100 * band) / BAND_COUNT}%`, height: `${100 / BAND_COUNT}%` }}
        />
      ))}
      {TRAILS.map((trail) => (
        <canvas
          key={trail}
          className="invisible absolute top-0 left-0 h-[3px] w-48 origin-top-left"
        />
      ))}
    </div>
  )
}
