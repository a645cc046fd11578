import type { Page } from '@playwright/test'
import { boxOf, desktopPage, expectBox } from './pages/desktop-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { expect, test } from './product.ts'

// Long journeys; a loaded machine takes several times as long.
test.describe.configure({ timeout: 180_000 })

const arrive = async (page: Page, demoUser: { username: string; password: string }) => {
  await signInPage(page).withPassword(demoUser.username, demoUser.password)
  await expect(page).toHaveURL(/\/$/)
  const desktop = desktopPage(page)
  await desktop.open()
  return desktop
}

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, isThere: () => Promise<boolean>) => {
  for (let count = 0; count < 60; count += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never got there')
}

test('a window does by keyboard alone all that a hand can do with it', async ({
  page,
  product,
}) => {
  const desktop = await arrive(page, product.demoUser)
  const settings = desktop.window('Settings')
  const theme = desktop.window('Theme')

  const icon = page.locator('[data-icon="/settings"]')
  await icon.focus()
  await page.keyboard.press('Enter')
  await expect(settings).toBeFocused()
  await expectBox(settings, { x: 144, y: 68, width: 1152, height: 765 })

  await page.keyboard.press('Control+Alt+ArrowRight')
  await expectBox(settings, { x: 160, y: 68 })
  await page.keyboard.press('Control+Alt+Shift+ArrowDown')
  await expectBox(settings, { width: 1152, height: 781 })

  await page.keyboard.press('Alt+Shift+M')
  await expect(page.getByText('Arrows move')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowLeft')
  await expectBox(settings, { x: 160, y: 52, width: 1136, height: 781 })
  await page.keyboard.press('Escape')
  await expectBox(settings, { x: 160, y: 68, width: 1152, height: 781 })

  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 788 })
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 394 })
  await page.keyboard.press('Control+Z')
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 788 })

  await page.goto('/ios-desktop?open=/theme')
  await expect(theme).toBeFocused()
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 788 })
  await page.keyboard.press('Alt+PageUp')
  await expect(settings).toBeFocused()
  await page.keyboard.press('Alt+PageDown')
  await expect(theme).toBeFocused()

  await page.keyboard.press('Alt+Shift+Enter')
  await expectBox(theme, { x: 36, y: 23, width: 1368, height: 855 })
  await page.keyboard.press('Alt+Shift+H')
  await expect(theme).toBeHidden()
  await expect(settings).toBeFocused()
  const dockItem = page.getByLabel('Dock').getByRole('button', { name: 'Theme' })
  await tabTo(page, () => dockItem.evaluate((item) => item === document.activeElement))
  await page.keyboard.press('Enter')
  await expect(theme).toBeFocused()

  await page.keyboard.press('Alt+Shift+W')
  await expect(theme).toBeHidden()
  await page.keyboard.press('Control+Z')
  await expect(theme).toBeFocused()
})

test('the offer to undo leaves the corner of the next window free', async ({ page, product }) => {
  const desktop = await arrive(page, product.demoUser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const settings = await desktop.openApp('Settings')
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  const offer = page.getByRole('listitem').filter({ hasText: 'Settings closed' })
  const top = (await boxOf(offer)).y
  const theme = await boxOf(await desktop.openApp('Theme'))
  expect(top).toBeGreaterThanOrEqual(theme.y + theme.height)
})

test('windows snap to each other by hand, survive a small browser and a reload', async ({
  page,
  product,
}) => {
  const desktop = await arrive(page, product.demoUser)
  const preview = page.locator('[data-snap-preview]')
  const calendar = await desktop.openApp('Calendar')
  await desktop.dragTo(calendar, 1438, 450)
  await expectBox(preview, { x: 720, y: 32, width: 720, height: 788 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(preview).toHaveCount(0)
  await expectBox(calendar, { x: 252, y: 135, width: 936, height: 630 })
  await desktop.dragTo(calendar, 1438, 450)
  await page.mouse.up()
  await expectBox(calendar, { x: 720, y: 32, width: 720, height: 788 })

  const settings = await desktop.openApp('Settings')
  await desktop.dragTo(settings, 2, 450)
  await page.mouse.up()
  await expectBox(settings, { x: 0, y: 32, width: 720, height: 788 })

  await page.mouse.move(720, 450)
  await page.mouse.down()
  await page.mouse.move(760, 450, { steps: 3 })
  await page.mouse.move(900, 450, { steps: 4 })
  await expectBox(settings, { x: 0, width: 900, height: 788 })
  await expectBox(calendar, { x: 900, y: 32, width: 540, height: 788 })
  await page.mouse.up()
  await expectBox(calendar, { x: 900, y: 32, width: 540, height: 788 })

  await page.setViewportSize({ width: 800, height: 600 })
  for (const window of [settings, calendar]) {
    const title = await boxOf(window.locator('[data-window-title]'))
    expect(title.x).toBeGreaterThanOrEqual(0)
    expect(title.y).toBeGreaterThanOrEqual(0)
    expect(title.x + title.width).toBeLessThanOrEqual(800)
    expect(title.y + title.height).toBeLessThanOrEqual(600)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectBox(calendar, { x: 900, y: 32, width: 540, height: 788 })

  await page.reload()
  await expectBox(settings, { x: 0, y: 32, width: 900, height: 788 })
  await expectBox(calendar, { x: 900, y: 32, width: 540, height: 788 })
  await expect(settings).toHaveAttribute('data-active', '')
  await desktop.dragTo(calendar, 700, 300)
  await page.mouse.up()
  await expectBox(calendar, { width: 936, height: 630 })
})

test('on a phone one window fills the screen and a swipe brings the next', async ({
  browser,
  page,
  product,
}) => {
  await arrive(page, product.demoUser)
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
    baseURL: product.url,
  })
  const held = await phone.newPage()
  await held.goto('/ios-desktop?open=/settings')
  const desktop = desktopPage(held)
  await expect(desktop.window('Settings')).toBeVisible()
  await held.goto('/ios-desktop?open=/theme')
  await expect(desktop.window('Theme')).toBeVisible()
  await expect(desktop.window('Settings')).toBeHidden()
  const touch = await phone.newCDPSession(held)
  const swipe = async (fromX: number, toX: number) => {
    const at = (x: number) => [{ x, y: 26 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(fromX) })
    for (const share of [0.3, 0.6, 1]) {
      const x = fromX + (toX - fromX) * share
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await expect(async () => {
    await swipe(120, 300)
    await expect(desktop.window('Settings')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(desktop.window('Theme')).toBeHidden()
  await held.setViewportSize({ width: 844, height: 390 })
  const title = await boxOf(desktop.window('Settings').locator('[data-window-title]'))
  expect(title.x).toBeGreaterThanOrEqual(0)
  expect(title.y + title.height).toBeLessThanOrEqual(390)
  await phone.close()
})
