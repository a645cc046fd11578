import type { Page } from '@playwright/test'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test } from './product.ts'

const SECRET = 'Is my secret wallet safe?'

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

const renameSettings = async (page: Page, name: string) => {
  await page.locator('[data-icon="/settings"]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename application' })
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

const chatLists = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('chatApp_')))

test('two people share a browser: each has their own windows, icon names and draft, and sees nothing of the other’s', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const desktop = desktopPage(page)
  await product.admin(['user', 'add', 'bob'], 'correct horse battery staple\n')
  const { username, password } = product.demoUser
  await signInPage(page).withPassword(username, password)
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).fill('What is my balance?')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(page).toHaveURL(/id=/)
  await expect.poll(() => chatLists(page)).toContain('chatApp_global')
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).fill(SECRET)
  await desktop.open()
  await renameSettings(page, 'Levers')
  await expect(page.locator('[data-icon="/settings"]')).toContainText('Levers')
  await page.goto('/ios-desktop?open=%2Fresearch%3Fq%3Dsecret')
  await expect(desktop.window('Research')).toBeVisible()
  await logOut(page)
  await expect(page.getByText(/secret|Levers/i)).toHaveCount(0)
  expect(await chatLists(page)).toEqual([])

  await signInPage(page).withPassword('bob', 'correct horse battery staple')
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: 'Open the desktop' }).click()
  await expect(page.locator('[data-icon="/settings"]')).toContainText('Settings')
  await expect(page.locator('[data-window]')).toHaveCount(0)
  await page.goto('/chat')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(page.getByText('No chats yet')).toBeVisible()
  await logOut(page)

  await signInPage(page).withPassword(username, password)
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/chat')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(SECRET)
  await desktop.open()
  await expect(page.locator('[data-icon="/settings"]')).toContainText('Levers')
  await expect(page.locator('[data-window-path^="/research"]')).toHaveCount(1)
})
