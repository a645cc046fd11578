import type { Page } from '@playwright/test'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { paletteOn } from '#e2e/pages/palette.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const ADDRESS = '4UdXLsCXkcat78UhykL2fq3Xm7cehdSiNifeyRcJpump'
const LIMIT_KB = 12

/** Console errors of the page, including violations of the content policy. */
const watchConsole = (page: Page): string[] => {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  return said
}

/** Opens the first screen and waits until it listens to keys. */
const openHome = async (page: Page) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Search and commands/ })).toBeVisible()
}

const boxes = async (page: Page) => {
  const windows = page.locator('[data-window]')
  return Promise.all((await windows.all()).map((window) => window.boundingBox()))
}

test.beforeEach(async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await arriveAsNewcomer(page, product.url)
})

test('opens and closes by keyboard on every screen and returns the focus', async ({ page }) => {
  const said = watchConsole(page)
  const palette = paletteOn(page)
  for (const path of ['/', '/chat', '/payment', '/ios-desktop']) {
    await page.goto(path)
    const button = page.getByRole('button', { name: /^Search and commands/ })
    await button.focus()
    await palette.open()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.dialog).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await expect(palette.dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette.dialog).toBeHidden()
    await expect(button).toBeFocused()
  }
  expect(said).toEqual([])
})

test('weighs little and comes only when it is wanted', async ({ page }) => {
  await page.goto('/ios-desktop')
  await expect(page.getByLabel('Dock')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sizes: Promise<{ url: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    const url = request.url()
    if (!/(palette|cmdk)[^/]*\.js$/.test(url)) return
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ url, bytes: responseBodySize })))
  })
  await paletteOn(page).open()
  const fetched = await Promise.all(sizes)
  expect(fetched.length).toBeGreaterThan(0)
  expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(LIMIT_KB * 1000)
})

test('opens apps, arranges their windows, changes the theme and goes elsewhere', async ({
  page,
}) => {
  const said = watchConsole(page)
  const palette = paletteOn(page)
  await openHome(page)
  await palette.run('settings', 'Settings')
  await expect(page).toHaveURL(/\/ios-desktop\?open=\/settings$/)
  await expect(page.getByRole('dialog', { name: /^Settings/ })).toBeVisible()
  await palette.run('calend', 'Calendar')
  const calendar = page.getByRole('dialog', { name: /^Calendar/ })
  await expect(calendar).toBeVisible()
  await expect
    .poll(() => calendar.evaluate((window) => window.contains(document.activeElement)))
    .toBe(true)

  await palette.run('arrange windows', 'Arrange windows')
  await expect
    .poll(async () => {
      const [one, other] = await boxes(page)
      return one && other
        ? one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1
        : false
    })
    .toBe(true)
  await palette.run('golden ratio', 'Golden-ratio arrange')
  await expect
    .poll(async () => {
      const widths = (await boxes(page)).map((box) => box?.width ?? 0)
      return (Math.max(...widths) / Math.min(...widths)).toFixed(1)
    })
    .toBe('1.6')

  await palette.run('dark theme', 'Dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await palette.run('switch settings', /^Switch to Settings/)
  await expect(page.locator('[data-window][data-active]')).toHaveAccessibleName(/^Settings/)
  await palette.run('close all', 'Close all windows')
  await expect(page.locator('[data-window]')).toHaveCount(0)
  await palette.run('recharge', 'Recharge')
  await expect(page.getByRole('dialog', { name: /^Recharge/ })).toBeVisible()
  await palette.run('go to pay', 'Go to Payment')
  await expect(page).toHaveURL(/\/payment$/)
  await palette.run('log out', 'Log out')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible()
  expect(said).toEqual([])
})

test('takes a pasted address to the analysis, from any screen', async ({ page }) => {
  const said = watchConsole(page)
  const palette = paletteOn(page)
  const field = page.getByLabel('Contract address')
  await openHome(page)
  await palette.run(ADDRESS, /^Analyze/)
  await expect(page).toHaveURL(/\/ios-desktop\?open=\/wallet-finder/)
  await expect(field).toHaveValue(ADDRESS)
  const other = '1'.repeat(32)
  await palette.run(`https://solscan.io/token/${other}`, /^Analyze/)
  await expect(field).toHaveValue(other)
  await expect(page.locator('[data-window]')).toHaveCount(1)
  await page.reload()
  await expect(field).toHaveValue(other)
  expect(said).toEqual([])
})

test('shows every shortcut on a question mark, and none while typing', async ({ page }) => {
  const desktop = desktopPage(page)
  await desktop.open()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const analysis = await desktop.openApp('CA Analysis')
  await analysis.getByLabel('Contract address').pressSequentially('a?')
  await expect(sheet).toBeHidden()
  await analysis.focus()
  await page.keyboard.press('?')
  await expect(sheet.getByRole('searchbox')).toBeFocused()
  await expect(sheet.getByText('Search and commands')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(analysis).toBeFocused()
})

test('the sky covers the desktop in both themes, moves, and rests under reduced motion', async ({
  page,
}) => {
  const said = watchConsole(page)
  const sky = page.locator('[data-background] canvas').first()
  const moves = async () => {
    const pictures: string[] = []
    for (let shot = 0; shot < 4; shot += 1) {
      pictures.push(
        (await page.screenshot({ clip: { x: 700, y: 60, width: 700, height: 500 } })).toString(
          'base64',
        ),
      )
      await page.waitForTimeout(400)
    }
    return new Set(pictures).size > 1
  }
  await page.goto('/ios-desktop')
  await expect(page.getByLabel('Dock')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
    await page.reload()
    await expect(sky).toBeVisible()
    expect(await sky.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
    expect(await moves()).toBe(true)
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.waitForTimeout(300)
  expect(await moves()).toBe(false)
  expect(said).toEqual([])
})
