import { expect, test } from './product.ts'

test('the API page signs in, calls an endpoint with the token, and follows the theme of the system', async ({
  page,
  product,
}) => {
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${product.url}/`) && !url.startsWith('data:')) problems.push(url)
  })
  await page.goto(`${product.url}/api/docs`)

  const login = page.locator('#operations-Accounts-login')
  await login.locator('.opblock-summary-control').click()
  await login.getByRole('textbox').fill(JSON.stringify(product.demoUser))
  await login.getByRole('button', { name: 'Execute' }).click()
  const answer = login.locator('.live-responses-table')
  await expect(answer).toContainText('"access_token"')
  const token = /"access_token": "([^"]+)"/.exec((await answer.textContent()) ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('.auth-container').getByRole('textbox').fill(token)
  await page.getByRole('button', { name: 'Apply credentials' }).click()
  await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click()

  const me = page.locator('#operations-Accounts-me')
  await me.locator('.opblock-summary-control').click()
  await me.getByRole('button', { name: 'Execute' }).click()
  await expect(me.locator('.live-responses-table')).toContainText('"username": "demo"')

  const title = page.getByRole('heading', { name: /SolDesk API/ })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const color = await title.evaluate((element) => getComputedStyle(element).color)
    const [red = 0] = color.match(/\d+/g) ?? []
    expect(Number(red) > 128).toBe(colorScheme === 'dark')
  }
  expect(problems).toEqual([])
})
