import type { Locator, Page } from '@playwright/test'
import { boxOf, desktopPage, expectBox } from '#e2e/pages/desktop-page.ts'
import { paletteOn } from '#e2e/pages/palette.ts'
import { expect, test, type Product } from './product.ts'
import { arriveAs } from './session.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// Long journeys; a loaded machine takes several times as long. Each may run in another worker.
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

const arrive = async (page: Page, product: Product) => {
  await arriveAs(page, product.url, product.demoUser)
  const desktop = desktopPage(page)
  await desktop.open()
  return desktop
}

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeAttached()
  for (let count = 0; count < 200; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never got there')
}

test('no hand is needed: sign-in, windows, icons and apps, all by keyboard', async ({
  page,
  product,
}) => {
  const { keyboard } = page
  const desktop = desktopPage(page)
  const palette = paletteOn(page)
  const settings = desktop.window('Settings')
  const calendar = desktop.window('Calendar')
  const icon = (path: string) => page.locator(`[data-icon="${path}"]`)
  const iconOrder = () =>
    page
      .getByRole('region', { name: 'System & Utilities' })
      .locator('[data-icon]')
      .evaluateAll((icons) => icons.map((one) => one.getAttribute('data-icon')))

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await tabTo(page, page.getByRole('tab', { name: 'Wallet' }))
  await keyboard.press('ArrowRight')
  await tabTo(page, page.getByLabel('Username'))
  await keyboard.type(product.demoUser.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type(product.demoUser.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible()
  await palette.run('Go to Desktop')

  // Open, move, resize, snap.
  await tabTo(page, icon('/settings'))
  await keyboard.press('Enter')
  await expect(settings).toBeFocused()
  await expectBox(settings, { x: 144, y: 68, width: 1152, height: 765 })
  await keyboard.press('Control+Alt+ArrowRight')
  await expectBox(settings, { x: 160, y: 68 })
  await keyboard.press('Control+Alt+Shift+ArrowDown')
  await expectBox(settings, { width: 1152, height: 781 })
  await keyboard.press('Alt+Shift+M')
  await expect(page.getByText('Arrows move')).toBeVisible()
  await keyboard.press('ArrowUp')
  await keyboard.press('Shift+ArrowLeft')
  await expectBox(settings, { x: 160, y: 52, width: 1136, height: 781 })
  await keyboard.press('Escape')
  await expectBox(settings, { x: 160, y: 68, width: 1152, height: 781 })
  await keyboard.press('Alt+Shift+ArrowRight')
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 788 })
  await keyboard.press('Alt+Shift+ArrowUp')
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 394 })
  await keyboard.press('Control+Z')
  await expectBox(settings, { x: 720, y: 32, width: 720, height: 788 })

  // Switch, maximize, minimize, restore, close.
  await palette.run('Calendar', /^Calendar/)
  await expect(calendar).toBeFocused()
  await keyboard.press('Alt+PageUp')
  await expect(settings).toBeFocused()
  await keyboard.press('Alt+PageDown')
  await expect(calendar).toBeFocused()
  await keyboard.press('Alt+Shift+Enter')
  await expectBox(calendar, { x: 36, y: 23, width: 1368, height: 855 })
  await keyboard.press('Alt+Shift+H')
  await expect(calendar).toBeHidden()
  await expect(settings).toBeFocused()
  await tabTo(page, page.getByLabel('Dock').getByRole('button', { name: 'Calendar' }))
  await keyboard.press('Enter')
  await expect(calendar).toBeFocused()
  await keyboard.press('Alt+Shift+W')
  await expect(calendar).toBeHidden()
  await keyboard.press('Control+Z')
  await expect(calendar).toBeFocused()
  await keyboard.press('Alt+Shift+W')
  await expect(settings).toBeFocused()
  await keyboard.press('Alt+Shift+W')
  await expect(icon('/settings')).toBeFocused()

  // Rename, remove, bring back, put in another place.
  await keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('Knobs')
  await keyboard.press('Enter')
  await expect(icon('/settings')).toHaveAccessibleName(/^Knobs/)
  await expect(icon('/settings')).toBeFocused()
  await keyboard.press('Delete')
  await expect(icon('/settings')).toHaveCount(0)
  await expect(page.getByText('Knobs removed from the desktop')).toHaveCount(1)
  await expect(icon('/theme')).toBeFocused()
  await keyboard.press('Control+Z')
  await expect(icon('/settings')).toBeVisible()
  await keyboard.press('ArrowLeft')
  await expect(icon('/settings')).toBeFocused()
  await keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Delete Knobs' })).toBeVisible()
  await expect(icon('/settings')).toBeFocused()
  const pressFast = (...keys: string[]) => Promise.all(keys.map((key) => keyboard.press(key)))
  await pressFast(' ', 'ArrowRight', 'Enter')
  const moved = ['/sol-recharge', '/theme', '/settings', '/calendar']
  await expect.poll(iconOrder).toEqual(moved)
  await expect(page.getByText('Knobs put down, place 3 of 4.')).toHaveCount(1)
  await keyboard.press(' ')
  await expect(page.getByText(/^Knobs lifted, place 3 of 4/)).toHaveCount(1)
  await pressFast('ArrowLeft', 'ArrowLeft', 'Escape')
  await expect.poll(iconOrder).toEqual(moved)
  await expect(icon('/settings')).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete Knobs' })).toHaveCount(0)

  // Install and uninstall.
  await palette.run('App Store', /^App Store/)
  const store = desktop.window('App Store')
  await tabTo(page, store.getByRole('button', { name: 'Get Solana Explorer' }))
  await keyboard.press('Enter')
  await expect(store.getByText('Installed', { exact: true })).toBeVisible()
  await keyboard.press('Alt+Shift+W')
  const explorer = page.locator('[data-icon^="/app/"]')
  await tabTo(page, explorer)
  await keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Uninstall App?' })
  await tabTo(page, question.getByRole('button', { name: 'Uninstall' }))
  await keyboard.press('Enter')
  await expect(explorer).toHaveCount(0)

  await page.reload()
  await expect(icon('/settings')).toHaveAccessibleName(/^Knobs/)
  expect(await iconOrder()).toEqual(moved)
})

