import { CHAT_PATH } from '#contract/paths.ts'
import { arriveAsNewcomer } from './session.ts'
import { expect, test } from './product.ts'

test('a text is saved as a prompt, found again after a reload by its name, and answered', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(CHAT_PATH)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('What is my balance?')
  await page.getByRole('button', { name: 'Saved prompts' }).click()
  await page.getByRole('menuitem', { name: 'Save text as prompt' }).click()
  await page.getByLabel('Name').fill('Money')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toHaveValue('What is my balance?')
  await field.fill('')

  await page.reload()
  await field.pressSequentially('/mon')
  await expect(page.getByRole('option', { name: /^\/money/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('What is my balance? ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 POINTS').last()).toBeVisible()
})
