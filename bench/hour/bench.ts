import type { Browser, Page } from '@playwright/test'
import { heapMb, launchBrowser } from '#bench/support/browser.ts'
import { createLimits } from '#bench/support/figures.ts'
import { openDesktop, startDesktop } from '#bench/support/desktop.ts'
import type { Desktop } from '#bench/support/desktop.ts'

/**
 * An hour of work in a few minutes: two browsers of one account that keeps its desktop, one of them with two tabs, and
 * eight windows in each. Windows are dragged, typed in, closed and opened; two of the tabs are reloaded now and
 * then. No window is lost, the console stays clean, and the memory of the tab that is never
 * reloaded does not grow.
 */

const PATHS = [
  '/wallet-finder',
  '/research',
  '/app-store',
  '/agent-builder',
  '/sol-recharge',
  '/calendar',
  '/theme',
  '/settings',
] as const
const ROUNDS = 24
const WARM_ROUNDS = 8
const RELOAD_EVERY = 6
const MAX_GROWTH = 1.1

type Tab = { name: string; page: Page; errors: string[] }

const open = async (browser: Browser, desktop: Desktop, tabs: readonly string[]) => {
  const context = await desktop.contextWith(browser, PATHS)
  const opened: Tab[] = []
  for (const name of tabs) {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await openDesktop(page, desktop.url, PATHS.length)
    opened.push({ name, page, errors })
  }
  return opened
}

const pathsIn = (page: Page): Promise<string[]> =>
  page
    .locator('[data-window]')
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('data-window-path') ?? '').replace(/\?.*/, '')).toSorted(),
    )

const locateWindow = (page: Page, path: string) => page.locator(`[data-window-path^="${path}"]`)

const raise = async (page: Page, path: string) => {
  await locateWindow(page, path)
    .locator('[data-window-title]')
    .evaluate((title) => {
      for (const type of ['pointerdown', 'pointerup']) {
        title.dispatchEvent(
          new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, button: 0 }),
        )
      }
    })
}

const drag = async (page: Page, path: string, by: { x: number; y: number }) => {
  await raise(page, path)
  const box = await locateWindow(page, path).boundingBox()
  if (box === null) throw new Error(`${path} is not shown`)
  await page.mouse.move(box.x + box.width / 2, box.y + 7)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + by.x, box.y + 7 + by.y, { steps: 6 })
  await page.mouse.up()
}

const typeQuestion = async (page: Page, text: string) => {
  await raise(page, '/research')
  await locateWindow(page, '/research').getByLabel('Question').fill(text)
}

const closeAndOpen = async (page: Page, path: string, icon: string) => {
  await locateWindow(page, path)
    .locator('[data-window-close]')
    .evaluate((button: HTMLElement) => button.click())
  await locateWindow(page, path).waitFor({ state: 'detached' })
  await page
    .locator(`[data-icon="${icon}"]`)
    .first()
    .evaluate((button: HTMLElement) => button.click())
  await locateWindow(page, path).waitFor()
}

const work = async ({ page }: Tab, round: number) => {
  const path = PATHS[round % PATHS.length] ?? '/settings'
  const sign = round % 2 === 0 ? 1 : -1
  await drag(page, path, { x: 35 * sign, y: 18 * sign })
  await typeQuestion(page, `Round ${round}: what moved SOL today?`)
  const reopened = PATHS[(round * 3) % PATHS.length] ?? '/theme'
  await closeAndOpen(page, reopened, reopened)
  await page.waitForTimeout(300)
}

const keepDesktop = async ({ page }: Tab) => {
  await raise(page, '/settings')
  const keep = page.getByRole('switch', { name: /Keep my desktop the same/ })
  await keep.evaluate((button: HTMLElement) => button.click())
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-label^="Keep my desktop"]')?.getAttribute('aria-checked') ===
      'true',
  )
}

const expectWindows = async ({ name, page }: Tab) => {
  const shown = await pathsIn(page)
  const lost = PATHS.filter((path) => !shown.includes(path))
  if (lost.length > 0) throw new Error(`${name} lost ${lost.join(', ')}`)
}

export const run = async (): Promise<void> => {
  const desktop = await startDesktop(0)
  const browser = await launchBrowser()
  const limits = createLimits()
  try {
    const first = await open(browser, desktop, ['first tab', 'second tab'])
    const second = await open(browser, desktop, ['other browser'])
    const [steady] = first
    if (steady === undefined || second[0] === undefined) throw new Error('No tab')
    await keepDesktop(steady)
    await keepDesktop(second[0])
    const tabs = [...first, ...second]
    let warmMb = Number.NaN
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const tab of tabs) {
        await tab.page.bringToFront()
        await work(tab, round)
        if (tab !== steady && round % RELOAD_EVERY === 0) {
          await tab.page.reload()
          await openDesktop(tab.page, desktop.url, PATHS.length)
        }
        await expectWindows(tab)
      }
      if (round === WARM_ROUNDS) warmMb = await heapMb(steady.page)
    }
    await steady.page.waitForTimeout(3_000)
    const endMb = await heapMb(steady.page)
    const errors = tabs.flatMap(({ name, errors: all }) => all.map((text) => `${name}: ${text}`))
    for (const text of errors) console.log(text)
    console.log(
      `heap ${warmMb.toFixed(1)} MB after ${WARM_ROUNDS} rounds, ${endMb.toFixed(1)} MB at the end`,
    )
    limits.expectAtMost('memory at the end, × after warming up', endMb / warmMb, MAX_GROWTH)
    limits.expectAtMost('console errors', errors.length, 0)
    limits.end()
  } finally {
    await browser.close()
    await desktop.close()
  }
}
