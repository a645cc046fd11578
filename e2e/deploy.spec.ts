import type { Page } from '@playwright/test'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const ASSETS = '**/assets/*.js'
const NOTICE = 'A new version is ready.'

/** From now on, the server has another release without the files of this one. Page loads still work. */
const deploy = async (page: Page) => {
  await page.route(ASSETS, (route) => route.fulfill({ status: 404 }))
  await page.route('**/', (route) =>
    route.request().isNavigationRequest()
      ? route.fallback()
      : route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/assets/start-next.js"></script>',
        }),
  )
}

const restore = async (page: Page) => {
  await page.unroute(ASSETS)
  await page.unroute('**/')
}

test.beforeEach(async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
})

test('after a deploy an app offers a reload, which brings the windows back', async ({ page }) => {
  const desktop = desktopPage(page)
  await desktop.open()
  const dock = page.getByLabel('Dock')
  await dock.getByRole('button', { name: 'Settings' }).click()
  await expect(desktop.window('Settings').getByRole('switch').first()).toBeVisible()
  await page.route(ASSETS, (route) => route.fulfill({ status: 404 }))
  await dock.getByRole('button', { name: 'Agent Builder' }).click()
  const builder = desktop.window('Agent Builder')
  await expect(builder.getByText(NOTICE)).toBeVisible()
  await expect(page.getByText(/connection/i)).toHaveCount(0)
  await page.unroute(ASSETS)
  await builder.getByRole('button', { name: 'Reload' }).click()
  await expect(desktop.window('Settings')).toBeVisible()
  await expect(builder.getByRole('textbox').first()).toBeVisible()
})

test('after a deploy a page reloads when nothing was typed', async ({ page }) => {
  const desktop = desktopPage(page)
  await desktop.open()
  await deploy(page)
  await page.locator('[data-icon="/calendar"]').click()
  await expect(page.getByText(NOTICE).first()).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await restore(page)
  await reloaded
  await expect(desktop.window('Calendar').getByRole('grid')).toBeVisible()
})

test('after a deploy a page keeps the typed text until Reload is pressed', async ({ page }) => {
  await page.clock.install()
  const desktop = desktopPage(page)
  await desktop.open()
  await page.getByLabel('Dock').getByRole('button', { name: 'Agent Builder' }).click()
  const idea = desktop.window('Agent Builder').getByRole('textbox').first()
  await idea.fill('Half an idea')
  await deploy(page)
  await page.keyboard.press('Control+K')
  await expect(page.getByText(NOTICE)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(idea).toHaveValue('Half an idea')
  await restore(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  await expect(desktop.window('Agent Builder')).toBeVisible()
})

test('menus, popovers and toasts need no code beyond that of the desktop', async ({ page }) => {
  const desktop = desktopPage(page)
  await desktop.open()
  await page.route(ASSETS, (route) => route.abort())

  const menu = page.getByRole('button', { name: 'Window', exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  const battery = page.getByRole('button', { name: /battery/i })
  await battery.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Battery Information' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(battery).toBeFocused()

  const remove = async (path: string) => {
    await page.locator(`[data-icon="${path}"]`).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return page.getByRole('listitem').filter({ hasText: 'removed from the desktop' })
  }
  const first = await remove('/calendar')
  await expect(first.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await expect(first).toBeHidden()
  const second = await remove('/theme')
  await second.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-icon="/theme"]')).toBeVisible()
})
