import { expect, type Page } from '@playwright/test'

export const settingsPage = (page: Page) => {
  const window = page.getByRole('dialog', { name: /^Settings/ })
  return {
    window,
    async open(section?: 'account' | 'desktop' | 'about') {
      const query = section === undefined ? '' : `?section=${section}`
      await page.goto(`/ios-desktop?open=${encodeURIComponent(`/settings${query}`)}`)
      await expect(window.getByRole('heading', { name: 'Appearance' })).toBeAttached()
    },
    sessions: () => window.getByRole('button', { name: /^End session/ }),
  }
}