test('a finger moves a window on a tablet, and pulls its corner from beside it', async ({
  browser,
  product,
}) => {
  const tablet = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    reducedMotion: 'reduce',
    baseURL: product.url,
  })
  const held = await tablet.newPage()
  await arriveAs(held, product.url, product.demoUser)
  await held.goto('/ios-desktop?open=/calendar')
  const calendar = desktopPage(held).window('Calendar')
  await expectBox(calendar, { x: 179, y: 115, width: 666, height: 538 })
  const touch = await tablet.newCDPSession(held)
  const drag = async (x: number, y: number, by: { x: number; y: number }) => {
    const at = (share: number) => [{ x: x + by.x * share, y: y + by.y * share }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const share of [0.1, 0.5, 1]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await drag(480, 137, { x: 60, y: -40 })
  await expectBox(calendar, { x: 239, y: 75, width: 666, height: 538 })
  const outside = { x: 239 + 666 + 14, y: 75 + 538 + 14 }
  await drag(outside.x, outside.y, { x: -120, y: -60 })
  await expectBox(calendar, { x: 239, y: 75, width: 546, height: 478 })
  await tablet.close()
})

test('a closed window makes no noise and comes back by Undo', async ({ page, product }) => {
  const desktop = await arrive(page, product)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const settings = await desktop.openApp('Settings')
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(settings).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'closed' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Window', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Undo/ }).click()
  await expect(settings).toBeVisible()
})

test('a window follows the first drag and the first resize after a click on something else', async ({
  page,
  product,
}) => {
  const desktop = await arrive(page, product)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { mouse } = page
  const pull = async (x: number, y: number, by: { x: number; y: number }) => {
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + by.x / 2, y + by.y / 2, { steps: 3 })
    await mouse.move(x + by.x, y + by.y, { steps: 3 })
    await mouse.up()
  }
  const window = await desktop.openApp('Research')
  await expectBox(window, { x: 144, y: 68, width: 1152, height: 765 })
  const field = window.getByRole('textbox').first()
  await field.click()
  await expect(field).toBeFocused()
  await pull(720, 75, { x: 60, y: 20 })
  await expectBox(window, { x: 204, y: 88, width: 1152, height: 765 })
  await field.click()
  await pull(1356, 400, { x: -100, y: 0 })
  await expectBox(window, { x: 204, y: 88, width: 1052, height: 765 })
  await pull(204, 88, { x: 50, y: 30 })
  await expectBox(window, { x: 254, y: 118, width: 1002, height: 735 })
  await pull(254, 118, { x: -50, y: -30 })
  await expectBox(window, { x: 204, y: 88, width: 1052, height: 765 })
  await page.getByRole('button', { name: /battery/i }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await pull(720, 95, { x: -40, y: 20 })
  await expectBox(window, { x: 164, y: 108, width: 1052, height: 765 })
})

