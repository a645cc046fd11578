import type { Browser, Page } from '@playwright/test'
import { heapMb, launchBrowser } from '#bench/support/browser.ts'
import { createLimits, median, quantile } from '#bench/support/figures.ts'
import { openDesktop, startDesktop } from '#bench/support/desktop.ts'
import type { Desktop } from '#bench/support/desktop.ts'

/**
 * What windows cost on the product's desktop: opening one beside 1 and beside 49 others, the memory of a chat that stays
 * idle, what opening and closing leaves behind, and how long a change of focus takes among 50.
 */

const MANY = 50
const CYCLES = 20
const MAX_OPEN_RATIO = 1.3
const MAX_HEAP_MB = 0.25
const MAX_KEPT_KB = 10
const MAX_FOCUS_MS = 50
const OPENED_PATH = '/theme'
const OPENED_ICON = 'Theme'

const windowSelector = `[data-window-path="${OPENED_PATH}"]`

const openOnce = async (page: Page): Promise<number> => {
  const took = page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        let pressedAt = 0
        addEventListener('click', () => (pressedAt = performance.now()), {
          capture: true,
          once: true,
        })
        new MutationObserver((_, observer) => {
          if (document.querySelector(selector) === null) return
          observer.disconnect()
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(performance.now() - pressedAt)),
          )
        }).observe(document.body, { childList: true, subtree: true })
      }),
    windowSelector,
  )
  await page
    .locator('[data-icon]')
    .filter({ hasText: OPENED_ICON })
    .first()
    .evaluate((icon: HTMLElement) => (icon.querySelector('button') ?? icon).click())
  return took
}

const closeIt = async (page: Page) => {
  await page
    .locator(`${windowSelector} [data-window-close]`)
    .evaluate((button: HTMLElement) => button.click())
  await page.locator(windowSelector).waitFor({ state: 'detached' })
}

const openBeside = async (browser: Browser, desktop: Desktop, others: number) => {
  const context = await desktop.contextWith(browser, desktop.chatPaths.slice(0, others))
  try {
    const page = await context.newPage()
    await openDesktop(page, desktop.url, others)
    await openOnce(page)
    await closeIt(page)
    const times: number[] = []
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      times.push(await openOnce(page))
      await closeIt(page)
    }
    return median(times)
  } finally {
    await context.close()
  }
}

const counts = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const mb = await heapMb(page)
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { mb, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

const keptByCycles = async (browser: Browser, desktop: Desktop) => {
  const context = await desktop.contextWith(browser, [])
  try {
    const page = await context.newPage()
    await openDesktop(page, desktop.url, 0)
    const cycle = async () => {
      for (let count = 0; count < CYCLES; count += 1) {
        await openOnce(page)
        await closeIt(page)
      }
      await page.waitForTimeout(500)
    }
    await cycle()
    const before = await counts(page)
    await cycle()
    const after = await counts(page)
    return {
      kb: (1000 * (after.mb - before.mb)) / CYCLES,
      nodes: (after.nodes - before.nodes) / CYCLES,
      listeners: (after.listeners - before.listeners) / CYCLES,
    }
  } finally {
    await context.close()
  }
}

const heapOfChats = async (browser: Browser, desktop: Desktop) => {
  const heapWith = async (windows: number) => {
    const context = await desktop.contextWith(browser, desktop.chatPaths.slice(0, windows))
    try {
      const page = await context.newPage()
      await openDesktop(page, desktop.url, windows)
      await page.waitForTimeout(3_000)
      return await heapMb(page)
    } finally {
      await context.close()
    }
  }
  return ((await heapWith(21)) - (await heapWith(1))) / 20
}

const focusAmongMany = async (browser: Browser, desktop: Desktop) => {
  const context = await desktop.contextWith(browser, desktop.chatPaths.slice(0, MANY))
  try {
    const page = await context.newPage()
    await openDesktop(page, desktop.url, MANY)
    return await page.evaluate(async () => {
      const windows = [...document.querySelectorAll<HTMLElement>('[data-window]')]
      const times: number[] = []
      const changed: number[] = []
      for (const one of windows.slice(0, 20)) {
        const records: MutationRecord[] = []
        const observer = new MutationObserver((list) => records.push(...list))
        for (const each of windows) {
          observer.observe(each, { attributes: true, attributeFilter: ['style', 'data-active'] })
        }
        const startedAt = performance.now()
        one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        times.push(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, 30))
        records.push(...observer.takeRecords())
        observer.disconnect()
        changed.push(new Set(records.map(({ target }) => target)).size)
      }
      return { times, mostTouched: Math.max(...changed) }
    })
  } finally {
    await context.close()
  }
}

export async function run(): Promise<void> {
  const { expectAtMost, end } = createLimits(3)
  const desktop = await startDesktop(MANY)
  const browser = await launchBrowser()
  try {
    const second = await openBeside(browser, desktop, 1)
    const fiftieth = await openBeside(browser, desktop, MANY - 1)
    console.log(`opening: ${second.toFixed(1)} ms beside 1, ${fiftieth.toFixed(1)} ms beside 49`)
    expectAtMost('opening the 50th, to the 2nd', fiftieth / second, MAX_OPEN_RATIO)
    expectAtMost('heap of an idle chat, MB', await heapOfChats(browser, desktop), MAX_HEAP_MB)
    const kept = await keptByCycles(browser, desktop)
    expectAtMost('kept by open and close, kB', kept.kb, MAX_KEPT_KB)
    expectAtMost('kept by open and close, nodes', kept.nodes, 0)
    expectAtMost('kept by open and close, listeners', kept.listeners, 0)
    const focus = await focusAmongMany(browser, desktop)
    expectAtMost('change of focus among 50, p95 ms', quantile(focus.times, 0.95), MAX_FOCUS_MS)
    expectAtMost('windows touched by a change of focus', focus.mostTouched, 2)
  } finally {
    await browser.close()
    await desktop.close()
  }
  end()
}
