import path from 'node:path'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { paletteOn } from '#e2e/pages/palette.ts'
import { paymentPage } from '#e2e/pages/payment-page.ts'
import { researchPage } from '#e2e/pages/research-page.ts'
import { chatPage } from '#e2e/pages/chat-page.ts'
import { arriveAsNewcomer } from '#e2e/session.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/product.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../docs/pictures')
const PHONE = { width: 390, height: 844 }

/** Saves a screenshot of the page as a picture of the documentation. */
const take = async (page: Page, name: string) => {
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  // Waits for toasts to disappear, which would cover the page.
  await expect(page.locator('[data-toast]')).toHaveCount(0, { timeout: 20_000 })
  await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 82 })
}

const openReport = async (page: Page) => {
  const desktop = desktopPage(page)
  await desktop.open()
  const analysis = await desktop.openApp('CA Analysis')
  await analysis.getByRole('button', { name: /^COMET · CA Analysis/ }).click()
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible()
  return analysis
}

test('a report with the evidence of one wallet', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const analysis = await openReport(page)
  await analysis.locator('[data-wallet]').first().click()
  await take(page, 'desktop')
})

test('the holders of a token', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const analysis = await openReport(page)
  await analysis.getByRole('button', { name: 'Holders' }).click()
  await expect(analysis.getByRole('list', { name: 'Largest holders' })).toBeVisible()
  await take(page, 'holders')
})

test('a report on a phone', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  await arriveAsNewcomer(page, product.url)
  await openReport(page)
  await take(page, 'phone')
})

test('an answer with its sources', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Research')
  const question = 'What is new on Solana this week?'
  const research = researchPage(window)
  await research.ask(question)
  await research.digest(question)
  await take(page, 'research')
})

test('a chat with tools', async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  const config = (await (await fetch(`${product.url}/api/config`)).json()) as {
    demo: { contract_address: string }
  }
  await chat.ask(`Which wallets were smart in ${config.demo.contract_address}?`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await chat.answered()
  await take(page, 'chat')
})

test('the app store in the dark', async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  await desktop.openApp('App Store')
  await take(page, 'store')
})

test('the palette', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  await paletteOn(page).open()
  await page.keyboard.type('an')
  await take(page, 'palette')
})

test('a payment before it is confirmed', async ({ page }) => {
  await signInPage(page).withLocalWallet()
  const payment = paymentPage(page)
  await payment.open()
  await page.getByLabel('Recharge amount (SOL)').fill('0.5')
  await page.getByRole('button', { name: 'Start Recharge' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm payment' })).toBeVisible()
  await take(page, 'recharge')
})
