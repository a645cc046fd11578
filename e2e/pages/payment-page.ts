import { expect, type Page } from '@playwright/test'

const PAYMENT_MS = 30_000

export const paymentPage = (page: Page) => ({
  async open() {
    await page.goto('/payment')
    await expect(page.getByRole('heading', { name: 'Solana Recharge' })).toBeVisible()
  },
  /** From the form to the result card. `approve` answers the wallet's question where it asks one. */
  async recharge(sol: string, approve: () => Promise<void> = async () => undefined) {
    await page.getByLabel('Recharge amount (SOL)').fill(sol)
    await page.getByRole('button', { name: 'Start Recharge' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm payment' })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await approve()
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible({
      timeout: PAYMENT_MS,
    })
  },
  /** The number on the account's tile. */
  accountBalance: () => page.getByText('Account Balance').locator('..').getByText(/ SOL$/),
  records: (list: 'Recharge History' | 'Consumption History') =>
    page.getByRole('region', { name: list }).getByRole('listitem'),
  async openTab(name: 'Recharge' | 'Recharge History' | 'Consumption History') {
    await page.getByRole('tab', { name, exact: true }).click()
  },
})
