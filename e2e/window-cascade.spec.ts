import { boxOf } from '#e2e/pages/desktop-page.ts'
import { expect, test } from './product.ts'
import { arriveAs } from './session.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('windows of a cascade leave the dock free', async ({ page, product }) => {
  await arriveAs(page, product.url, product.demoUser)
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
