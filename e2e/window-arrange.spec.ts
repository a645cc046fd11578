import { boxOf, desktopPage, expectBox } from '#e2e/pages/desktop-page.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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
          hasOverlap: shown.some((one, index) =>
            shown
              .slice(index + 1)
              .some(
                (other) =>
                  one.x < other.x + other.width &&
                  other.x < one.x + one.width &&
                  one.y < other.y + other.height &&
                  other.y < one.y + one.height,
              ),
          ),
        }
      })
      .toEqual({ left: 12, right: 12, top: 44, bottom: 92, hasOverlap: false })

  for (const layout of ['Arrange', 'Golden-ratio arrange']) {
    const before = await boxes()
    await choose(layout)
    await expect.poll(boxes).not.toEqual(before)
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
  // The middle of the upper edge of its title bar is where the pointer let go.
  const moved = { x: 132, y: 293, width: 536, height: 247 }
  await expectBox(settings, moved)
  await page.setViewportSize(TABLET)
  await expectBox(settings, moved)
})

test('a window that a menu opens stays in front of the one with the menu', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const first = await desktop.openApp('CA Analysis')
  await first.getByRole('button', { name: 'Move and snap' }).click()
  await page.getByRole('menuitem', { name: 'Open in new window' }).click()
  await expect(page.locator('[data-window]')).toHaveCount(2)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.locator('[data-window]').last()).toHaveAttribute('data-active')
  // Its first field takes the typing.
  await expect(page.locator('[data-window][data-active] :focus')).toBeVisible()
})
