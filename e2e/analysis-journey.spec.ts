import type { Page } from '@playwright/test'
import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
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

for (const [name, width, height, rows] of [
  ['an upright phone', 390, 844, 12],
  ['a phone on its side', 844, 390, 5],
] as const) {
  test(`on ${name}, the head of a report scrolls away and leaves the screen to its wallets`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
      baseURL: product.url,
    })
    const page = await context.newPage()
    await arriveAsNewcomer(page, product.url)
    await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder')}`)
    const analysis = desktopPage(page).window('CA Analysis')
    await expect(analysis.getByLabel('Contract address')).not.toBeFocused()
    await analysis.getByRole('button', { name: /^COMET · CA Analysis/ }).click()
    const table = analysis.getByRole('region', { name: /^Ranked/ })
    await expect(table.locator('[data-wallet]').first()).toBeVisible()
    await analysis.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Price alert',
      'Share picture',
      'Run again · 1 POINT',
      'Share',
      'CSV',
      'JSON',
    ])
    await page.keyboard.press('Escape')
    await analysis.getByLabel('Facts about the token').hover()
    await page.mouse.wheel(0, 1_000)
    await expect(analysis.getByLabel('Facts about the token')).not.toBeInViewport()
    await expect(table.getByRole('columnheader', { name: 'Wallet' })).toBeInViewport()
    await expect
      .poll(async () => {
        const whole = await table.locator('[data-wallet]').evaluateAll(
          (all, bottom) => {
            const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
            return all.filter((row) => {
              const box = row.getBoundingClientRect()
              return box.top >= head && box.bottom <= bottom
            }).length
          },
          height - (width < height ? 64 : 0),
        )
        return whole
      })
      .toBeGreaterThanOrEqual(rows)
    // The evidence of a wallet covers the report, wherever that is scrolled to.
    await page.touchscreen.tap(width / 3, height / 2)
    const evidence = analysis.getByRole('complementary', { name: /^Evidence of/ })
    await expect(evidence.getByRole('button', { name: 'Close evidence' })).toBeInViewport()
    const [sheet, frame] = [await evidence.boundingBox(), await analysis.boundingBox()]
    expect((sheet?.y ?? 0) - (frame?.y ?? 0)).toBeGreaterThanOrEqual(0)
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeGreaterThan(height - 100)
    await context.close()
  })
}

const openDemo = async (page: Page, url: string) => {
  await arriveAsNewcomer(page, url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder')}`)
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: /^COMET · CA Analysis/ }).click()
  const rows = analysis.getByRole('region', { name: /^Ranked/ }).locator('[data-wallet]')
  await expect(rows.first()).toBeVisible()
  return { analysis, rows }
}

test('a small screen shows eight wallets at once', async ({ page, product }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  const { analysis, rows } = await openDemo(page, product.url)
  const table = await boxOf(analysis.getByRole('region', { name: /^Ranked/ }))
  const eighth = await boxOf(rows.nth(7))
  expect(eighth.y + eighth.height).toBeLessThanOrEqual(table.y + table.height)
})

test('one click lists a kind of trader, also those that are excluded', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { analysis, rows } = await openDemo(page, product.url)
  const kinds = analysis.getByRole('group', { name: 'Kinds of traders' })
  const snipers = kinds.getByRole('button', { name: /^Snipers \d+$/ })
  await snipers.click()
  const count = Number((await snipers.textContent())?.replace(/\D/g, ''))
  const listed = analysis
    .getByRole('region', { name: 'Wallets labeled Sniper' })
    .locator('[data-wallet]')
  await expect(listed).toHaveCount(count)
  await expect(listed.first()).toContainText('Sniper')
  await snipers.click()
  await expect(rows.nth(count)).toBeVisible()
})

test('addresses share the baseline of the numbers beside them', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder')}`)
  const analysis = desktopPage(page).window('CA Analysis')
  // The field of a newly opened window has the focus.
  await expect(analysis.getByLabel('Contract address')).toBeFocused()
  await analysis.getByRole('button', { name: /^COMET · CA Analysis/ }).click()
  const row = analysis.locator('[data-wallet]').first()
  await expect(row).toBeVisible()
  const lines = await row.evaluate((element) => {
    // The lower edge of an empty inline block is the baseline of the text around it.
    const measure = (text: Element) => {
      const mark = document.createElement('span')
      mark.style.display = 'inline-block'
      text.append(mark)
      const { bottom } = mark.getBoundingClientRect()
      mark.remove()
      return bottom
    }
    const [rank, wallet] = [...element.querySelectorAll('td')]
    const address = wallet?.querySelector('.font-mono')
    const number = rank?.querySelector('span span')
    return address == null || number == null ? [] : [measure(address), measure(number)]
  })
  expect(lines).toHaveLength(2)
  expect(Math.abs((lines[0] ?? 0) - (lines[1] ?? 0))).toBeLessThan(0.6)
})
