import type { Locator, Page } from '@playwright/test'
import { calendarPage } from '#e2e/pages/calendar-page.ts'
import { chatPage } from '#e2e/pages/chat-page.ts'
import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const SCREENS = [
  { name: 'a phone', width: 390, height: 844, isPhone: true },
  { name: 'a phone on its side', width: 844, height: 390, isPhone: true },
  { name: 'a tablet', width: 1024, height: 768, isPhone: false },
  { name: 'a laptop', width: 1440, height: 900, isPhone: false },
]

const LONG = 'The server cannot be reached. Check your connection and try again.'

/** Shows a failure as every failed call does. */
const fail = async (page: Page): Promise<Locator> => {
  await page.evaluate(
    (message) =>
      window.dispatchEvent(
        new CustomEvent('api-error', { detail: { status: 500, code: null, message } }),
      ),
    LONG,
  )
  const toast = page.getByRole('listitem').filter({ hasText: LONG })
  await expect(toast).toBeVisible()
  return toast
}

const expectFree = async (toast: Locator, controls: Record<string, Locator>) => {
  const cover = await boxOf(toast)
  for (const [name, control] of Object.entries(controls)) {
    const box = await boxOf(control)
    const isCovered =
      box.x < cover.x + cover.width &&
      cover.x < box.x + box.width &&
      box.y < cover.y + cover.height &&
      cover.y < box.y + box.height
    expect({ name, isCovered, box, cover }).toMatchObject({ isCovered: false })
  }
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })

for (const { name, width, height, isPhone } of SCREENS) {
  test(`a toast on ${name} covers no input row, no search field, no title bar, no dock and no button of a dialog`, async ({
    page,
    product,
  }) => {
    await arriveAsNewcomer(page, product.url)
    await page.setViewportSize({ width, height })

    const chat = chatPage(page)
    await chat.open()
    await chat.composer.fill('hello')
    await expectFree(await fail(page), {
      message: chat.composer,
      send: button(page, 'Send'),
      logout: button(page, 'Logout'),
    })

    const calendar = calendarPage(page)
    await calendar.open()
    await expectFree(await fail(page), {
      minimize: button(calendar.window, 'Minimize'),
      close: button(calendar.window, 'Close'),
      dock: button(page.getByLabel('Dock'), 'Calendar'),
    })
    await button(calendar.window, 'New event').first().click()
    await expect(calendar.form).toBeVisible()
    await expectFree(await fail(page), {
      title: calendar.form.getByLabel('Title'),
      cancel: button(calendar.form, 'Cancel'),
      save: button(calendar.form, 'Save'),
    })
    await button(calendar.form, 'Cancel').click()
    await expect(calendar.form).toBeHidden()

    await page.goto('/ios-desktop?open=/app-store')
    const store = desktopPage(page).window('App Store')
    const search = store.getByRole('searchbox', { name: 'Search apps' })
    await expectFree(await fail(page), { search })
    if (isPhone) return

    // The input row of a chat in the window that lies nearest to the toast.
    await page.goto('/ios-desktop?open=/app-store')
    await button(store, 'Get Solana Explorer').click()
    await button(store, 'Open chat with Solana Explorer').click()
    const explorer = desktopPage(page).window('Solana Explorer')
    await expect(explorer.getByRole('textbox', { name: 'Message' })).toBeFocused()
    // In a text field, the keys of windows belong to the text.
    await explorer.focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(async () => (await boxOf(explorer)).x).toBe(width / 2)
    const message = explorer.getByRole('textbox', { name: 'Message' })
    await message.fill('hello')
    await expectFree(await fail(page), { message, send: button(explorer, 'Send') })

    // Beside a dock of eight apps, then above one that leaves no room beside it.
    const apps = [
      'settings',
      'theme',
      'calendar',
      'app-store',
      'agent-builder',
      'wallet-finder',
      'sol-recharge',
      'ca-signal',
    ]
    for (const paths of [apps, [...apps, 'research', 'smart-wallet', 'ai-trade']]) {
      await page.goto(`/ios-desktop?${paths.map((path) => `open=/${path}`).join('&')}`)
      await expect(page.locator('[data-window]').nth(paths.length - 1)).toBeAttached()
      await expectFree(await fail(page), { dock: page.getByLabel('Dock') })
    }
  })
}

test('an open toast stays in its corner while a dialog opens', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  await page.setViewportSize({ width: 1440, height: 900 })
  const calendar = calendarPage(page)
  await calendar.open()
  const before = await boxOf(await fail(page))
  await button(calendar.window, 'New event').first().click()
  await expect(calendar.form).toBeVisible()
  expect(await boxOf(page.locator('[data-toast]'))).toEqual(before)
})
