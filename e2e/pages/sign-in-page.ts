import { expect, type Page } from '@playwright/test'

export const signInPage = (page: Page) => ({
  /** With the wallet that a localnet brings; answers its question. */
  async withLocalWallet() {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Local Dev Wallet' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page).toHaveURL(/\/$/)
  },
  /** With a wallet that approves without asking. */
  async withPhantom() {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    await expect(page).toHaveURL(/\/$/)
  },
  async withPassword(username: string, password: string) {
    await page.goto('/login')
    await page.getByRole('tab', { name: 'Password' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  },
})
