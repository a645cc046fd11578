import type { Locator, Page } from '@playwright/test'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { paymentPage } from '#e2e/pages/payment-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'
import { installPhantom } from './wallet-stub.ts'

/** A well-formed address without an account. */
const UNKNOWN_ADDRESS = 'So11111111111111111111111111111111111111113'
const ANALYSIS_MS = 30_000

type ServerConfig = { product_token: { mint: string }; demo: { contract_address: string } }

const configOf = async (url: string): Promise<ServerConfig> =>
  (await fetch(`${url}/api/config`)).json() as Promise<ServerConfig>

const arrive = async (page: Page) => {
  const phantom = await installPhantom(page)
  await signInPage(page).withPhantom()
  const desktop = desktopPage(page)
  await desktop.open()
  return { phantom, analysis: await desktop.openApp('CA Analysis') }
}

const analyse = async (analysis: Locator, address: string) => {
  await analysis.getByLabel('Contract address').fill(address)
  await analysis.getByRole('button', { name: /Analyze/ }).click()
}

test('an address that is not a token is refused with a reason, and nothing is charged', async ({
  page,
}) => {
  const { phantom, analysis } = await arrive(page)
  const cases = [
    ['', 'Paste a token’s contract address first.'],
    ['not an address', 'This is not a Solana address'],
    [UNKNOWN_ADDRESS, 'The chain knows nothing at this address'],
    [phantom.address, 'The chain knows nothing at this address'],
  ] as const
  for (const [address, reason] of cases) {
    await analyse(analysis, address)
    await expect(analysis.getByRole('alert')).toHaveText(reason)
    await expect(analysis.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true')
  }
  await paymentPage(page).open()
  await expect(paymentPage(page).accountBalance()).toHaveText('0.1 SOL')
})

test('an existing wallet is distinguished from a token', async ({ page, product }) => {
  const { phantom, analysis } = await arrive(page)
  await product.chain('requestAirdrop', [phantom.address, 1_000_000_000])
  await analyse(analysis, phantom.address)
  await expect(analysis.getByRole('alert')).toHaveText(
    'This address is not a token: look for its contract address',
  )
})

test('a token without trades costs nothing in the end', async ({ page, product }) => {
  const { analysis } = await arrive(page)
  const { product_token: token } = await configOf(product.url)
  await analyse(analysis, token.mint)
  await expect(analysis.getByText('The analysis failed')).toBeVisible({ timeout: ANALYSIS_MS })
  await expect(analysis.getByRole('alert')).toContainText('Your POINT was refunded.')
  // The next address takes the place of the failed one at once.
  const field = analysis.getByLabel('Contract address')
  await field.fill(UNKNOWN_ADDRESS)
  await expect(analysis.getByText('The analysis failed')).toBeHidden()
  await expect(field).toHaveValue(UNKNOWN_ADDRESS)
  const payment = paymentPage(page)
  await payment.open()
  await expect(payment.accountBalance()).toHaveText('0.1 SOL')
  await payment.openTab('Consumption History')
  await expect(
    page.getByRole('region', { name: 'Consumption History' }).getByRole('listitem').first(),
  ).toContainText('Refunded')
})

test('a balance that is too small leads to the recharge and back to the work', async ({
  page,
  product,
}) => {
  const { analysis } = await arrive(page)
  const { demo } = await configOf(product.url)
  const message = 'You need 1 POINT (0.01 SOL) for this query. Recharge to go on.'
  await page.route(
    '/api/analysis/ca',
    (route) =>
      route.fulfill({
        status: 402,
        json: {
          status: 'error',
          success: false,
          code: 'INSUFFICIENT_BALANCE',
          message,
          error: message,
          data: null,
        },
      }),
    { times: 1 },
  )
  await analyse(analysis, demo.contract_address)
  const question = page.getByRole('dialog', { name: 'You need 1 POINT' })
  await question.getByRole('button', { name: 'Recharge' }).click()
  const recharge = page.getByRole('dialog', { name: /^Recharge/ })
  await expect(recharge.getByText('CA Analysis can start now')).toBeVisible()
  await expect(analysis.getByText('Your balance covers this query now')).toBeVisible()
  await recharge.getByRole('button', { name: 'Start · 1 POINT' }).click()
  // One click has charged and started it; another test covers how it ends.
  await expect(paymentPage(page).accountBalance()).toHaveText('0.09 SOL', { timeout: ANALYSIS_MS })
})

test('a chain that is away is said so, and the form goes on working', async ({ page, product }) => {
  const { analysis } = await arrive(page)
  const { demo } = await configOf(product.url)
  await product.chain('chain_fault', [{ method: 'getAccountInfo', mode: 'error', times: 50 }])
  await analyse(analysis, demo.contract_address)
  await expect(analysis.getByRole('alert').first()).toBeVisible({ timeout: ANALYSIS_MS })
  await product.chain('chain_fault', [null])
  await analyse(analysis, demo.contract_address)
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible({
    timeout: ANALYSIS_MS,
  })
})

test('unreadable windows, a screen that is gone and names without end: the desktop comes up and says so', async ({
  page,
}) => {
  await signInPage(page).withLocalWallet()
  const endless = `${'م'.repeat(100)}${'x'.repeat(100)}`
  await page.evaluate((title) => {
    const window = {
      id: 'far',
      title,
      path: '/settings',
      isMinimized: false,
      isMaximized: false,
      snap: null,
      rect: { x: 4000, y: 2400, width: 900, height: 400 },
      placedOn: { width: 5120, height: 2880 },
    }
    const layout = { version: 2, windows: [window, { id: 'torn', rect: 'left' }] }
    sessionStorage.setItem('soldesk.windows', JSON.stringify(layout))
    localStorage.setItem(
      'soldesk.icons',
      JSON.stringify({ version: 1, names: { '/calendar': title }, order: [], removed: ['/'] }),
    )
  }, endless)
  const desktop = desktopPage(page)
  await desktop.open()
  await expect(page.getByText('We couldn’t restore some windows').first()).toBeVisible()
  const title = await page.locator('[data-window-title]').boundingBox()
  expect(title).not.toBeNull()
  if (title === null) return
  expect(title.x).toBeGreaterThanOrEqual(0)
  expect(title.x + title.width).toBeLessThanOrEqual(1440)
  expect(title.y + title.height).toBeLessThanOrEqual(900)
  await expect(page.locator('[data-window-close]')).toBeInViewport({ ratio: 1 })
  const icon = page.locator('[data-icon="/calendar"]')
  const label = await icon.boundingBox()
  expect(label?.height).toBeLessThan(130)
  await page.keyboard.press('Alt+Shift+W')
  await icon.click()
  await expect(desktop.window('Calendar')).toBeVisible()
})

test('with blocked storage the desktop and its apps open', async ({ page, product }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await signInPage(page).withPassword(product.demoUser.username, product.demoUser.password)
  await page.getByRole('link', { name: 'Open the desktop' }).click()
  const calendar = await desktopPage(page).openApp('Calendar')
  await expect(calendar.getByRole('grid')).toBeVisible()
})

test('code that does not arrive at first comes by Retry, or by the reload that it offers', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  await page.route('**/assets/calendar-body-*.js', (route) => route.abort())
  const calendar = await desktop.openApp('Calendar')
  await expect(calendar.getByText('We couldn’t load this')).toBeVisible()
  await page.unroute('**/assets/calendar-body-*.js')
  await calendar.getByRole('button', { name: 'Retry' }).click()
  // Some browsers ask for the code again, others keep its failure until the page reloads.
  const grid = calendar.getByRole('grid')
  const reload = calendar.getByRole('button', { name: 'Reload' })
  await expect(grid.or(reload)).toBeVisible()
  if (await reload.isVisible()) await reload.click()
  await expect(grid).toBeVisible()
})
