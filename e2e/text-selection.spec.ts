import { expect, test } from './product.ts'
import { arriveAs } from './session.ts'

test('the text in a window can be selected, and the window then follows a drag', async ({
  page,
  product,
}) => {
  await arriveAs(page, product.url, product.demoUser)
  await page.goto('/ios-desktop?open=/settings')
  const settings = page.getByRole('dialog', { name: /^Settings/ })
  await settings
    .getByText('System uses your device’s light or dark theme.')
    .click({ clickCount: 3 })
  const selected = () => page.evaluate(() => window.getSelection()?.toString().trim())
  expect(await selected()).toBe('System uses your device’s light or dark theme.')

  const before = await settings.boundingBox()
  const title = await settings.locator('[data-window-title]').boundingBox()
  if (before === null || title === null) throw new Error('The window is not shown')
  await page.mouse.move(title.x + title.width / 2, title.y + 7)
  await page.mouse.down()
  await page.mouse.move(title.x + title.width / 2 + 40, title.y + 17, { steps: 4 })
  await page.mouse.up()
  const after = await settings.boundingBox()
  expect(after?.x).toBeCloseTo(before.x + 40, 0)
})
