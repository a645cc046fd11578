import { openDemoReport } from '#e2e/pages/analysis-page.ts'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

test('Back leads from a wallet to its report, to the list, and forward again', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const analysis = await openDemoReport(page)
  const evidence = analysis.getByRole('complementary', { name: /^Evidence of/ })
  await analysis.locator('[data-wallet]').nth(1).getByRole('button').first().click()
  await expect(evidence).toBeVisible()
  // Another wallet takes the place of the first one.
  await analysis.locator('[data-wallet]').nth(2).getByRole('button').first().click()
  await expect(page).toHaveURL(/wallet%3D/)

  await page.goBack()
  await expect(evidence).toHaveCount(0)
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible()
  await page.goBack()
  await expect(analysis.getByLabel('Contract address')).toBeVisible()
  await expect(page).toHaveURL(/open=\/wallet-finder$/)
  await page.goForward()
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible()
  await analysis.getByRole('button', { name: 'New analysis' }).click()
  await analysis.getByRole('tab', { name: 'Watched' }).click()
  await page.goBack()
  await expect(analysis.getByRole('tab', { name: 'CA Analysis' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.goBack()
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible()
})

test('Back leads from a digest to the question form', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/research')}`)
  const research = desktopPage(page).window('Research')
  await research.getByRole('textbox').first().fill('What changed in Solana fees?')
  await research.getByRole('button', { name: /^Ask/ }).click()
  await expect(research.getByRole('group', { name: 'This digest' })).toBeVisible({
    timeout: 60_000,
  })
  await page.goBack()
  await expect(research.getByRole('button', { name: /^Ask/ })).toBeVisible()
  await page.goForward()
  await expect(research.getByRole('group', { name: 'This digest' })).toBeVisible()
})

test('Back and reload of an app’s page in the App Store', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/app-store')}`)
  const store = desktopPage(page).window('App Store')
  await store.getByRole('button', { name: 'Solana Explorer', exact: true }).click()
  await expect(page).toHaveURL(/app-store%3Fapp%3D/)
  await page.reload()
  await expect(store.getByRole('heading', { name: 'Solana Explorer', exact: true })).toBeVisible()
  await expect(store).toHaveAccessibleName('App Store – Solana Explorer')
  await page.goBack()
  await expect(store.getByRole('button', { name: 'Get Solana Explorer' })).toBeVisible()
  await expect(page).toHaveURL(/open=\/app-store$/)
})
