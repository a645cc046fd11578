import type { Locator, Page } from '@playwright/test'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { paymentPage } from '#e2e/pages/payment-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test, type Product } from './product.ts'
import { installPhantom } from './wallet-stub.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const ANALYSIS_MS = 60_000

/** The token of the generated market that every fresh local chain holds. */
const demoToken = async (product: Product): Promise<string> => {
  const config = (await (await fetch(`${product.url}/api/config`)).json()) as {
    demo: { contract_address: string }
  }
  return config.demo.contract_address
}

const watchConsole = (page: Page): string[] => {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  return said
}

const analyse = async (page: Page, mint: string) => {
  const desktop = desktopPage(page)
  await desktop.open()
  const analysis = await desktop.openApp('CA Analysis')
  await analysis.getByLabel('Contract address').fill(mint)
  await analysis.getByRole('button', { name: /Analyze/ }).click()
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible({
    timeout: ANALYSIS_MS,
  })
  return analysis
}

/** Expects a wide plot and a caption with the shown price when the wallet panel takes half of the width. */
const expectChartToShowTrades = async (analysis: Locator) => {
  await analysis.locator('[data-wallet]').first().click()
  await analysis.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(analysis.getByRole('term').filter({ hasText: /^Pool price$/ })).toBeVisible()
  await expect(analysis.getByText(/^Last trade [\d.₀-₉]+ SOL/)).toBeVisible()
  await analysis.getByRole('button', { name: 'Market cap', exact: true }).click()
  await expect(analysis.getByRole('img', { name: /^Market cap, / })).toBeVisible()
  await analysis.getByRole('button', { name: 'SOL', exact: true }).click()
  const axis = analysis
    .getByRole('img', { name: /^Price of the token/ })
    .locator('tr')
    .first()
  const box = await axis.locator('td').last().boundingBox()
  expect(box?.width).toBeLessThan(110)
  await analysis.getByRole('button', { name: 'Price', exact: true }).focus()
  await analysis.page().keyboard.press('Escape')
  await expect(analysis.getByRole('complementary', { name: /^Evidence of/ })).toBeHidden()
}

test('a newcomer signs in, tops up, pays one POINT and reads a report with its evidence', async ({
  page,
  product,
}) => {
  const said = watchConsole(page)
  const mint = await demoToken(product)
  await signInPage(page).withLocalWallet()

  const payment = paymentPage(page)
  await payment.open()
  await expect(payment.accountBalance()).toHaveText('0.1 SOL')
  await payment.recharge('0.5', () => page.getByRole('button', { name: 'Approve' }).click())
  await expect(page.getByRole('button', { name: 'View in Explorer' })).toBeVisible()
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
  await payment.openTab('Recharge History')
  const recharge = page.getByRole('region', { name: 'Recharge History' }).getByRole('listitem')
  await expect(recharge).toHaveCount(1)
  await expect(recharge).toContainText('0.5 SOL')
  await expect(recharge).toContainText('Paid')

  const analysis = await analyse(page, mint)
  await analysis
    .getByRole('button', { name: /^Excluded \(|^Ranked \([1-9]/ })
    .first()
    .click()
  const rows = analysis.locator('[data-wallet]')
  await expect(rows.first()).toBeVisible()
  await rows.first().click()
  const evidence = analysis.locator('[data-evidence]').first()
  await expect(evidence).toBeVisible()
  const signature = (await evidence.getAttribute('data-evidence')) ?? ''
  const recorded = await product.chain('getTransaction', [signature, { encoding: 'json' }])
  expect(JSON.stringify(recorded), 'the evidence is a transaction of the token').toContain(mint)
  await page.keyboard.press('Escape')
  await expect(evidence).toBeHidden()
  await expectChartToShowTrades(analysis)

  await payment.open()
  await expect(payment.accountBalance()).toHaveText('0.59 SOL')
  await payment.openTab('Consumption History')
  const consumption = page
    .getByRole('region', { name: 'Consumption History' })
    .getByRole('listitem')
  await expect(consumption).toHaveCount(1)
  await expect(consumption).toContainText('CA Analysis')
  await expect(consumption).toContainText('0.01 SOL')
  await expect(consumption).toContainText('Success')
  expect(await product.admin(['ledger', 'check'])).toContain('every invariant holds')
  expect(said).toEqual([])
})

test('a newcomer reads a report 3 clicks after the first page view', async ({ page }) => {
  await page.goto('/')
  for (const name of ['Local Dev Wallet', 'Approve', /^Analyze the demo token/]) {
    await page.getByRole('button', { name }).click()
  }
  await expect(page.getByRole('button', { name: /^Ranked \(/ })).toBeVisible()
})

test('the same with Phantom', async ({ page, product }) => {
  const said = watchConsole(page)
  const phantom = await installPhantom(page, { rpcUrl: product.rpcUrl })
  await product.chain('requestAirdrop', [phantom.address, 2_000_000_000])
  const mint = await demoToken(product)
  await signInPage(page).withPhantom()
  const payment = paymentPage(page)
  await payment.open()
  await payment.recharge('0.5')
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
  await analyse(page, mint)
  expect(said).toEqual([])
})

test('a user with a password signs in and reads a report', async ({ page, product }) => {
  const said = watchConsole(page)
  const mint = await demoToken(product)
  await product.admin(['user', 'add', 'margaret'], 'a long enough sentence')
  await signInPage(page).withPassword('margaret', 'a long enough sentence')
  await expect(page).toHaveURL(/\/$/)
  await analyse(page, mint)
  expect(said).toEqual([])
})
