import type { Page } from '@playwright/test'
import { chatPage } from '#e2e/pages/chat-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const STORE = `/ios-desktop?open=${encodeURIComponent('/app-store')}`
const BUILDER = `/ios-desktop?open=${encodeURIComponent('/agent-builder')}`
const EXPLORER = 'Solana Explorer'

const windowOf = (page: Page, title: string) =>
  page.locator('[data-window]').and(page.getByRole('dialog', { name: new RegExp(`^${title}`) }))

const icon = (page: Page, title: string) =>
  page.locator('[data-icon]').filter({ hasText: title }).first()

const install = async (page: Page) => {
  await page.goto(STORE)
  const store = windowOf(page, 'App Store')
  await store.getByRole('button', { name: `Get ${EXPLORER}` }).click()
  await expect(store.getByText('Installed', { exact: true })).toBeVisible()
  return store
}

test.beforeEach(({ page, product }) => arriveAsNewcomer(page, product.url))

test('an app is installed, its chat uses its tool, and it is uninstalled from the desktop', async ({
  page,
}) => {
  const store = await install(page)
  await expect(store.getByText('Pending Review').first()).toBeVisible()
  await expect(store.getByText('Rejected').first()).toBeVisible()
  await store.getByRole('button', { name: `Open chat with ${EXPLORER}` }).click()
  const explorer = windowOf(page, EXPLORER)
  await explorer.getByRole('button', { name: /What is the network status/ }).click()
  const chat = chatPage(page)
  await chat.answered()
  await expect(chat.answers.getByRole('button', { name: /network/i }).first()).toBeVisible()
  await explorer.getByRole('button', { name: 'Close', exact: true }).click()
  await windowOf(page, 'App Store').getByRole('button', { name: 'Close', exact: true }).click()

  await icon(page, EXPLORER).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Uninstall App?' })
  await expect(question.getByText(`Do you want to uninstall the app "${EXPLORER}"?`)).toBeVisible()
  await question.getByRole('button', { name: 'Uninstall' }).click()
  await expect(icon(page, EXPLORER)).toBeHidden()
})

test('the apps of one publisher are listed, searched and left again', async ({ page }) => {
  await page.goto(STORE)
  const store = windowOf(page, 'App Store')
  await store.getByRole('button', { name: EXPLORER, exact: true }).click()
  await store.getByRole('button', { name: 'Show the apps of SolDesk' }).press('Enter')
  const chip = store.getByRole('button', { name: 'Remove filter: By SolDesk' })
  await expect(chip).toBeFocused()
  await expect(page).toHaveURL(/publisher/)
  await expect(store.getByText('CoinGecko')).toHaveCount(0)
  await store.getByLabel('Search apps').fill('calculator')
  await expect(store.getByRole('button', { name: /^Get / })).toHaveCount(1)
  await page.reload()
  await expect(chip).toBeVisible()
  await chip.press('Enter')
  await expect(store.getByText('CoinGecko').first()).toBeAttached()
})

test('an agent is drafted from an idea, tried, saved, used and deleted', async ({ page }) => {
  await install(page)
  await page.goto(BUILDER)
  const builder = windowOf(page, 'Agent Builder')
  await builder
    .getByLabel('What should your agent do?')
    .fill('Tell me the network status, called Net Scout')
  await builder.getByRole('button', { name: 'Draft my agent' }).click()
  await expect(builder.getByLabel('Name', { exact: true })).toHaveValue('Net Scout')
  await builder.getByRole('button', { name: 'Try it' }).click()
  await expect(builder.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const buffer = Buffer.from('Validators restart the cluster after 400 milliseconds of silence.')
  const file = { name: 'handbook.txt', mimeType: 'text/plain', buffer }
  await builder.getByLabel('Files for the agent').setInputFiles(file)
  await expect(builder.getByRole('button', { name: 'Remove handbook.txt' })).toBeVisible()
  await builder.getByRole('button', { name: 'Save agent' }).click()
  await builder.getByRole('button', { name: 'Open chat with Net Scout' }).click()
  await expect(page).toHaveURL(/agent/)

  const agent = windowOf(page, 'Net Scout')
  const composer = agent.getByRole('textbox', { name: 'Message' })
  await composer.fill('What is the network status?')
  await composer.press('Enter')
  await chatPage(page).answered()
  await composer.fill('After how much silence do validators restart the cluster?')
  await composer.press('Enter')
  const quote = 'Validators restart the cluster after 400 milliseconds of silence.'
  await expect(agent.getByText(quote, { exact: true })).toBeVisible()

  await page.reload()
  await expect(icon(page, 'Net Scout')).toBeAttached()
  await page.goto(BUILDER)
  await builder.getByRole('button', { name: 'More actions for Net Scout' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete agent' }).click()
  await expect(icon(page, 'Net Scout')).toBeHidden()
})
