import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const ANALYSIS_MS = 60_000

test('a narrow window shows the trades of a wallet on the chart, and its evidence without a second scrollbar', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await arriveAsNewcomer(page, product.url)
  await page.goto('/ios-desktop?open=/wallet-finder')
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: 'Try it with a demo token' }).click()
  await page.keyboard.press('Tab')
  const analyze = analysis.getByRole('button', { name: /1 POINT/ })
  await expect(analyze).toBeFocused()
  await analyze.press('Enter')
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible({
    timeout: ANALYSIS_MS,
  })
  await analysis.locator('[data-wallet] button').first().click()
  const evidence = analysis.getByRole('complementary', { name: /^Evidence of/ })
  await expect(evidence).toBeVisible()
  const body = analysis.locator('.window-body')
  expect(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  )

  await evidence.getByRole('button', { name: 'Show on chart' }).click()
  await expect(evidence).toBeHidden()
  const chart = analysis.getByRole('img', { name: /^Price of the token/ })
  expect((await boxOf(chart)).width).toBeGreaterThan(700)
  await expect(analysis.getByText(/buys and.*sells of/)).toBeVisible()
  await expect(analysis.getByRole('button', { name: 'Price', exact: true })).toBeFocused()
  await analysis.getByRole('button', { name: 'Evidence', exact: true }).click()
  await expect(evidence).toBeVisible()
  await evidence.getByRole('button', { name: 'Close evidence' }).click()
  await expect(evidence).toBeHidden()
  await expect(analysis.getByText(/select a wallet to see/)).toBeVisible()
  await expect(analysis.getByRole('button', { name: 'Price', exact: true })).toBeFocused()

  // A chart that kept its width would be cut off at the right, where its latest trades are.
  await page.setViewportSize({ width: 700, height: 768 })
  await expect
    .poll(() =>
      chart.evaluate((host) => {
        const { left, right, width } = host.getBoundingClientRect()
        const drawings = [...host.querySelectorAll('canvas')].map((c) => c.getBoundingClientRect())
        return {
          isNarrower: width < 700,
          isCut: drawings.some((each) => each.left < left - 1 || each.right > right + 1),
          isDrawn: drawings.some((each) => each.width > width / 2),
        }
      }),
    )
    .toEqual({ isNarrower: true, isCut: false, isDrawn: true })
})
