import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { paymentPage } from '#e2e/pages/payment-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test, type Product } from './product.ts'
import { installPhantom } from './wallet-stub.ts'

const AIRDROP_LAMPORTS = 2_000_000_000
/** The server finds an unreported payment within this time. */
const FOUND_MS = 20_000
const ATTEMPTS = 20
const BETWEEN_ATTEMPTS_MS = 3_000
/** Less than any call may take, so that the page's own time limits stay out of it. */
const CLOCK_STEP_MS = 500
const RUN_OUT_MS = 60_000
const FOREVER = 100_000
/** Scripts that only the recharge page needs: web3.js, the wallets' adapters and the page itself. */
const WALLET_SCRIPTS = /\/(transfer|payment-body)-[^/]+\.js$/
const WALLET_BUDGET_BYTES = 106_000

const fault = (product: Product, method: string, mode: string, times = FOREVER) =>
  product.chain('chain_fault', [{ method, mode, times }])
const healChain = (product: Product) => product.chain('chain_fault', [null])

const card = {
  main: (page: Page, name: string) => page.getByRole('button', { name, exact: true }),
  orderId: (page: Page) => page.getByText('Order ID').first().locator('..').getByRole('definition'),
  failure: (page: Page) => page.getByRole('alert').filter({ hasText: 'Payment failed' }).first(),
  failedResult: (page: Page) => page.getByRole('heading', { name: 'Payment Failed' }),
}

/** A signed-in person with a filled Phantom, on the recharge page. */
const arrive = async (page: Page, product: Product) => {
  const phantom = await installPhantom(page, { rpcUrl: product.rpcUrl, isTrusted: true })
  await product.chain('requestAirdrop', [phantom.address, AIRDROP_LAMPORTS])
  await phantom.signIn(page, product.url)
  const payment = paymentPage(page)
  await payment.open()
  await expect(payment.accountBalance()).toHaveText('0.1 SOL')
  return { phantom, payment }
}

const start = async (page: Page) => {
  await page.getByRole('button', { name: 'Start Recharge' }).click()
  await card.main(page, 'Confirm payment').click()
}

const pays = (calls: readonly string[]) => calls.filter((call) => call === 'transaction').length

type Watched = { progress: number[]; buttons: string[]; alerts: string[] }

/** Every value of the progress bar, main button and alert from here on, however short it is shown. */
const watchPayment = async (page: Page) => {
  await page.evaluate(() => {
    const seen: Watched = { progress: [], buttons: [], alerts: [] }
    Object.assign(window, { seenOfPayment: seen })
    const add = <Value>(list: Value[], value: Value) => {
      if (list.at(-1) !== value) list.push(value)
    }
    new MutationObserver(() => {
      const now = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
      if (typeof now === 'string') add(seen.progress, Number(now))
      for (const button of document.querySelectorAll<HTMLButtonElement>('section button')) {
        if (button.disabled) add(seen.buttons, button.textContent)
      }
      for (const alert of document.querySelectorAll('[role=status]')) {
        if (alert.textContent !== '') add(seen.alerts, alert.textContent)
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => page.evaluate(() => (window as unknown as { seenOfPayment: Watched }).seenOfPayment)
}

const refreshUntil = (page: Page, text: string) =>
  expect(async () => {
    await page.getByRole('button', { name: 'Refresh Balances' }).click()
    await expect(paymentPage(page).accountBalance()).toHaveText(text, { timeout: 1_000 })
  }).toPass({ timeout: FOUND_MS })

test.afterEach(({ product }) => healChain(product))

test('an honest payment shows every step, then the result', async ({ page, product }) => {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (!WALLET_SCRIPTS.test(response.url())) return
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    )
  })
  const { payment } = await arrive(page, product)
  const seen = await watchPayment(page)
  await start(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  const { progress, buttons, alerts } = await seen()
  expect(buttons).toEqual(expect.arrayContaining(['Cancel', 'Processing...', 'Completed']))
  expect(alerts).toContain('Payment successfulYour payment has been successfully processed')
  expect(progress.slice(0, 5)).toEqual([10, 20, 30, 40, 60])
  expect(progress.at(-1)).toBe(100)
  // Between the two stand the verifications: as many as the chain needed to confirm.
  const verifying = progress.slice(5, -1)
  expect(verifying).toEqual(verifying.map((_, index) => verifying[0]! + index))
  expect(verifying.every((value) => value > 60 && value <= 90)).toBe(true)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'View in Explorer' }).click()
  await (await opened).close()
  await expect(page.getByText('+50 POINTS, you now have 60')).toBeVisible()
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
  await card.main(page, 'Create New Order').click()
  await expect(page.getByLabel('Recharge amount (SOL)')).toHaveValue('0.5')
  expect(said).toEqual([])
  const bytes = await Promise.all(scripts.values())
  expect(bytes).toHaveLength(2)
  expect(bytes.reduce((total, one) => total + one)).toBeLessThan(WALLET_BUDGET_BYTES)
})

test('a payment in the product’s token is credited and shown in both currencies', async ({
  page,
}) => {
  await signInPage(page).withLocalWallet()
  const payment = paymentPage(page)
  await payment.open()
  await page.getByRole('radio', { name: /DEMO/ }).check()
  await page.getByRole('button', { name: 'Get DEMO for free' }).click()
  await expect(page.getByText(/^In your wallet: [1-9]/)).toBeVisible()
  await expect(page.getByText('50 POINTS · You pay 50 DEMO')).toBeVisible()
  await start(page)
  await expect(page.getByLabel('What will be signed')).toContainText('Send 50 tokens')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page.getByText('50 DEMO', { exact: true })).toBeVisible()
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
  await payment.openTab('Recharge History')
  const order = payment.records('Recharge History')
  await expect(order).toContainText('0.5 SOL')
  await expect(order).toContainText('50 DEMO')
  await expect(order).toContainText('Paid')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^recharge-history-.*\.csv$/)
})

