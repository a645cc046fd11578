import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { settingsPage } from '#e2e/pages/settings-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { arriveAs, arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'
import { installPhantom } from './wallet-stub.ts'

const PASSWORD = 'a long enough sentence'

test('the look is chosen, seen at once, and there before the first paint of the next visit', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const settings = settingsPage(page)
  await settings.open()
  const root = page.locator('html')
  await settings.window.getByText('Teal', { exact: true }).locator('..').click()
  await settings.window.getByText('Contour', { exact: true }).click()
  await settings.window.getByText('Large', { exact: true }).click()
  await settings.window.getByText('Reduced', { exact: true }).click()
  await settings.window.getByText('Dark', { exact: true }).click()
  const marks = {
    'data-theme': 'dark',
    'data-accent': 'teal',
    'data-wallpaper': 'contour',
    'data-dock-size': 'large',
    'data-motion': 'reduced',
  }
  for (const [name, value] of Object.entries(marks)) await expect(root).toHaveAttribute(name, value)
  await page.route('**/*.js', (route) =>
    route.request().url().endsWith('/theme.js') ? route.continue() : route.abort(),
  )
  await page.goto('/ios-desktop', { waitUntil: 'domcontentloaded' })
  for (const [name, value] of Object.entries(marks)) await expect(root).toHaveAttribute(name, value)
})

test('a wallet-born account gains a password, ends its other sessions, and links a wallet', async ({
  page,
  product,
}) => {
  const phantom = await installPhantom(page, { rpcUrl: product.rpcUrl })
  const signIn = signInPage(page)
  await signIn.withLocalWallet()
  const settings = settingsPage(page)
  await settings.open('account')
  const { window } = settings

  await window.getByLabel('Username').fill('countess')
  await window.getByLabel('New password', { exact: true }).fill('password')
  await expect(window.getByText('At least 8 characters')).toBeVisible()
  await window.getByRole('button', { name: 'Save' }).click()
  await settings.confirmWithLocalWallet()
  await expect(window.getByText('Too common; choose another')).toBeVisible()
  await window.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await window.getByRole('button', { name: 'Save' }).click()
  await settings.confirmWithLocalWallet()
  await expect(page.getByText('Username and password saved', { exact: true })).toBeVisible()

  const other = await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'countess', password: PASSWORD }),
  })
  expect(other.status).toBe(200)
  await settings.open('account')
  await expect(settings.sessions()).toHaveCount(1)
  await settings.sessions().click()
  await expect(settings.sessions()).toHaveCount(0)
  const { access_token: token } = (await other.json()) as { access_token: string }
  const asked = await fetch(`${product.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(asked.status).toBe(401)

  await window.getByRole('button', { name: 'Phantom' }).click()
  await settings.confirmWithPassword('not the password')
  await expect(settings.confirmation.getByText('The current password is wrong')).toBeVisible()
  await settings.confirmWithPassword(PASSWORD)
  await expect(page.getByText('Wallet linked', { exact: true })).toBeVisible()
  await expect(window.locator(`[data-tip="${phantom.address}"]`)).toBeVisible()
  await window.getByRole('button', { name: 'Phantom' }).click()
  await expect(window.getByText('This wallet is already linked to your account.')).toBeVisible()

  const short = `${phantom.address.slice(0, 4)}…${phantom.address.slice(-4)}`
  await window.getByRole('button', { name: `Unlink wallet ${short}` }).click()
  await settings.confirmWithLocalWallet()
  await expect(page.getByText('Wallet unlinked', { exact: true })).toBeVisible()
  await expect(window.locator(`[data-tip="${phantom.address}"]`)).toBeHidden()
  await window.getByRole('button', { name: 'Phantom' }).click()
  await settings.confirmWithPassword(PASSWORD)
  await expect(window.locator(`[data-tip="${phantom.address}"]`)).toBeVisible()

  await product.admin(['user', 'add', 'charles'], PASSWORD)
  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn.withPassword('charles', PASSWORD)
  await expect(page).toHaveURL(/\/$/)
  await settings.open('account')
  await window.getByRole('button', { name: 'Phantom' }).click()
  await settings.confirmWithPassword(PASSWORD)
  await expect(window.getByText(/belongs to another account/)).toBeVisible()
})

test('on a phone everything fits and can be hit', async ({ browser, product }) => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await arriveAs(page, product.url, product.demoUser)
  await settingsPage(page).open('account')
  await expect(settingsPage(page).window.getByText('This browser')).toBeVisible()
  const tooSmall = await page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>('[data-window] :is(button, label:has(input))'),
    )
      .filter((element) => element.offsetParent !== null)
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ text }) => text),
  )
  expect(tooSmall).toEqual([])
  const overflow = await page.evaluate(() => {
    const body = document.querySelector('.window-body')
    return body === null ? 1 : body.scrollWidth - body.clientWidth
  })
  expect(overflow).toBe(0)
  await context.close()
})

test('a link to the last section, and its entry in the menu, bring it to the top', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/settings?section=about')}`)
  const settings = desktopPage(page).window('Settings')
  const top = async () => {
    const heading = await boxOf(settings.getByRole('heading', { name: 'About' }))
    return heading.y - (await boxOf(settings)).y
  }
  await expect.poll(top).toBeLessThan(100)
  const menu = settings.getByRole('navigation', { name: 'Sections' })
  await menu.getByRole('button', { name: 'Appearance' }).click()
  await expect.poll(top).toBeGreaterThan(900)
  await menu.getByRole('button', { name: 'About' }).click()
  await expect.poll(top).toBeLessThan(100)
  await expect(menu.getByRole('button', { name: 'About' })).toHaveAttribute('aria-current', 'true')
})
