import type { Browser, Page } from '@playwright/test'
import { readCounters } from '#bench/support/browser.ts'
import { quantile } from '#bench/support/figures.ts'

export type Drag = {
  frameP50Ms: number
  frameP95Ms: number
  slowFramesPercent: number
  longTasks: number
  scriptPerMoveMs: number
  layoutPerMoveMs: number
  layoutsPerMove: number
  cpuPerMoveMs: number
}

const MOVES = 200
const MOVE_EVERY_MS = 1000 / 60
const SLOW_FRAME_MS = 25

const watchFrames = (page: Page) =>
  page.evaluateHandle(() => {
    const frames: number[] = []
    let last = performance.now()
    let isOn = true
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ type: 'longtask' })
    requestAnimationFrame(function next(now) {
      frames.push(now - last)
      last = now
      if (isOn) requestAnimationFrame(next)
    })
    return {
      stop: () => {
        isOn = false
        observer.disconnect()
        return { frames: frames.slice(2), longTasks: longTasks.length }
      },
    }
  })

/** Drags the topmost window along a closed curve: 200 moves at 60 Hz, as browser input. Proves that it followed. */
export const dragTopWindow = async (browser: Browser, page: Page): Promise<Drag> => {
  const title = await page.evaluate(() => {
    const windows = [...document.querySelectorAll<HTMLElement>('[data-window]')]
    const top = windows.toSorted(
      (one, other) => Number(getComputedStyle(other).zIndex) - Number(getComputedStyle(one).zIndex),
    )[0]
    top?.setAttribute('data-bench-top', '')
    const box = top?.querySelector('[data-window-title]')?.getBoundingClientRect()
    return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + 8 }
  })
  if (title === null) throw new Error('There is no window to drag')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    })
  const startBox = await page.locator('[data-bench-top]').boundingBox()
  await mouse('mousePressed', title.x, title.y)
  await mouse('mouseMoved', title.x + 10, title.y + 10)
  await page.waitForTimeout(200)
  const watch = await watchFrames(page)
  const before = await readCounters(browser, session)
  const startedMs = performance.now()
  const sent: Promise<unknown>[] = []
  for (let move = 1; move <= MOVES; move += 1) {
    const angle = (move / MOVES) * 2 * Math.PI * 3
    const target = {
      x: title.x + 10 + 90 * Math.sin(angle) + (move / MOVES) * 60,
      y: title.y + 10 + 60 * (1 - Math.cos(angle)) + (move / MOVES) * 40,
    }
    sent.push(mouse('mouseMoved', Math.round(target.x), Math.round(target.y)))
    const waitMs = startedMs + move * MOVE_EVERY_MS - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  await Promise.all(sent)
  const after = await readCounters(browser, session)
  const { frames, longTasks } = await watch.evaluate(({ stop }) => stop())
  const end = { x: Math.round(title.x + 70), y: Math.round(title.y + 50) }
  await mouse('mouseReleased', end.x, end.y)
  await page.waitForTimeout(300)
  const endBox = await page.locator('[data-bench-top]').boundingBox()
  await page.evaluate(() =>
    document.querySelector('[data-bench-top]')?.removeAttribute('data-bench-top'),
  )
  await session.detach()
  if (startBox === null || endBox === null) throw new Error('The window vanished')
  const way = { x: endBox.x - startBox.x, y: endBox.y - startBox.y }
  if (Math.abs(way.x - 70) > 12 || Math.abs(way.y - 50) > 12) {
    throw new Error(`The window went ${way.x}, ${way.y} and not 70, 50`)
  }
  return {
    frameP50Ms: quantile(frames, 0.5),
    frameP95Ms: quantile(frames, 0.95),
    slowFramesPercent:
      (100 * frames.filter((frame) => frame > SLOW_FRAME_MS).length) / frames.length,
    longTasks,
    scriptPerMoveMs: (after.scriptMs - before.scriptMs) / MOVES,
    layoutPerMoveMs: (after.layoutAndStyleMs - before.layoutAndStyleMs) / MOVES,
    layoutsPerMove: (after.layouts - before.layouts) / MOVES,
    cpuPerMoveMs: (after.cpuMs - before.cpuMs) / MOVES,
  }
}
