import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import {
  chatDesk,
  newChat,
  send,
  textOf,
  type ChatDesk,
} from '#tests/server/modules/chat/chat-desk.ts'
import { POINT, toolEvents } from '#tests/server/modules/chat/model-desk.ts'
import { chatToolsOn } from '#tests/support/research-tool.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const read = (phrase: string) => understanding.read(phrase, NOW)
const [, TOKEN = ''] = TOKENS

describe('a date that begins with the day or the month', () => {
  it.each([
    'remind me on 12/5 to pay rent',
    'meeting on 12/5',
    'dentist 12/5 at 3pm',
    'remind me at 9 on 12/5 to check BONK',
    'what is on my calendar on 12/5',
    'delete the meeting on 12/5',
    'show my balance and remind me on 12/5 to pay rent',
  ])('is asked back: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('day December 5 or May 12')
  })

  it.each([
    ['remind me on 25/12 to call mum', { title: 'call mum', starts_at: '2026-12-25' }],
    ['remind me on 12/25 to call mum', { title: 'call mum', starts_at: '2026-12-25' }],
    ['add 5/5 party', { title: 'party', starts_at: '2027-05-05' }],
    ['rappelle-moi le 12/5 de payer', { starts_at: '2027-05-12' }],
    ['dentist, tomorrow at 9', { title: 'dentist', starts_at: '2026-11-21T09:00' }],
    ['Zahnarzt am 5.12. um 9', { title: 'Zahnarzt', starts_at: '2026-12-05T09:00' }],
    [
      'remind me tomorrow to buy 1/2 pound of nuts',
      { title: 'buy 1/2 pound of nuts', starts_at: '2026-11-21' },
    ],
  ])('is taken where it is clear: %s', (phrase, args) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'add_event' }, args })
  })

  it('is a fraction elsewhere', () => {
    expect(nameOf(read('swap 1/2 of my SOL'))).toBe('answer:swap')
  })
})

describe('the price of a token', () => {
  it.each([
    `what is ${TOKEN} trading at`,
    `what's ${TOKEN} at`,
    `where is ${TOKEN} at`,
    `is ${TOKEN} up`,
    `a cuánto está ${TOKEN}`,
    `à combien est ${TOKEN}`,
    `${TOKEN}现在多少钱`,
  ])('is asked for: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'price' }, args: { token_address: TOKEN } })
  })

  it.each([
    ['what is BONK at', 'BONK'],
    ['where is SOL at', 'SOL'],
    ['SOL and ETH price', 'SOL, ETH'],
  ])('is asked for by symbol: %s', (phrase, symbol) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'price' }, args: { symbol } })
  })

  it.each([
    ['price of SOL and ETH and my balance', 'price and price and balance'],
    ['precio de SOL y ETH y mi saldo', 'price and price and balance'],
    ['price of SOL, ETH, BTC and my balance', 'price and price and price and balance'],
    ['balance, recharge and price of WIF', 'balance and top_up and price'],
    ['price of SOL, please', 'price'],
    ['abre ajustes y calculadora', 'open_app and open_app'],
  ])('is not lost among other requests: %s', (phrase, wanted) => {
    expect(nameOf(read(phrase))).toBe(wanted)
  })
})

