import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { settingsPage } from '#e2e/pages/settings-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test } from './product.ts'

test('a desktop follows its account to another browser, and changes of both come together', async ({
  page,
  product,
  browser,
}) => {
  // A person of its own: the other journeys of the demo user start with an empty desktop.
  const [username, password] = ['two-browsers', 'a password of nineteen']
  await product.admin(['user', 'add', username], password)
  await signInPage(page).withPassword(username, password)
  await expect(page).toHaveURL(/\/$/)
  const settings = settingsPage(page)
  await settings.open('desktop')
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PUT')
  const first = saved()
  const keep = settings.window.getByRole('switch', { name: /Keep my desktop the same/ })
  await keep.click()
  await expect(keep).toBeChecked()
  expect((await first).ok()).toBe(true)
  await settings.window.getByRole('button', { name: 'Minimize' }).click()
  await page.locator('[data-icon]').filter({ hasText: 'Theme' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog', { name: 'Rename application' }).getByRole('textbox').fill('Colors')
  const second = saved()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await second
  const third = saved()
  await desktopPage(page).openApp('Calendar')
  await third

  const small = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const other = await small.newPage()
  await other.goto(product.url)
  await signInPage(other).withPassword(username, password)
  await expect(other).toHaveURL(/\/$/)
  await desktopPage(other).open()
  await expect(other.locator('[data-icon]').filter({ hasText: 'Colors' })).toBeVisible()
  const calendar = desktopPage(other).window('Calendar')
  await expect(calendar).toBeVisible()
  const box = await boxOf(calendar)
  expect(box.x + box.width).toBeLessThanOrEqual(1024)
  await expect(desktopPage(other).window('Settings')).toHaveCount(0)

  const closed = other.waitForResponse((response) => response.request().method() === 'PUT')
  await calendar.getByRole('button', { name: 'Close' }).click()
  expect((await closed).ok()).toBe(true)
  await page.reload()
  await expect(page.locator('[data-icon]').filter({ hasText: 'Colors' })).toBeVisible()
  await expect(desktopPage(page).window('Calendar')).toHaveCount(0)
  await small.close()
})
