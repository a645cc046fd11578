import { expect, it } from 'vitest'
import { createOpenAppTool } from '#server/modules/chat/tools/open-app-tool.ts'

const CALCULATOR = { id: 'calculator', name: 'Calculator' }
const HISTORY = { id: 'wallet-history', name: 'Wallet History' }

const open = (app: string, installed = [CALCULATOR, HISTORY]) =>
  createOpenAppTool({
    list: async () => ({ app_list: [CALCULATOR, HISTORY], installed_apps: installed }),
  }).run({ app }, { userId: 'ana', chatId: 'chat', callId: 'call', signal: AbortSignal.any([]) })

it.each([
  ['calculator', '/app/calculator'],
  ['calculater', '/app/calculator'],
  ['wallet history', '/app/wallet-history'],
  ['history of wallets', '/app/wallet-history'],
  ['Settings', '/settings'],
  ['CA Analysis', '/wallet-finder'],
  ['settings for my password', '/settings'],
])('opens %s', async (name, path) => {
  expect((await open(name)).clientAction).toMatchObject({ kind: 'open_app', path })
})

it('does not take a word for an app whose name is in every word', async () => {
  const hasShortNames = [{ id: 'one', name: '★★' }, { id: 'two', name: 'a' }, CALCULATOR]
  expect((await open('the calculator app', hasShortNames)).clientAction).toMatchObject({
    path: '/app/calculator',
  })
})

it('offers the App Store for an app that is not installed', async () => {
  const { text, clientAction } = await open('calculator', [])
  expect(text).toBe('**Calculator** is not installed. The App Store has it.')
  expect(clientAction).toMatchObject({ path: '/app-store' })
})

it('names the apps where there is none of that name', async () => {
  await expect(open('fridge')).rejects.toThrow(/no app named fridge.*Calculator/)
})
