import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { axeOn } from '#e2e/pages/axe.ts'
import { expect, test } from './product.ts'
import { installPhantom } from './wallet-stub.ts'
import type { WalletMode } from './wallet-stub.ts'

const KILOBYTE = 1000
/** Keeps the page from growing unnoticed. Its budget of 100 kB is missed; see docs/decisions/022-libraries.md. */
const LOGIN_SCRIPT_LIMIT_KB = 128

const connect = (page: Page) => page.getByRole('button', { name: 'Connect Wallet', exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /Good / })

const CANCELLED = 'You cancelled the wallet connection request'
/** The toast itself; its words are also said to screen readers elsewhere. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

/** Requests to other origins, and console errors of the page. */
const watch = (page: Page, origin: string) => {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(url)
  })
  return faults
}

const signInLocally = async (page: Page) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Local Dev Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(heading(page)).toBeVisible()
}

test.describe('signing in with a wallet', () => {
  for (const mode of ['injected', 'late', 'standard', 'both'] satisfies WalletMode[]) {
    test(`works with a Phantom that is ${mode}`, async ({ page, product }) => {
      const phantom = await installPhantom(page, { mode })
      const faults = watch(page, product.url)
      await page.goto('/')
      await expect(page).toHaveURL('/login')
      await connect(page).click()
      // These stand for a moment only, so they are looked for together.
      await Promise.all([
        expect(page.getByText('Wallet Connected')).toBeVisible(),
        expect(page.getByText(phantom.address)).toBeVisible(),
        expect(page.getByText('Redirecting to dashboard...')).toBeVisible(),
        expect(toast(page, 'Login successful')).toBeVisible(),
      ])
      await expect(heading(page)).toBeVisible()
      await expect(page).toHaveURL('/')
      expect(phantom.calls).toEqual(['connect', 'message'])
      expect(faults).toEqual([])
    })
  }

  test('signs in to the same account at every visit with the Local Dev Wallet', async ({
    page,
  }) => {
    await signInLocally(page)
    const address = () => page.evaluate(() => localStorage.getItem('wallet_address'))
    const first = await address()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'User Login' })).toBeFocused()
    expect(await address()).toBeNull()
    await signInLocally(page)
    expect(await address()).toBe(first)
  })

  test('is cancelled by saying no, and can be tried again', async ({ page }) => {
    const phantom = await installPhantom(page, { rejects: ['connect'] })
    await page.goto('/login')
    await connect(page).click()
    await expect(toast(page, 'Connection cancelled')).toBeVisible()
    await expect(page.getByText(CANCELLED, { exact: true })).toHaveCount(1)
    await expect(connect(page)).toBeFocused()
    phantom.reject('message')
    await connect(page).press('Enter')
    await expect(page.getByText(CANCELLED, { exact: true })).toHaveCount(1)
    await expect(connect(page)).toBeFocused()
    const local = page.getByRole('button', { name: 'Local Dev Wallet' })
    await local.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await expect(local).toBeFocused()
    phantom.reject()
    await connect(page).click()
    await expect(heading(page)).toBeVisible()
  })

  test('is not offered to a wallet that only pretends to be Phantom', async ({ page }) => {
    await installPhantom(page, { hasFlag: false })
    await page.goto('/login')
    await expect(page.getByText('Phantom wallet extension not detected')).toBeVisible()
    await expect(connect(page)).toBeDisabled()
  })
})

