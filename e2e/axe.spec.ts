import type { Page } from '@playwright/test'
import { axeOn } from '#e2e/pages/axe.ts'
import { openDemoReport } from '#e2e/pages/analysis-page.ts'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { paletteOn } from '#e2e/pages/palette.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

// Checks many complete pages; a loaded machine takes several times as long. Each test may run in another worker.
test.describe.configure({ mode: 'parallel', timeout: 240_000 })

const BOTH = ['light', 'dark'] as const

/** Every rule in the light theme; a dark one differs in colors alone, most of which a test of the tokens computes. */
const expectOpenToAll = async (
  page: Page,
  what: string,
  themes: readonly ('light' | 'dark')[] = ['light'],
) => {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const { violations } = await axeOn(page)
      .options({
        resultTypes: ['violations'],
        // Menus open at the end of the page, outside of its landmarks, and have a role of their own.
        rules: { region: { enabled: false } },
        ...(theme === 'dark' ? { runOnly: ['color-contrast'] } : {}),
      })
      .analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect(found, `${what}, ${theme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

test.beforeEach(async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await arriveAsNewcomer(page, product.url)
})

test('axe finds nothing in windows, the overview and the palette', async ({ page }) => {
  const desktop = desktopPage(page)
  const palette = paletteOn(page)
  const { keyboard } = page
  await page.goto('/ios-desktop?open=/theme&open=%2Fsettings%3Fsection%3Daccount')
  const settings = desktop.window('Settings')
  await expect(settings.getByText('This browser')).toBeAttached()
  await expectOpenToAll(page, 'two windows', BOTH)
  await settings.getByRole('button', { name: 'Move and snap' }).click()
  await expect(page.getByRole('menuitem', { name: 'Left half' })).toBeVisible()
  await expectOpenToAll(page, 'the menu of a window')
  await keyboard.press('Escape')
  await keyboard.press('Alt+o')
  await expect(page.getByRole('dialog', { name: 'Overview' })).toBeVisible()
  await expectOpenToAll(page, 'the overview', BOTH)
  await keyboard.press('Escape')
  await palette.open()
  await expectOpenToAll(page, 'the palette', BOTH)
})

test('axe finds nothing in the menus, dialogs and popovers of the desktop', async ({ page }) => {
  const desktop = desktopPage(page)
  const { keyboard } = page
  await page.goto('/ios-desktop?open=/app-store')
  const store = desktop.window('App Store')
  await store.getByRole('button', { name: 'Get Solana Explorer' }).click()
  await expect(store.getByText('Installed', { exact: true })).toBeVisible()
  await store.getByRole('button', { name: 'Close', exact: true }).click()
  const explorer = page.locator('[data-icon^="/app/"]')
  await explorer.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expectOpenToAll(page, 'the menu of an icon')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog', { name: 'Rename application' })).toBeVisible()
  await expectOpenToAll(page, 'the rename dialog')
  await keyboard.press('Escape')
  await explorer.focus()
  await keyboard.press('Delete')
  await expect(page.getByRole('alertdialog', { name: 'Uninstall App?' })).toBeVisible()
  await expectOpenToAll(page, 'the uninstall dialog', BOTH)
  await keyboard.press('Escape')
  await explorer.focus()
  await keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Delete Solana Explorer' })).toBeVisible()
  await expectOpenToAll(page, 'the icons being edited')
  await keyboard.press('Escape')
  await page.getByRole('button', { name: /^Battery/ }).click()
  await expect(page.getByRole('dialog', { name: 'Battery Information' })).toBeVisible()
  await expectOpenToAll(page, 'the battery')
  await keyboard.press('Escape')
})

test('axe finds nothing in the parts of a report', async ({ page }) => {
  await page.goto('/ios-desktop?open=/wallet-finder')
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: /^COMET/ }).click()
  await expectOpenToAll(page, 'the ranked wallets', BOTH)
  await analysis.getByRole('button', { name: 'Holders' }).click()
  const holders = analysis.getByRole('list', { name: 'Largest holders' })
  await holders.getByRole('button').first().click()
  const evidence = analysis.getByRole('complementary', { name: /^Evidence of/ })
  await expect(evidence).toBeVisible()
  await expectOpenToAll(page, 'the holders with the evidence of one', BOTH)
  await evidence.getByRole('button', { name: 'Close evidence' }).click()
  await expect(holders.getByRole('button').first()).toBeFocused()
  await analysis.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(analysis.getByRole('img', { name: /^Price of the token/ })).toBeVisible()
  await expectOpenToAll(page, 'the price')
  await analysis.getByRole('button', { name: 'Coverage' }).click()
  await expectOpenToAll(page, 'the coverage', BOTH)
})

test('axe finds nothing on a phone', async ({ page }) => {
  const desktop = desktopPage(page)
  const palette = paletteOn(page)
  const { keyboard } = page
  await page.setViewportSize({ width: 390, height: 844 })
  await desktop.open()
  await expectOpenToAll(page, 'a phone')
  await palette.open()
  await expectOpenToAll(page, 'the palette on a phone')
  expect(await palette.dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await keyboard.type('nothing is called so')
  await expect(palette.dialog.getByRole('option', { name: /Research/ })).toBeVisible()
  await expectOpenToAll(page, 'the palette with an offer for free text')
  await keyboard.press('Escape')
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectOpenToAll(page, 'the shortcut sheet on a phone')
  await keyboard.press('Escape')
  const theme = await desktop.openApp('Theme')
  // Opening windows are see-through for a moment.
  await expect(theme.locator('.window-chrome')).toHaveCSS('opacity', '1')
  await expectOpenToAll(page, 'a window on a phone', BOTH)
})

test('axe finds nothing in widgets, a shared picture and saved prompts', async ({ page }) => {
  const analysis = await openDemoReport(page)
  await analysis.getByRole('button', { name: 'Share picture' }).click()
  const picture = page.getByRole('dialog', { name: 'Share picture' })
  await expect(picture.getByRole('img')).toBeVisible()
  await expectOpenToAll(page, 'the picture', BOTH)
  await picture.getByRole('button', { name: 'Close' }).click()
  await analysis.getByRole('button', { name: 'Close', exact: true }).click()
  for (const name of ['Show balance', 'Show watchlist', 'Show recent reports']) {
    await page.getByRole('main').click({ button: 'right', position: { x: 480, y: 500 } })
    await page.getByRole('menuitem', { name }).click()
  }
  await expect(page.getByRole('link', { name: /^Analysis of COMET/ })).toBeVisible()
  await expectOpenToAll(page, 'the widgets', BOTH)

  await page.goto('/chat')
  await page.getByRole('button', { name: 'Saved prompts' }).click()
  await page.getByRole('menuitem', { name: 'Edit prompts' }).click()
  const prompts = page.getByRole('dialog', { name: 'Saved prompts' })
  await expectOpenToAll(page, 'the saved prompts', BOTH)
  await prompts.getByRole('button', { name: 'New prompt' }).click()
  await expectOpenToAll(page, 'a new prompt', BOTH)
})
