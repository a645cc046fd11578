import { expect, type Locator, type Page } from '@playwright/test'

type Box = { x: number; y: number; width: number; height: number }

export const boxOf = async (window: Locator): Promise<Box> => {
  const box = await window.boundingBox()
  if (box === null) throw new Error('The window is not shown')
  return box
}

/** Waits until the window's box has these numbers, to the pixel. */
export const expectBox = (window: Locator, wanted: Partial<Box>) =>
  expect
    .poll(async () => {
      const box = await window.boundingBox()
      return (
        box &&
        Object.fromEntries(
          Object.keys(wanted).map((key) => [key, Math.round(box[key as keyof Box])]),
        )
      )
    })
    .toEqual(wanted)

export const desktopPage = (page: Page) => ({
  async open() {
    await page.goto('/ios-desktop')
    await expect(page.getByLabel('Dock')).toBeVisible()
  },
  async openApp(title: string) {
    await page.locator('[data-icon]').filter({ hasText: title }).first().click()
    const window = page.getByRole('dialog', { name: new RegExp(`^${title}`) })
    await expect(window).toBeVisible()
    return window
  },
  window: (title: string) => page.getByRole('dialog', { name: new RegExp(`^${title}`) }),
  /** Drags a window by the middle of its title bar to a point of the screen and leaves the button down. */
  async dragTo(window: Locator, x: number, y: number) {
    const box = await boxOf(window)
    await page.mouse.move(box.x + box.width / 2, box.y + 7)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 30, box.y + 60, { steps: 3 })
    await page.mouse.move(x, y, { steps: 6 })
  },
})
