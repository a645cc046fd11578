import type { Locator, Page } from '@playwright/test'
import { announcementsOn } from '#e2e/pages/announcements.ts'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const styleOf = (part: Locator, name: 'backgroundColor' | 'outlineStyle') =>
  part.evaluate((element, key) => getComputedStyle(element)[key], name)

const expectFocusIn = (part: Locator) =>
  expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** The title of the window with a digest. */
const NAME = 'Research – What is new on Solana this week?'

test.describe('a screen reader', () => {
  test('meets the status bar, the icons, the dock and then the window in front', async ({
    page,
    product,
  }) => {
    await arriveAsNewcomer(page, product.url)
    await page.goto('/ios-desktop?open=/research')
    const research = desktopPage(page).window('Research')
    await expect(research).toBeVisible()
    await expect(page.locator('body')).toMatchAriaSnapshot(`
      - banner:
        - button "SolDesk"
        - button "Apps"
      - main:
        - heading "Desktop" [level=1]
        - region "Agents":
          - list:
            - listitem:
              - button "Research"
      - navigation "Dock"
      - dialog "Research":
        - heading "Research"
        - button "Minimize"
        - button /Maximize/
        - button "Close"
        - textbox "Question"
      - region /Notifications/
    `)
  })

  test('announces changes of windows, the focus, and the balance after a charge', async ({
    page,
    product,
  }) => {
    const { spoken } = await announcementsOn(page)
    await arriveAsNewcomer(page, product.url)
    const desktop = desktopPage(page)
    await page.goto('/ios-desktop')
    const research = await desktop.openApp('Research')
    await expect.poll(spoken).toContain('Research opened')
    await expectFocusIn(research)
    await research.getByRole('button', { name: 'Maximize' }).press('Enter')
    await expect.poll(spoken).toContain('Research maximized')
    await research.getByLabel('Question').fill('What is new on Solana this week?')
    await page.keyboard.press('Enter')
    await expect(research.getByRole('heading', { name: /What is new on Solana/ })).toBeVisible()
    await expect.poll(spoken).toContain('Balance: 9 POINTS')
    await expect.poll(spoken).toContain('Research is ready. What is new on Solana this week?')
    await research.getByRole('button', { name: 'Minimize' }).press('Enter')
    await expect.poll(spoken).toContain(`${NAME} minimized`)
    await expect(research).toHaveCount(0)
    await page
      .getByRole('navigation', { name: 'Dock' })
      .getByRole('button', { name: 'Research' })
      .press('Enter')
    await expect.poll(spoken).toContain(`${NAME} restored`)
    await expectFocusIn(research)
  })
})

test.describe('at 200 % zoom', () => {
  // 1440 × 900 at twice the size.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })

  /** Returns the controls beyond the left or right edge, except in a scrolling row. */
  const beyondTheEdge = (page: Page) =>
    page
      .locator('button, a, input, textarea, [role="tab"]')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.flatMap((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          const row = element.closest('.overflow-x-auto')
          const isOut = row === null && width > 1 && (left < -1 || right > innerWidth + 1)
          return isOut ? [element.getAttribute('aria-label') ?? element.textContent] : []
        }),
      )

  test('every window can be used without scrolling sideways', async ({ page }) => {
    await signInPage(page).withLocalWallet()
    await page.goto('/ios-desktop')
    await expect(page.getByLabel('Dock')).toBeVisible()
    expect(await beyondTheEdge(page), 'the desktop').toEqual([])
    const titles = {
      '/research': 'Research',
      '/sol-recharge': 'Recharge',
      '/settings': 'Settings',
      '/calendar': 'Calendar',
      '/app-store': 'App Store',
      '/agent-builder': 'Agent Builder',
    }
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(`/ios-desktop?open=${path}`)
      const window = desktopPage(page).window(title)
      await expect(window.getByRole('heading').nth(1)).toBeVisible()
      expect(await beyondTheEdge(page), title).toEqual([])
    }
  })
})

test.describe('with the colors of the system', () => {
  test('windows have an edge, and pressed, selected and current parts differ', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await signInPage(page).withLocalWallet()
    await page.goto('/ios-desktop?open=/settings&open=/sol-recharge')
    const desktop = desktopPage(page)
    const recharge = desktop.window('Recharge')
    const half = recharge.getByRole('button', { name: '0.5 SOL', exact: true })
    await expect(half).toHaveAttribute('aria-pressed', 'true')
    expect(await styleOf(recharge.locator('.window-chrome'), 'outlineStyle')).toBe('solid')
    const one = recharge.getByRole('button', { name: '1 SOL', exact: true })
    expect(await styleOf(one, 'outlineStyle')).toBe('solid')
    const marked = await styleOf(half, 'backgroundColor')
    expect(await styleOf(one, 'backgroundColor')).not.toBe(marked)
    const tab = recharge.getByRole('tab', { name: 'Recharge', exact: true })
    expect(await styleOf(tab, 'backgroundColor')).toBe(marked)
    const section = desktop.window('Settings').getByRole('button', { name: 'Appearance' })
    expect(await styleOf(section, 'backgroundColor')).toBe(marked)
  })
})
