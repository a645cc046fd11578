import type { Locator } from '@playwright/test'
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
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/ios-desktop?open=/wallet-finder')
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: 'Try it with a demo token' }).click()
  await analysis.getByRole('button', { name: /1 POINT/ }).click()
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
})

/** Returns where the price line begins in the plot, as a share of its width. */
const lineStart = (chart: Locator): Promise<number> =>
  chart.evaluate((host) => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d')
    if (pixel === null) throw new Error('No canvas')
    pixel.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent-ink')
    pixel.fillRect(0, 0, 1, 1)
    const color = pixel.getImageData(0, 0, 1, 1).data
    const [plot] = [...host.querySelectorAll('canvas')].toSorted(
      (a, b) => b.width * b.height - a.width * a.height,
    )
    const picture = plot?.getContext('2d')
    if (plot === undefined || !picture) throw new Error('No plot')
    const { data, width, height } = picture.getImageData(0, 0, plot.width, plot.height)
    for (let x = 0; x < width; x += 1) {
      for (let y = 0; y < height; y += 1) {
        const at = (y * width + x) * 4
        const distance = [0, 1, 2].reduce(
          (sum, part) => sum + Math.abs((data[at + part] ?? 0) - (color[part] ?? 0)),
          Math.abs((data[at + 3] ?? 0) - 255),
        )
        if (distance < 60) return x / width
      }
    }
    return Number.NaN
  })

test('the chart keeps the first trades in view when the panel of a wallet takes half of its width', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/ios-desktop?open=/wallet-finder')
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: 'Try it with a demo token' }).click()
  await analysis.getByRole('button', { name: /1 POINT/ }).click()
  await expect(analysis.getByRole('button', { name: /^Ranked \(/ })).toBeVisible({
    timeout: ANALYSIS_MS,
  })
  await analysis.getByRole('button', { name: 'Price', exact: true }).click()
  const chart = analysis.getByRole('img', { name: /^Price of the token/ })
  const expectWholeLine = () =>
    expect(async () => {
      const start = await lineStart(chart)
      expect(start).toBeGreaterThan(0)
      expect(start).toBeLessThan(0.1)
    }).toPass({ timeout: 10_000 })
  await expectWholeLine()
  const { width } = await boxOf(chart)

  await analysis.getByRole('button', { name: /^Ranked \(/ }).click()
  await analysis.locator('[data-wallet] button').first().click()
  await analysis.getByRole('button', { name: 'Price', exact: true }).click()
  await expect.poll(async () => (await boxOf(chart)).width).toBeLessThan(width - 100)
  await expectWholeLine()
})
