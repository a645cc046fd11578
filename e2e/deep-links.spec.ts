import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { researchPage } from '#e2e/pages/research-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const QUESTION = 'What changed in Solana fees?'

test('a digest is there again after a reload, and after Back from another page', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Research')
  const research = researchPage(window)
  await research.ask(QUESTION)
  await research.digest(QUESTION)
  await expect(page).toHaveURL(/open=\/research%3Fid%3D/)

  await page.reload()
  await research.digest(QUESTION)
  await page.goto('/payment')
  await expect(page.getByRole('heading', { name: 'Solana Recharge' })).toBeVisible()
  await page.goBack()
  await research.digest(QUESTION)
})

test('a link opens its window in front of Settings that stayed open at a section', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  const link = (path: string) => `/ios-desktop?open=${encodeURIComponent(path)}`
  await page.goto(link('/settings?section=about'))
  await expect(desktop.window('Settings').getByRole('heading', { name: 'About' })).toBeInViewport()
  await page.goto(link('/calendar'))
  // Settings has drawn its section before the order is looked at.
  await expect(desktop.window('Settings').getByText('Price of one POINT')).toBeAttached()
  const front = page.locator('[data-window][data-active]')
  await expect(front).toHaveAttribute('data-window-path', '/calendar')
})
