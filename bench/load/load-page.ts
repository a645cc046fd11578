import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Request } from '@playwright/test'
import { VIEWPORT } from '#bench/support/browser.ts'

const QUIET_MS = 1_000
/** Background work and preloading begin 2 s after the screen; `e2e/page-weight.spec.ts` limits them. */
const BACKGROUND_AFTER_MS = 1_900
const CALM_MS = 300
const CALM_CPU_MS = 15
const CALM_LIMIT_MS = 10_000

export type Load = {
  scriptKb: number
  totalKb: number
  readyMs: number
  interactiveMs: number
  lcpMs: number
  shift: number
  blockedMs: number
}

/**
 * Runs before the page's own scripts. A page is ready when everything asked for is shown, can be hit by a pointer
 * where it is on the screen, and has been painted: the frame after the one that drew it has begun, and the browser has
 * shown its first content.
 */
const observe = (wanted: readonly { selector: string; count: number }[]) => {
  const seen = { longTasks: [] as [number, number][], paintMs: 0, lcpMs: 0, shift: 0, drawnMs: 0 }
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  watch('longtask', ({ startTime, duration }) => seen.longTasks.push([startTime, duration]))
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paintMs = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcpMs = startTime))
  watch('layout-shift', (entry) => (seen.shift += (entry as unknown as { value: number }).value))
  const isHit = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  }
  const isReady = () =>
    wanted.every(({ selector, count }) => {
      const found = document.querySelectorAll(selector)
      const first = found[0]
      return found.length >= count && first !== undefined && (count > 1 || isHit(first))
    })
  const look = () => {
    if (!isReady()) requestAnimationFrame(look)
    // The frame that shows it is handed over when the second one after it begins.
    else
      requestAnimationFrame(() => requestAnimationFrame(() => (seen.drawnMs = performance.now())))
  }
  requestAnimationFrame(look)
  Object.assign(window, { seen })
}

type Seen = {
  longTasks: [number, number][]
  paintMs: number
  lcpMs: number
  shift: number
  drawnMs: number
}

const settle = async (browser: Browser) => {
  const session = await browser.newBrowserCDPSession()
  const cpuMs = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const deadline = performance.now() + CALM_LIMIT_MS
  let before = await cpuMs()
  while (performance.now() < deadline) {
    await sleep(CALM_MS)
    const now = await cpuMs()
    if (now - before < CALM_CPU_MS) break
    before = now
  }
  await session.detach()
}

const sum = async (requests: readonly Request[], of: (request: Request) => Promise<number>) =>
  (await Promise.all(requests.map(of))).reduce((total, bytes) => total + bytes, 0)

/** Browsers are sent Brotli, which is smaller; budgets are in gzip. */
const gzippedBytes = async (request: Request) => {
  const response = await request.response()
  return response === null ? 0 : gzipSync(await response.body()).length
}

const sentBytes = async (request: Request) => (await request.sizes()).responseBodySize

/** Loads a page in a new profile and returns its measurements. */
export const loadPage = async (
  browser: Browser,
  scene: {
    url: string
    ready: Readonly<Record<string, number>>
    context?: Parameters<Browser['newContext']>[0]
    slowdown?: number
  },
): Promise<Load> => {
  const context = await browser.newContext({ viewport: VIEWPORT, ...scene.context })
  try {
    const page = await context.newPage()
    const wanted = Object.entries(scene.ready).map(([selector, count]) => ({ selector, count }))
    await page.addInitScript(observe, wanted)
    const session = await context.newCDPSession(page)
    if (scene.slowdown !== undefined) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: scene.slowdown })
    }
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    await settle(browser)
    await page.goto(scene.url)
    await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.drawnMs > 0)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    const { timeOrigin, ...seen } = await page.evaluate(() => ({
      ...(window as unknown as { seen: Seen }).seen,
      timeOrigin: performance.timeOrigin,
    }))
    const readyMs = Math.max(seen.drawnMs, seen.paintMs)
    const backgroundFrom = timeOrigin + readyMs + BACKGROUND_AFTER_MS
    const settled = requests.filter((request) => request.timing().startTime < backgroundFrom)
    const scripts = settled.filter((request) => request.resourceType() === 'script')
    const others = settled.filter((request) => request.resourceType() !== 'script')
    const scriptBytes = await sum(scripts, gzippedBytes)
    const totalBytes = scriptBytes + (await sum(others, sentBytes))
    const lastEndMs = Math.max(0, ...seen.longTasks.map(([start, duration]) => start + duration))
    return {
      scriptKb: scriptBytes / 1000,
      totalKb: totalBytes / 1000,
      readyMs,
      interactiveMs: Math.max(readyMs, lastEndMs),
      lcpMs: seen.lcpMs,
      shift: seen.shift,
      blockedMs: seen.longTasks.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0),
    }
  } finally {
    await context.close()
  }
}
