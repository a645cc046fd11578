import { axeOn } from '#e2e/pages/axe.ts'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

test('a report that ends behind other work is announced, and its charge is seen', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  // The watch of runs begins a moment after the screen, and only later runs are news.
  const watching = page.waitForResponse('**/api/runs?*')
  await desktop.open()
  await expect(page.getByRole('button', { name: 'Balance: 10 POINTS' })).toBeVisible()

  // By keyboard: the launcher finds and opens the app.
  await page.getByRole('button', { name: 'Apps', exact: true }).press('Enter')
  const launcher = page.getByRole('dialog', { name: 'Apps' })
  await expect(launcher.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('ca anal')
  await page.keyboard.press('Enter')
  const analysis = desktop.window('CA Analysis')
  await expect(analysis).toBeVisible()
  await analysis.getByRole('button', { name: /demo token/i }).click()
  // The report must not end while its window is still in front.
  const minimized = Promise.withResolvers<void>()
  await page.route('**/api/analysis/ca', async (route) => {
    await minimized.promise
    await route.continue()
  })
  await watching
  await analysis.getByRole('button', { name: /^Analyze/ }).click()
  await analysis.getByRole('button', { name: 'Minimize' }).click()
  await expect(analysis).toBeHidden()
  minimized.resolve()

  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
  await expect(bell).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Balance: 9 POINTS' })).toBeVisible()
  const dock = page.getByLabel('Dock')
  await expect(dock.locator('[data-attention]')).toHaveAttribute('data-dock-item', '/wallet-finder')

  await page.reload()
  await bell.click()
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('button', { name: /CA Analysis is ready.*COMET/ }).click()
  await expect(analysis).toBeVisible()
  await expect(dock.locator('[data-attention]')).toHaveCount(0)
})

test('the dock keeps pinned apps', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  await desktopPage(page).open()
  const dock = page.getByLabel('Dock')
  await page.locator('[data-icon="/calendar"]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin to dock' }).click()
  await expect(dock.locator('[data-dock-item]')).toHaveCount(4)
  await dock.getByRole('button', { name: 'Calendar' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await page.reload()
  await expect(dock.locator('[data-dock-item]').nth(2)).toHaveAccessibleName('Calendar')
})
