import { chatPage } from '#e2e/pages/chat-page.ts'
import { scriptedMcp, text, type ScriptedMcp } from '#tests/server/modules/apps/scripted-mcp.ts'
import { expect, test as base, type Settings } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const TOOL = { name: 'get_weather', description: 'Tells the weather of a place' }

/** A server of tools on this machine, which the operator allows people to add. */
const test = base.extend<object, { mcp: ScriptedMcp; settings: Settings }>({
  mcp: [
    async ({}, provide) => {
      const mcp = await scriptedMcp([TOOL])
      mcp.onCall = () => text('Sunny, 21 degrees')
      await provide(mcp)
      await mcp.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mcp }, provide) => provide({ USER_APPS_ALLOW: mcp.authority }),
    { scope: 'worker' },
  ],
})

test('an own server is added, its tool allowed, used and blocked, and the server removed', async ({
  page,
  product,
  mcp,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/app-store')}`)
  const store = page.getByRole('dialog', { name: /^App Store/ })
  await store.getByRole('button', { name: 'Add your own' }).click()
  const form = page.getByRole('dialog', { name: 'Add your own server' })
  await form.getByLabel('Address').fill(mcp.url)
  await form.getByLabel('Name (optional)').fill('Weather desk')
  await form.getByRole('button', { name: 'Add server' }).click()
  await expect(form).toBeHidden()
  const choice = store.getByRole('group', { name: `${TOOL.name}: when it runs` })
  await expect(choice.getByRole('button', { name: 'Ask' })).toHaveAttribute('aria-pressed', 'true')
  await choice.getByRole('button', { name: 'Always' }).click()
  await expect(choice.getByRole('button', { name: 'Always' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await store.getByRole('button', { name: 'Open chat with Weather desk' }).click()
  const desk = page.getByRole('dialog', { name: /^Weather desk/ })
  const composer = desk.getByRole('textbox', { name: 'Message' })
  const chat = chatPage(page)
  await composer.fill('/get_weather')
  await composer.press('Enter')
  await chat.answered()
  await expect(chat.answers.last()).toContainText('Sunny, 21 degrees')
  expect(mcp.calls()).toEqual([TOOL.name])

  await desk.getByRole('button', { name: 'Close', exact: true }).click()
  await choice.getByRole('button', { name: 'Block' }).click()
  await expect(choice.getByRole('button', { name: 'Block' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await store.getByRole('button', { name: 'Open chat with Weather desk' }).click()
  await composer.fill('/get_weather')
  await composer.press('Enter')
  await expect(chat.questions).toHaveCount(1)
  await chat.answered()
  expect(mcp.calls()).toEqual([TOOL.name])

  await desk.getByRole('button', { name: 'Close', exact: true }).click()
  await store.getByRole('button', { name: 'Remove server' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(choice).toBeHidden()
  await expect(store.getByText('Weather desk')).toBeHidden()
})
