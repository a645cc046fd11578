import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { openTools } from '#tests/support/paid-tools.ts'
import { chatDesk, newChat, send, textOf, type ChatDesk } from './chat-desk.ts'

const POINT = 10_000_000n
let desk: ChatDesk

beforeAll(async () => {
  desk = await chatDesk({
    providers: ({ db, rpc, ledger }) => [
      createBuiltinTools({
        rpc,
        ledger,
        network: 'localnet',
        price: null,
        apps: { list: async () => ({ app_list: [], installed_apps: [] }) },
        paid: openTools([], { db, ledger }).chat,
        now: Date.now,
      }),
    ],
  })
})
afterAll(() => desk.server.close())

it('adds up what was spent on one product', async () => {
  const { db, ledger } = desk.server
  const user = await desk.server.signIn()
  const { userId } = user
  await ledger.credit(db, {
    userId,
    kind: 'topup',
    lamports: 10n * POINT,
    idempotencyKey: 'spending-of-a-product',
  })
  const bought = [
    ['CA_ANALYSIS', 'Analysis of COMET'],
    ['PREMIUM_FEATURE', 'Research: fees'],
    ['PREMIUM_FEATURE', 'Research: votes'],
    ['PREMIUM_FEATURE', 'Chat answer'],
  ] as const
  for (const [type, description] of bought) {
    await ledger.charge({
      userId,
      lamports: POINT,
      idempotencyKey: description,
      requestHash: description,
      consumption: { type, description },
    })
  }
  const ask = async (question: string) => {
    const { events } = await send(user, await newChat(user), question)
    return textOf(events)
  }
  expect(await ask('how much did I spend on research in the last 7 days')).toContain(
    'you spent **0.02 SOL** on 2 queries of Research.',
  )
  expect(await ask('how much did I spend on CA analysis')).toContain(
    'In all you spent **0.01 SOL** on 1 query of CA Analysis.',
  )
  expect(await ask('how much did I spend in the last 7 days')).toContain(
    'you spent **0.04 SOL** on 4 queries.',
  )
})