describe('airdrops and plans of others', () => {
  it.each([
    'airdrops planned for 2026',
    'which airdrops are planned',
    'next airdrops',
    'which airdrops can I still get',
    'airdrops für 2027',
    'airdrop calendar',
    'geplante Airdrops 2026',
    'airdrops previstos para 2026',
    'airdrops prévus en 2026',
    '2026年计划的空投',
  ])('are researched: %s', (phrase) => expect(nameOf(read(phrase))).toBe('research'))

  it.each([
    ['any airdrop for me', 'answer:airdrop'],
    ['what is planned for tomorrow', 'list_events'],
    ['what is planned for Solana this year', 'partly list_events'],
  ])('are not mistaken: %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))
})

describe('an agent to build', () => {
  it.each([
    [
      'build me an agent that tells me every morning who holds BONK',
      'tells me every morning who holds BONK',
    ],
    [
      'baue mir einen Agenten, der mir jeden Morgen sagt, wer BONK hält',
      'mir jeden Morgen sagt, wer BONK hält',
    ],
    ['crea un agente que me diga cada mañana el precio', 'me diga cada mañana el precio'],
    ['crée un agent qui résume les nouvelles', 'résume les nouvelles'],
    ['cria um agente que resume as notícias', 'resume as notícias'],
    ['做一个智能体，每天早上告诉我谁持有BONK', '每天早上告诉我谁持有BONK'],
    [`create an agent that watches ${TOKEN}`, `watches ${TOKEN}`],
    ['i need a bot that checks prices', 'checks prices'],
    ['I’d like an agent: sum up the news each day', 'sum up the news each day'],
  ])('keeps its idea: %s', (phrase, idea) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'create_agent' }, args: { idea } })
  })

  it('opens Agent Builder with the idea', async () => {
    const understood = read('build me an agent that summarizes news')
    if (understood.kind !== 'tool') throw new Error(understood.kind)
    const context = { userId: 'ana', chatId: 'chat', callId: 'call', signal: AbortSignal.any([]) }
    const { clientAction } = await understood.tool.run(understood.args, context)
    expect(clientAction).toEqual({ kind: 'build_agent', idea: 'summarizes news' })
  })

  it('has no idea in a question for the way', () => {
    expect(read('how do I build an agent')).toMatchObject({
      tool: { name: 'create_agent' },
      args: {},
    })
  })
})

describe('the chat', () => {
  let desk: ChatDesk
  let user: SignedIn
  beforeAll(async () => {
    desk = await chatDesk({
      providers: ({ db, rpc, ledger }) => [
        createBuiltinTools({
          rpc,
          ledger,
          network: 'localnet',
          price: async () => 150,
          apps: { list: async () => ({ app_list: [], installed_apps: [] }) },
          paid: chatToolsOn(
            {
              start: async () => ({ id: 'report' }),
              getOwn: async () => ({ status: 'done', failure: null }),
              readBody: async () => '',
            },
            { db, ledger },
          ),
          now: () => NOW,
        }),
      ],
    })
    user = await desk.server.signIn()
    const { db, ledger } = desk.server
    const { userId } = user
    await ledger.credit(db, {
      userId,
      kind: 'topup',
      lamports: 200n * POINT,
      idempotencyKey: 'first',
    })
  })
  afterAll(() => desk.server.close())

  const ask = async (content: string) => (await send(user, await newChat(user), content)).events

  it('offers both days of an unclear date', async () => {
    const events = await ask('remind me on 12/5 to pay rent')
    expect(textOf(events)).toBe('Which day is 12/5?')
    expect(events.flatMap((event) => (event.type === 'follow_ups' ? event.items : []))).toEqual([
      { label: 'December 5', content: 'remind me on December 5 to pay rent' },
      { label: 'May 12', content: 'remind me on May 12 to pay rent' },
    ])
  })

  it.each([
    ['my balance in dollars', '2 SOL = **300 USD**'],
    ['wie viel ist mein Guthaben in Dollar', '2 SOL = **300 USD**'],
    ['我的余额多少美元', '2 SOL = **300 USD**'],
    ['my balance in euros', 'I have no rate for EUROS, so this is in US dollars.'],
  ])('says what the balance is worth: %s', async (phrase, text) => {
    const events = await ask(phrase)
    expect(toolEvents(events)[0]?.tool).toBe('balance')
    expect(textOf(events)).toContain(text)
  })

  it('answers for each token of one price', async () => {
    const text = textOf(await ask('SOL and ETH price'))
    expect(text).toContain('1 SOL = **150 USD**')
    expect(text).toContain('Research can find what sources say about ETH')
  })
})
