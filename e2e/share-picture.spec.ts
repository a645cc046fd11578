import { readFile } from 'node:fs/promises'
import { openDemoReport } from '#e2e/pages/analysis-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const PNG = '89504e470d0a1a0a'

test('the result of a wallet and the summary of a report are pictures to copy and to download', async ({
  page,
  product,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await arriveAsNewcomer(page, product.url)
  const analysis = await openDemoReport(page)
  await analysis.getByRole('button', { name: 'Share picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share picture' })
  await expect(dialog.getByRole('img', { name: /Ranked wallets .*Play money/ })).toBeVisible()
  const draw = () => dialog.getByRole('img').evaluate((c: HTMLCanvasElement) => c.toDataURL())
  const light = await draw()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(draw).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByRole('button', { name: 'Close' }).click()

  await analysis.locator('[data-wallet] button').first().click()
  const evidence = analysis.getByRole('complementary', { name: /^Evidence of/ })
  await evidence.getByRole('button', { name: 'Share picture' }).click()
  const picture = dialog.getByRole('img', { name: /PnL .*Rank 1 of .*Play money/ })
  await expect(picture).toBeVisible()
  const arriving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/\.png$/)
  const file = await readFile(await download.path())
  expect(file.subarray(0, 8).toString('hex')).toBe(PNG)
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630])

  await dialog.getByRole('button', { name: 'Copy picture' }).click()
  await expect(page.getByText('Picture copied', { exact: true }).first()).toBeVisible()
  const types = await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)
  expect(types).toEqual(['image/png'])

  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await dialog.getByRole('button', { name: 'Copy picture' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Copying is blocked by the browser. Download it instead.',
  )
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled()
})
