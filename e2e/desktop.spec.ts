import type { Page } from '@playwright/test'
import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const icon = (page: Page, path: string) => page.locator(`[data-icon="${path}"]`)
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const dock = (page: Page) => page.getByRole('navigation', { name: 'Dock' })

const iconOrder = (page: Page) =>
  page
    .getByRole('region', { name: 'System & Utilities' })
    .locator('[data-icon]')
    .evaluateAll((icons) => icons.map((one) => one.getAttribute('data-icon')))

test.beforeEach(async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await arriveAsNewcomer(page, product.url)
})

test('a held icon goes on as a drag to its new place', async ({ page }) => {
  await desktopPage(page).open()
  const from = await icon(page, '/sol-recharge').boundingBox()
  const to = await icon(page, '/calendar').boundingBox()
  if (from === null || to === null) throw new Error('No icons')
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await expect(page.getByRole('button', { name: 'Delete Recharge' })).toBeVisible()
  await expect(async () => {
    await page.mouse.move(to.x + 30, to.y + 30, { steps: 4 })
    await page.mouse.move(to.x + 45, to.y + 40, { steps: 4 })
    await expect(page.locator('[data-lifted]')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await page.mouse.up()
  await expect
    .poll(() => iconOrder(page))
    .toEqual(['/settings', '/theme', '/calendar', '/sol-recharge'])
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('[data-window]')).toHaveCount(0)
})

test('the mouse drags an icon at once; a click still opens it', async ({ page }) => {
  await desktopPage(page).open()
  const from = await icon(page, '/sol-recharge').boundingBox()
  const to = await icon(page, '/calendar').boundingBox()
  if (from === null || to === null) throw new Error('No icons')
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(to.x + 45, to.y + 40, { steps: 8 })
  await expect(page.locator('[data-lifted]')).toHaveCount(1)
  await page.mouse.up()
  await expect
    .poll(() => iconOrder(page))
    .toEqual(['/settings', '/theme', '/calendar', '/sol-recharge'])
  await expect(page.getByRole('button', { name: 'Done' })).toHaveCount(0)
  await expect(page.locator('[data-window]')).toHaveCount(0)
  // A click in the first 50 ms after a drop still belongs to the drag.
  await expect(async () => {
    await icon(page, '/calendar').click()
    await expect(dialog(page, 'Calendar')).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('jiggling icons hold still for a press', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await desktopPage(page).open()
  await icon(page, '/sol-recharge').hover()
  await page.mouse.down()
  await expect(page.getByRole('button', { name: 'Delete Recharge' })).toBeVisible()
  await page.mouse.up()
  await expect(page.locator('[data-icon] .animate-jiggle').first()).toBeVisible()
  // Every part of the picture except its corner starts a drag.
  const onTop = await icon(page, '/calendar').evaluate((element) => {
    const { x, y, width } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2 - 10, y + 30))
  })
  expect(onTop).toBe(true)
  await page.getByRole('button', { name: 'Delete Recharge' }).click({ timeout: 3_000 })
  await expect(icon(page, '/sol-recharge')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('.animate-jiggle')).toHaveCount(0)
})

test('the address names the windows; Back, Forward and links open them', async ({ page }) => {
  await page.goto('/ios-desktop?open=/settings&open=%2Fcalendar&open=/nowhere')
  await expect(dialog(page, 'Calendar')).toBeVisible()
  await expect(page.getByText('Nothing opens at /nowhere')).toHaveCount(1)
  await expect(page).toHaveURL(/\?open=\/settings&open=\/calendar$/)
  const item = dock(page).getByRole('button', { name: 'Calendar' })
  await item.click()
  await expect(dialog(page, 'Calendar')).toBeHidden()
  await expect(page).toHaveURL(/\?open=\/settings$/)
  await item.click()
  await expect(dialog(page, 'Calendar')).toBeVisible()
  await dialog(page, 'Calendar').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\?open=\/settings$/)
  await expect(item).toHaveCount(0)
  await page.goBack()
  await expect(dialog(page, 'Calendar')).toBeVisible()
  await page.goForward()
  await expect(dialog(page, 'Calendar')).toHaveCount(0)
  await page.reload()
  await expect(dialog(page, 'Settings')).toBeVisible()
})

test('overview and switcher take every window by keyboard', async ({ page }) => {
  await page.goto('/ios-desktop?open=/settings&open=/calendar&open=/theme')
  await expect(dialog(page, 'Theme')).toBeVisible()
  const overview = dialog(page, 'Overview')
  await page.keyboard.press('Alt+o')
  await expect(overview.getByRole('button', { name: 'Theme', exact: true })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(dialog(page, 'Theme')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(overview).toHaveCount(0)
  await expect(page.locator('[data-window][data-active]')).toHaveAccessibleName(/^Settings/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(dialog(page, 'Theme')).toBeVisible()
  await page.keyboard.down('Alt')
  await page.keyboard.press('q')
  await expect(page.locator('[role=status]', { hasText: 'Settings' })).toBeVisible()
  await page.keyboard.up('Alt')
  await expect(page.locator('[data-window][data-active]')).toHaveAccessibleName(/^Settings/)
})

test('two tabs agree on icons and keep their own windows', async ({ page, context }) => {
  await desktopPage(page).open()
  const other = await context.newPage()
  await desktopPage(other).open()
  await desktopPage(other).openApp('Calendar')
  await icon(other, '/theme').focus()
  await other.keyboard.press('Delete')
  await expect(icon(page, '/theme')).toHaveCount(0)
  await expect(page.locator('[data-window]')).toHaveCount(0)
  await desktopPage(page).openApp('Settings')
  await other.reload()
  await expect(dialog(other, 'Calendar')).toBeVisible()
  await expect(dialog(other, 'Settings')).toHaveCount(0)
})

test('on a phone everything is in reach of a thumb', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ios-desktop?open=/settings&open=/calendar')
  await expect(dialog(page, 'Calendar')).toBeVisible()
  const small = () =>
    page.locator('[data-dock] button, [data-status-bar] button, [data-icon]').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => ({
          name: one.ariaLabel ?? one.textContent,
          box: one.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
    )
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await small()).toEqual([])
  expect(await overflow()).toBe(0)
  await dock(page).getByRole('button', { name: 'Calendar' }).click()
  await dock(page).getByRole('button', { name: 'Settings' }).click()
  await expect(page.locator('[data-status-bar]')).toBeVisible()
  expect(await small()).toEqual([])
  expect(await overflow()).toBe(0)
})

test('on a tiny screen icons keep apart', async ({ page }) => {
  await desktopPage(page).open()
  await page.setViewportSize({ width: 240, height: 180 })
  const widths = await page
    .locator('[data-icon]')
    .evaluateAll((icons) => icons.map((one) => one.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(56)
})

test('groups have eight columns at most, and those that grow fill the width', async ({ page }) => {
  const desktop = desktopPage(page)
  await desktop.open()
  await page.evaluate(async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('access_token')}`,
    }
    const body = JSON.stringify({ name: 'Scout' })
    await fetch('/api/apps/create_agent', { method: 'POST', headers, body })
  })
  await desktop.open()
  const columns = (group: string) =>
    page
      .getByRole('region', { name: group })
      .locator('ul')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  for (const [width, fixed] of [
    [390, 4],
    [970, 8],
    [1_000, 8],
    [1_440, 8],
    [2_560, 8],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => columns('System & Utilities'), `at ${width} px`).toBe(fixed)
  }
  await expect.poll(() => columns('My Created Agents')).toBeGreaterThan(8)
})

test('icons do not show through a window', async ({ page }) => {
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Settings')
  await expect(window.getByRole('switch').first()).toBeVisible()
  const body = await boxOf(window.locator('.window-body'))
  // The sky shows beside the rounded corners, and fades from one theme to the other.
  const corner = 24
  const clip = {
    x: body.x + corner,
    y: body.y + corner,
    width: body.width - 2 * corner,
    height: body.height - 2 * corner,
  }
  const icons = page.locator('[data-icon]')
  const covered = await Promise.all((await icons.all()).map((icon) => boxOf(icon)))
  expect(covered.filter(({ x, y }) => x > clip.x && y > clip.y).length).toBeGreaterThan(2)
  const drawIcons = (visibility: string) =>
    icons.evaluateAll((all, value) => {
      for (const icon of all) if (icon instanceof HTMLElement) icon.style.visibility = value
    }, visibility)
  const takePicture = () => page.screenshot({ clip, animations: 'disabled' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Pictures differ while the theme fades and the wallpapers arrive. Icons that show through make all pairs differ.
    await expect
      .poll(async () => {
        await drawIcons('')
        const withIcons = await takePicture()
        await drawIcons('hidden')
        return (await takePicture()).equals(withIcons)
      })
      .toBe(true)
  }
})
