import { axeOn } from '#e2e/pages/axe.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import { createDemoTrade } from '#tests/support/demo-trade.ts'
import { chatPage } from '#e2e/pages/chat-page.ts'
import { openDemoReport } from '#e2e/pages/analysis-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

/** The server checks prices once a minute. */
const REACHED_MS = 120_000
/** The page asks this often, by a clock that the test moves on. */
const PAGE_LOOKS_MS = 30_000

test('a trade moves the price over an alert, and the notification opens the token', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  await page.clock.install()
  await arriveAsNewcomer(page, product.url)
  const analysis = await openDemoReport(page)
  const opener = analysis.getByRole('button', { name: 'Price alert' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Price alert for COMET' })
  await expect(dialog.getByText('No price alerts yet')).toBeVisible()
  await dialog.getByRole('button', { name: '+20%' }).click()
  await expect(dialog.getByText(/^When it rises to .*\+20\.0% from now\.$/)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect((await axeOn(page).analyze()).violations).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Set alert' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('COMET rises to')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  const { mints, lines } = simulateDemoMarket({ endTime: Math.floor(Date.now() / 1_000) })
  await product.chain('chain_import', [
    { lines: [createDemoTrade(lines, mints[0], { factor: 1.3 })] },
  ])
  const bell = page.getByRole('button', { name: /^Notifications, 1 unread/ })
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(PAGE_LOOKS_MS)
        return bell.isVisible()
      },
      { timeout: REACHED_MS, intervals: [2_000] },
    )
    .toBe(true)
  await bell.click()
  await page.getByRole('button', { name: /COMET rose to .*Your alert was above/ }).click()
  await expect(analysis.getByLabel('Contract address')).toHaveValue(mints[0])
  await expect(analysis.getByRole('button', { name: 'Price alert · Free' })).toBeVisible()
  await analysis.getByRole('tab', { name: 'Watched' }).click()
  await expect(analysis.getByRole('list', { name: 'Price alerts' })).toContainText('Reached')
})

test('a chat sets, lists and deletes an alert by the symbol of a token', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  await chat.ask('alert me when COMET is above 0.00001 SOL')
  const approval = page.getByRole('group', { name: 'Approve Price alert' })
  await expect(approval).toContainText('0.00001')
  await approval.getByRole('button', { name: 'Approve' }).click()
  const answer = chat.answers.last()
  await expect(answer).toContainText('COMET rises to 0.00001 SOL. It is at 0.000000')
  await chat.answered()
  await chat.ask('my alerts')
  await expect(answer).toContainText('not yet')
  await chat.answered()
  await chat.ask('delete the COMET alert')
  await page
    .getByRole('group', { name: /^Approve Delete/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(answer).toContainText('Deleted: COMET rises to 0.00001 SOL.')
})