test('a payment refused in the wallet can be retried as the same order, or cancelled', async ({
  page,
}) => {
  await signInPage(page).withLocalWallet()
  const payment = paymentPage(page)
  await payment.open()
  await start(page)
  await expect(page.getByText('Please confirm the transaction in your wallet pop-up')).toBeVisible()
  // Behind the wallet's dialog the page is hidden from roles.
  await expect(page.locator('[role=progressbar]')).toHaveAttribute('aria-valuenow', '40')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(card.failure(page)).toContainText(
    'Payment error: You cancelled the payment in your wallet.',
  )
  await expect(card.failedResult(page)).toBeVisible()
  await expect(card.main(page, 'Create New Order')).toBeVisible()
  const order = await card.orderId(page).first().innerText()
  await page.setViewportSize({ width: 390, height: 844 })
  const isCutOff = (id: Locator) => id.evaluate((box) => box.scrollWidth > box.clientWidth)
  const ids = await page.getByRole('definition').filter({ hasText: order }).all()
  expect(await Promise.all(ids.map(isCutOff))).toEqual([false, false])
  await page.setViewportSize({ width: 1440, height: 900 })
  await card.main(page, 'Retry payment').click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await card.orderId(page).first().innerText()).toBe(order)
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
  await card.main(page, 'Create New Order').click()
  await start(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Start Recharge' })).toBeVisible()
  await payment.openTab('Recharge History')
  await expect(payment.records('Recharge History').first()).toContainText('Cancelled')
  await expect(payment.records('Recharge History').last()).toContainText('Paid')
})

test('an unreachable chain is reported when the order is made, and paid once it is back', async ({
  page,
  product,
}) => {
  const { phantom, payment } = await arrive(page, product)
  await fault(product, 'getLatestBlockhash', 'error')
  await start(page)
  await expect(card.failure(page)).toBeVisible()
  expect(pays(phantom.calls)).toBe(0)
  await healChain(product)
  await card.main(page, 'Retry payment').click()
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
})

test('a payment goes on behind another tab of the page', async ({ page, product }) => {
  const { payment } = await arrive(page, product)
  await fault(product, 'getTransaction', 'error')
  await start(page)
  await expect(page.getByText('Verifying payment...')).toBeVisible()
  await payment.openTab('Recharge History')
  await expect(page.getByText('Verifying payment...')).toBeHidden()
  await healChain(product)
  await payment.openTab('Recharge')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
})

test('attempts that run out count as a failure, and a retry finds the sent transaction', async ({
  page,
  product,
}) => {
  const { phantom, payment } = await arrive(page, product)
  await fault(product, 'getTransaction', 'null')
  await page.clock.install()
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/verify-payment')) answers.push(response.status())
  })
  await start(page)
  const attemptsMade = async () => {
    await page.clock.runFor(CLOCK_STEP_MS)
    return answers.length
  }
  await expect.poll(attemptsMade, { intervals: [20], timeout: RUN_OUT_MS }).toBe(ATTEMPTS)
  await page.clock.runFor(BETWEEN_ATTEMPTS_MS)
  await expect(card.failure(page)).toContainText('Payment error: Payment verification failed')
  await expect(page.getByText('Payment failed: Payment verification failed')).toBeVisible()
  expect(answers).toHaveLength(ATTEMPTS)
  await page.clock.resume()
  await healChain(product)
  await card.main(page, 'Retry payment').click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(pays(phantom.calls)).toBe(1)
  await expect(payment.accountBalance()).toHaveText('0.6 SOL')
})

test('another account in the wallet clears the page; the sent payment is credited', async ({
  page,
  product,
}) => {
  const { phantom } = await arrive(page, product)
  await fault(product, 'getTransaction', 'error')
  await start(page)
  await expect(page.getByText('Verifying payment...')).toBeVisible()
  const other = await phantom.switchAccount(page)
  await expect(page.getByRole('button', { name: 'Start Recharge' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`^${other.slice(0, 4)}`) })).toBeVisible()
  await expect(page.getByText('This wallet is not linked to your account')).toBeVisible()
  await healChain(product)
  await refreshUntil(page, '0.6 SOL')
  await page.getByRole('button', { name: 'Link this wallet' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByRole('button', { name: 'Sign with Phantom' }).click()
  await expect(confirmation.getByText(/which is not linked/)).toBeVisible()
  await phantom.switchAccount(page, phantom.address)
  await confirmation.getByRole('button', { name: 'Sign with Phantom' }).click()
  await expect(page.getByText('Wallet linked', { exact: true })).toBeVisible()
})

test('a payment whose tab is closed is shown on its way, then as arrived', async ({
  page,
  product,
}) => {
  await arrive(page, product)
  const context = page.context()
  await fault(product, 'getTransaction', 'error')
  await start(page)
  await expect(page.getByText('Verifying payment...')).toBeVisible()
  const next = await context.newPage()
  await page.close()
  await paymentPage(next).open()
  await expect(next.getByText('Looking for your payment')).toBeVisible()
  await healChain(product)
  await expect(next.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(paymentPage(next).accountBalance()).toHaveText('0.6 SOL')
  await paymentPage(next).openTab('Recharge History')
  await expect(paymentPage(next).records('Recharge History')).toContainText('Paid')
})
