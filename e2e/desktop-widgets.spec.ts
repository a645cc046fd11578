import type { Page } from '@playwright/test'
import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { settingsPage } from '#e2e/pages/settings-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const choose = async (page: Page, name: string) => {
  await page.mouse.click(500, 690, { button: 'right' })
  await page.getByRole('menuitem', { name }).click()
}

test('widgets are beside the icons at the right edge, open their content, and stay until they are switched off', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await arriveAsNewcomer(page, product.url)
  await page.goto('/ios-desktop')
  const column = page.getByRole('complementary', { name: 'Widgets' })
  await expect(page.locator('[data-icon]').first()).toBeVisible()
  await expect(column).toHaveCount(0)
  for (const name of ['balance', 'watchlist', 'recent reports']) await choose(page, `Show ${name}`)
  await expect(column.getByText('10 POINTS')).toBeVisible()
  await expect(column.getByText('0 POINTS spent in 7 days')).toBeVisible()
  await expect(column.getByText('Wallets that you watch show up here.')).toBeVisible()

  const { x: left } = await boxOf(column)
  for (const icon of await page.locator('[data-icon]').all()) {
    const { x, width } = await boxOf(icon)
    expect(x + width).toBeLessThanOrEqual(left)
  }

  const { y: top, height } = await boxOf(column)
  await page.mouse.click(left + 100, top + height + 20, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit icons' }).click()

  await page.reload()
  const report = column.getByRole('link', { name: /^Analysis of COMET/ })
  await report.focus()
  await page.keyboard.press('Enter')
  const analysis = desktopPage(page).window('CA Analysis')
  await expect(analysis.getByRole('button', { name: /^Ranked/ })).toBeVisible()
  await analysis.getByRole('button', { name: 'Close', exact: true }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(column).toHaveCount(0)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(column).toBeVisible()
  await choose(page, 'Hide watchlist')
  await expect(column.getByText('Watchlist')).toHaveCount(0)
  const settings = settingsPage(page)
  await settings.open('desktop')
  const balance = settings.window.getByRole('switch', { name: 'Balance widget' })
  await expect(balance).toBeChecked()
  await balance.click()
  await settings.window.getByRole('switch', { name: 'Recent reports widget' }).click()
  await expect(column).toHaveCount(0)
})
