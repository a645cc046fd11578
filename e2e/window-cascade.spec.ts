import { boxOf } from '#e2e/pages/desktop-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test } from './product.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('windows of a cascade leave the dock free', async ({ page, product }) => {
  await signInPage(page).withPassword(product.demoUser.username, product.demoUser.password)
  await expect(page).toHaveURL(/\/$/)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/ios-desktop?open=/settings&open=/theme&open=/wallet-finder')
    const shown = page.locator('[data-window]:not([data-minimized])')
    await expect(shown).toHaveCount(3)
    const dock = await boxOf(page.getByLabel('Dock'))
    for (const window of await shown.all()) {
      const { y, height } = await boxOf(window)
      expect(y).toBeGreaterThanOrEqual(32)
      expect(y + height).toBeLessThanOrEqual(dock.y)
    }
    await page
      .locator('[data-window-close]')
      .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
    await expect(shown).toHaveCount(0)
  }
})
