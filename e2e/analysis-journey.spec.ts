import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const ANALYSIS_MS = 60_000
/** The two tokens of the generated market. */
const TOKENS = [
  'Demo1n4J8aduxTgPBM92AXh1N6KjEfhzgvECosUKNCjU',
  'DemoYrksB74Hgdu2Xq6ChvGE8gtvDBxsZ9MQW3FeNGF6',
]

test('a report, its tab and its wallet are in the address bar, and open again from it', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent(`/wallet-finder?ca=${TOKENS[0]}`)}`)
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: /Analyze/ }).click()
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible({
    timeout: ANALYSIS_MS,
  })
  await analysis.getByRole('button', { name: /^Excluded \(/ }).click()
  const row = analysis.locator('[data-wallet]').first()
  const address = (await row.getAttribute('data-wallet')) ?? ''
  await row.getByRole('button').first().click()
  const evidence = analysis.getByRole('complementary', { name: `Evidence of ${address}` })
  await expect(evidence.locator('[data-evidence]').first()).toBeVisible()
  await expect(page).toHaveURL(/report%3D.*tab%3Dexcluded.*wallet%3D/)

  await page.goto(page.url())
  await expect(evidence.locator('[data-evidence]').first()).toBeVisible()
  await evidence.getByRole('button', { name: 'Close evidence' }).click()
  await analysis.getByRole('button', { name: 'New analysis' }).click()
  await expect(analysis.getByLabel('Contract address')).toBeVisible()
  await expect(analysis.getByText('Recent reports')).toBeVisible()
})

test('tokens pasted at once are compared, and the found wallets show their evidence', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder?mode=finder')}`)
  const finder = desktopPage(page).window('CA Analysis')
  await expect(finder.getByRole('tab', { name: 'Wallet Finder' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await finder.getByLabel('Contract addresses').fill(TOKENS.join('\n'))
  await expect(finder.getByRole('list', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(2)
  await finder.getByRole('button', { name: /Find wallets/ }).click()
  await expect(finder.getByRole('heading', { name: /wallets? found$/ })).toBeVisible({
    timeout: ANALYSIS_MS,
  })
  await finder.locator('[data-wallet] button').first().click()
  await expect(finder.locator('[data-evidence]').first()).toBeVisible()
  await finder.getByRole('button', { name: 'Overlap' }).click()
  await expect(finder.getByText('Traded both')).toBeVisible()
  await finder.getByRole('button', { name: 'New search' }).click()
  await expect(finder.getByLabel('Contract addresses')).toBeVisible()
})
