import type { Page } from '@playwright/test'
import { axeOn } from '#e2e/pages/axe.ts'
import { openDemoReport } from '#e2e/pages/analysis-page.ts'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

/** The page asks for news of a wallet this often. */
const LOOK_MS = 40_000

/** The star changes at once. A reload before the server has the change would lose it. */
const waitForWatch = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /\/watched\//.test(response.url()),
  )

test('a wallet of a report is watched, with a note, its results and its trades', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const analysis = await openDemoReport(page)
  const row = analysis.locator('[data-wallet]').first()
  await row.getByRole('button').first().click()
  const star = analysis.getByRole('button', { name: 'Watch this wallet' })
  await star.focus()
  const saved = waitForWatch(page)
  await page.keyboard.press('Enter')
  await saved
  await expect(row.getByRole('img', { name: 'Watched' })).toBeVisible()

  await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder?mode=watched')}`)
  const wallet = analysis.getByRole('list', { name: 'Watched wallets' }).getByRole('listitem')
  await expect(wallet.getByRole('button', { name: /COMET · rank 1/ })).toBeVisible()
  await wallet.getByRole('textbox').fill('early in COMET')
  await page.keyboard.press('Tab')
  await expect(wallet.getByRole('list', { name: 'Latest trades' })).toBeVisible({
    timeout: LOOK_MS,
  })
  await expect(wallet.getByRole('button', { name: 'Analyze COMET' }).first()).toBeVisible()
  const { violations } = await axeOn(page)
    .options({ rules: { region: { enabled: false } } })
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.reload()
  await expect(wallet.getByRole('textbox')).toHaveValue('early in COMET')
  await wallet.getByRole('button', { name: /COMET · rank 1/ }).click()
  await expect(analysis.getByRole('button', { name: 'Stop watching' })).toBeVisible()
  await analysis.getByRole('button', { name: 'New analysis' }).click()
  await analysis.getByRole('tab', { name: 'Watched' }).click()
  await wallet.getByRole('button', { name: /^Stop watching/ }).click()
  await expect(analysis.getByText('You watch no wallets yet')).toBeVisible()
})

test('a pasted wallet is watched; another address is refused at once', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder?mode=watched')}`)
  const analysis = desktopPage(page).window('CA Analysis')
  const field = analysis.getByLabel('Wallet address')
  await field.fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await expect(analysis.getByText('A Solana address has no “0”.')).toBeVisible()
  await field.fill('Demo1n4J8aduxTgPBM92AXh1N6KjEfhzgvECosUKNCjU')
  await expect(analysis.getByText(/This is a token/)).toBeVisible()
  await expect(analysis.getByRole('button', { name: 'Watch', exact: true })).toBeDisabled()
  await field.fill('GcsADgYqEFYV2kjXpS8eFV1mDSFgR6cvzf8p2HTjAT5V')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(analysis.getByText(/Looking for its trades|No trades seen/)).toBeVisible()
})

test('a pasted wallet is shown with its holdings and trades', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const analysis = await openDemoReport(page)
  const wallet = await analysis.locator('[data-wallet]').nth(1).getAttribute('data-wallet')
  await analysis.getByRole('button', { name: 'New analysis' }).click()
  await analysis.getByLabel('Contract address').fill(wallet ?? '')
  await analysis.getByRole('button', { name: /^See what this wallet holds/ }).click()
  await expect(analysis.getByRole('list', { name: 'Latest trades' })).toContainText('COMET')
  await expect(analysis.getByRole('region', { name: 'In your reports' })).toContainText('rank')
  const saved = waitForWatch(page)
  await analysis.getByRole('button', { name: 'Watch this wallet' }).click()
  await saved
  await page.reload()
  await expect(analysis.getByRole('region', { name: 'Holds' })).toContainText('SOL')
  await analysis.getByRole('button', { name: 'Watched wallets' }).click()
  await analysis.getByRole('button', { name: 'Holdings' }).click()
  await expect(analysis.getByRole('region', { name: 'Holds' })).toBeVisible()
})

test('the page of a wallet leads back to the report it was opened from', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const analysis = await openDemoReport(page)
  await analysis.getByRole('button', { name: /^Excluded/ }).click()
  await analysis.locator('[data-wallet]').first().click()
  await analysis.getByRole('button', { name: 'Holdings and trades' }).click()
  await analysis.getByRole('button', { name: 'Back to report' }).click()
  await expect(analysis.getByRole('complementary', { name: /^Evidence of/ })).toBeVisible()
  await expect(analysis.getByRole('button', { name: /^Excluded/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
