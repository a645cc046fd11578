import { AxeBuilder } from '@axe-core/playwright'
import { chatPage } from './pages/chat-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

test('a question on Home becomes a chat that is answered by a tool, kept, renamed and deleted', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Ask anything' }).fill('What is my balance?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await chat.answered()
  await expect(page).toHaveURL(/\/chat\?id=/)
  await expect(chat.answers).toContainText('0.1 SOL')
  await expect(chat.answers).toContainText('commands and tools')
  await expect(chat.answers.getByRole('button', { name: /My balance/ }).first()).toBeVisible()
  const seen = await new AxeBuilder({ page }).analyze()
  expect(seen.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  await page.reload()
  await expect(chat.questions).toHaveText(/What is my balance\?/)
  await expect(chat.answers).toContainText('0.1 SOL')
  await expect(chat.answers).toHaveCount(1)

  await chat.rename('What is my balance?', 'My money')
  await expect(chat.list.getByRole('button', { name: 'My money', exact: true })).toBeVisible()
  await chat.remove('My money')
  await expect(page).toHaveURL(/\/chat$/)
  await expect(chat.list.getByText('No chats yet')).toBeVisible()
})

test('missing arguments are asked by a form, an edited question keeps its old version, two tabs agree', async ({
  page,
  context,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  await chat.ask('/wallet')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('This is needed')).toBeVisible()
  await page.getByLabel('Address').fill('So11111111111111111111111111111111111111112')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(chat.answers).toHaveCount(2)
  await chat.answered()

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(chatPage(other).answers).toHaveCount(2)

  await chat.questions.first().hover()
  await chat.questions.first().getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('/help')
  await page.getByRole('button', { name: 'Send again' }).click()
  await chat.answered()
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.questions).toContainText('2/2')
  await expect(chatPage(other).questions).toHaveCount(1)
  await expect(chatPage(other).questions).toContainText('/help')
  await chat.questions.hover()
  await chat.questions.getByRole('button', { name: 'Earlier version' }).click()
  await expect(chat.answers).toHaveCount(2)
})
