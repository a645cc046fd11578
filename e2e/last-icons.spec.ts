import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

const AGENTS = /\/api\/apps\/agents$/

test('icons of the last visit stay, dimmed, while the lists of apps cannot be loaded', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  let isAway = false
  await page.route(AGENTS, (route) =>
    isAway
      ? route.abort()
      : route.fulfill({ json: { status: 'success', data: [{ id: 'a1', name: 'Scout' }] } }),
  )
  await page.goto('/ios-desktop')
  const icon = page.locator('[data-icon="/agent/a1"]')
  await expect(icon).toHaveCSS('opacity', '1')
  isAway = true
  await page.reload()
  await expect(icon).toHaveCSS('opacity', '0.5')
  await expect(icon).toHaveAttribute('data-tip', /We can’t reach the server/)
  isAway = false
  await page.reload()
  await expect(icon).toHaveCSS('opacity', '1')
})
