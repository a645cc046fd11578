import { expect, type Page } from '@playwright/test'

export const settingsPage = (page: Page) => {
  const window = page.getByRole('dialog', { name: /^Settings/ })
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  return {
    window,
    confirmation,
    async confirmWithPassword(password: string) {
      await confirmation.getByLabel('Current password').fill(password)
      await confirmation.getByRole('button', { name: 'Confirm' }).click()
    },
    async confirmWithLocalWallet() {
      await confirmation.getByRole('button', { name: 'Sign with Local Dev Wallet' }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
    },
    async open(section?: 'account' | 'desktop' | 'about') {
      const query = section === undefined ? '' : `?section=${section}`
      await page.goto(`/ios-desktop?open=${encodeURIComponent(`/settings${query}`)}`)
      await expect(window.getByRole('heading', { name: 'Appearance' })).toBeAttached()
    },
    sessions: () => window.getByRole('button', { name: /^End session/ }),
  }
}