test('a window follows a drag while all text is selected, and select-all stays in its window', async ({
  page,
  product,
}) => {
  const desktop = await arrive(page, product)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { mouse } = page
  const selected = () => page.evaluate(() => String(document.getSelection()))
  const settings = await desktop.openApp('Settings')
  await page.locator('[data-icon="/calendar"]').evaluate((icon: HTMLElement) => icon.click())
  const calendar = desktop.window('Calendar')
  await expect(calendar).toBeFocused()
  await calendar.evaluate((element) => element.blur())
  await page.keyboard.press('Control+A')
  expect(await selected()).toBe('')
  await settings.focus()
  await page.keyboard.press('Control+A')
  await expect.poll(() => page.evaluate(() => document.getSelection()?.rangeCount)).toBe(1)
  expect(
    await calendar.evaluate((element) => document.getSelection()?.containsNode(element, true)),
  ).toBe(false)
  // Everything, as another part of the page or the browser's menu may select it.
  await page.evaluate(() => document.getSelection()?.selectAllChildren(document.body))
  const { x, y, width } = await boxOf(settings)
  for (const by of [0.2, 0.5]) {
    const before = await boxOf(settings)
    await mouse.move(before.x + width * by, before.y + 22)
    await mouse.down()
    await mouse.move(before.x + width * by + 20, before.y + 30, { steps: 4 })
    await mouse.move(before.x + width * by + 40, before.y + 42, { steps: 4 })
    await mouse.up()
    await page.evaluate(() => document.getSelection()?.selectAllChildren(document.body))
  }
  await expectBox(settings, { x: x + 80, y: y + 40 })
})

test('a maximized window leaves the status bar and its own last rows to be seen', async ({
  page,
  product,
}) => {
  const desktop = await arrive(page, product)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const window = await desktop.openApp('Settings')
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize({ width, height })
    await window.getByRole('button', { name: 'Maximize' }).click()
    await expectBox(window, {
      width: Math.round(width * 0.95),
      height: Math.round(height * 0.95),
    })
    await page.mouse.move(width / 2, height / 2)
    await page.getByRole('button', { name: /battery/i }).click()
    await expect(page.getByRole('dialog', { name: 'Battery Information' })).toBeVisible()
    await page.keyboard.press('Escape')
    const dock = await boxOf(page.getByLabel('Dock'))
    const body = await boxOf(window.locator('.window-body'))
    expect(body.y + body.height).toBeLessThanOrEqual(dock.y)
    const title = await boxOf(window.locator('[data-window-title]'))
    const ends = await page
      .locator('[data-status-bar] > [data-status-gap] ~ :not(.sr-only)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left))
    expect(Math.min(...ends)).toBeGreaterThan(width / 2 + 16)
    await page.mouse.dblclick(title.x + title.width / 2, title.y + 7)
    await expect(window.getByRole('button', { name: 'Maximize' })).toBeVisible()
  }
})

test('windows snap to each other by hand, survive a small browser and a reload', async ({
  page,
  product,
}) => {
  const desktop = await arrive(page, product)
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
    await expect(async () => {
      const title = await boxOf(window.locator('[data-window-title]'))
      expect(title.x).toBeGreaterThanOrEqual(0)
      expect(title.y).toBeGreaterThanOrEqual(0)
      expect(title.x + title.width).toBeLessThanOrEqual(800)
      expect(title.y + title.height).toBeLessThanOrEqual(600)
    }).toPass()
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
  product,
}) => {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: product.url,
  })
  const held = await phone.newPage()
  await arriveAs(held, product.url, product.demoUser)
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
  // In landscape, the dock is at the left and the window has the full height.
  await expectBox(desktop.window('Settings'), { x: 64, y: 0, width: 780, height: 390 })
  await expect(desktop.window('Theme')).toBeHidden()
  await phone.close()
})