test.describe('signing in with a password', () => {
  const fill = async (page: Page, username: string, password: string) => {
    await page.goto('/login')
    await page.getByRole('tab', { name: 'Password' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }

  test('works, and survives a reload with one question about the user', async ({
    page,
    product,
  }) => {
    await fill(page, product.demoUser.username, product.demoUser.password)
    await expect(toast(page, 'Welcome back!')).toBeVisible()
    await expect(heading(page)).toContainText(product.demoUser.username)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(1)
  })

  test('does not take a wrong password for an expired session', async ({ page, product }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await fill(page, product.demoUser.username, 'not this one')
    await expect(toast(page, 'Login failed')).toBeVisible()
    await expect(page.getByText('Invalid username or password', { exact: true })).toHaveCount(1)
    await expect(toast(page, 'Session Expired')).toBeHidden()
    expect(asked).not.toContain('/api/auth/refresh')
  })
})

test.describe('a session', () => {
  test('that cannot be renewed ends at the sign-in page with a word about it', async ({ page }) => {
    await signInLocally(page)
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'spoilt')
      localStorage.setItem('refresh_token', 'spoilt')
    })
    await page.goto('/payment')
    await expect(toast(page, 'Session Expired')).toBeVisible()
    await expect(toast(page, 'Your session has expired. Please login again.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'User Login' })).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  })

  test('is renewed without anybody noticing, once for two tabs', async ({ page, context }) => {
    await signInLocally(page)
    const other = await context.newPage()
    const renewals: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) renewals.push(request.url())
    })
    // A place of the same origin where nothing of the product runs.
    await page.goto('/icon.svg')
    await page.evaluate(() => localStorage.setItem('access_token', 'spoilt'))
    await Promise.all([page.goto('/payment'), other.goto('/')])
    await expect(page.getByRole('heading', { name: 'Solana Recharge' })).toBeVisible()
    await expect(heading(other)).toBeVisible()
    await Promise.all([page, other].map((tab) => tab.waitForLoadState('networkidle')))
    expect(renewals).toHaveLength(1)
    await expect(page).toHaveURL('/payment')
  })

  test('ends in every tab at once', async ({ page, context }) => {
    await signInLocally(page)
    const other = await context.newPage()
    await other.goto('/')
    await other.getByRole('link', { name: 'Chat' }).click()
    await expect(other).toHaveURL('/chat')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/login')
    await expect(other.getByRole('heading', { name: 'User Login' })).toBeVisible()
    await other.goBack()
    await expect(other.getByRole('heading', { name: 'User Login' })).toBeVisible()
  })

  for (const [wanted, shown] of [
    ['/ios-desktop?open=/settings', { role: 'dialog', name: 'Settings' }],
    ['/payment', { role: 'heading', name: 'Solana Recharge' }],
  ] as const) {
    test(`begun on the way to ${wanted} goes on there`, async ({ page }) => {
      await page.goto(wanted)
      await expect(page).toHaveURL('/login')
      await page.getByRole('button', { name: 'Local Dev Wallet' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await expect(page.getByRole(shown.role, { name: shown.name })).toBeVisible()
      await expect(page).toHaveURL(wanted)
      // The sign-in page is not a step of the history.
      await page.goto('/login')
      await expect(page).toHaveURL('/')
    })
  }

  test('opens unknown places at home', async ({ page }) => {
    await signInLocally(page)
    await page.goto('/no/such/place')
    await expect(page).toHaveURL('/')
    await expect(heading(page)).toBeVisible()
  })
})

test('the sign-in page stays light and requests no other origin', async ({ page, product }) => {
  const faults = watch(page, product.url)
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body())
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Local Dev Wallet' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bodies = await Promise.all(scripts)
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(bytes / KILOBYTE).toBeLessThanOrEqual(LOGIN_SCRIPT_LIMIT_KB)
  expect(faults).toEqual([])
})

test('sign-in and home can be used by everybody, in either theme', async ({ page }) => {
  const grave = async () => {
    const found: unknown[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      const axe = axeOn(page)
      // The themes differ in colors alone.
      if (colorScheme === 'dark') axe.withRules(['color-contrast'])
      const { violations } = await axe.analyze()
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue
        found.push([colorScheme, id, nodes.map(({ html }) => html)])
      }
    }
    return found
  }
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Local Dev Wallet' })).toBeVisible()
  expect(await grave()).toEqual([])
  await page.getByRole('tab', { name: 'Password' }).click()
  expect(await grave()).toEqual([])
  await signInLocally(page)
  expect(await grave()).toEqual([])
  await page.goto('/chat')
  await expect(page.getByText('What would you like to know?')).toBeVisible()
  expect(await grave()).toEqual([])
})
