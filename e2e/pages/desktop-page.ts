import { expect, type Page } from '@playwright/test'

export const desktopPage = (page: Page) => ({
  async open() {
    await page.goto('/ios-desktop')
    await expect(page.getByLabel('Dock')).toBeVisible()
  },
  async openApp(title: string) {
    await page.locator('[data-icon]').filter({ hasText: title }).first().click()
    const window = page.getByRole('dialog', { name: new RegExp(`^${title}`) })
    await expect(window).toBeVisible()
    return window
  },
})
