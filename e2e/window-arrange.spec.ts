import { boxOf, desktopPage, expectBox } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const LAPTOP = { width: 1440, height: 900 }
const TABLET = { width: 1024, height: 768 }

test('arranged windows fill the screen again after each change of its size', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const apps = ['/settings', '/theme', '/calendar', '/app-store']
  await page.goto(`/ios-desktop?${apps.map((path) => `open=${path}`).join('&')}`)
  const all = page.locator('[data-window]')
  await expect(all).toHaveCount(apps.length)
  const boxes = async () => Promise.all((await all.all()).map(boxOf))
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Window', exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  /** Waits until the windows reach from edge to edge between status bar and dock. */
  const expectFilled = (screen: { width: number; height: number }) =>
    expect
      .poll(async () => {
        const shown = await boxes()
        return {
          left: Math.min(...shown.map(({ x }) => x)),
          right: screen.width - Math.max(...shown.map(({ x, width }) => x + width)),
          top: Math.min(...shown.map(({ y }) => y)),
          bottom: screen.height - Math.max(...shown.map(({ y, height }) => y + height)),
        }
      })
      .toEqual({ left: 12, right: 12, top: 44, bottom: 92 })

  for (const layout of ['Arrange', 'Golden-ratio arrange']) {
    await choose(layout)
    await expectFilled(LAPTOP)
    const wide = await boxes()
    await page.setViewportSize(TABLET)
    await expectFilled(TABLET)
    await page.setViewportSize(LAPTOP)
    await expect.poll(boxes).toEqual(wide)
  }

  const desktop = desktopPage(page)
  const settings = desktop.window('Settings')
  await desktop.dragTo(settings, 400, 300)
  await page.mouse.up()
  const moved = await boxOf(settings)
  await page.setViewportSize(TABLET)
  await expectBox(settings, moved)
})
