import { WEEK_DAYS } from '#server/lib/phrases/repeat-phrases.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatEvent } from '#contract/chat/parts.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { testChain } from '#tests/support/chain.ts'
import { chatToolsOn, type FakeRuns } from '#tests/support/research-tool.ts'
import type { SignedIn } from '#tests/support/server.ts'
import {
  chatDesk,
  endOf,
  newChat,
  noteTool,
  send,
  textOf,
  thread,
  type ChatDesk,
} from '#tests/server/modules/chat/chat-desk.ts'
import { POINT, toolEvents } from '#tests/server/modules/chat/model-desk.ts'

const ADDRESS = 'Vote111111111111111111111111111111111111111'

let chain: LocalChainHandle
let desk: ChatDesk
let user: SignedIn
const started: { subject: string; key: string }[] = []
let noted: unknown[] = []
/** Why paid work ends without a result. */
let failure: string | null = null

const runs: FakeRuns = {
  start: async (_, subject, key) => {
    started.push({ subject, key })
    return { id: 'report' }
  },
  getOwn: async () => ({ status: failure === null ? 'done' : 'failed', failure }),
  readBody: async () => 'Ten smart wallets.',
}

const notes = [
  noteTool({
    name: 'notes__search',
    description: 'Searches the notes by a word',
    inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    run: async (args) => {
      noted.push(args)
      return { text: 'two **notes**' }
    },
  }),
  noteTool({
    name: 'notes__wipe',
    description: 'Deletes every note',
    inputSchema: { type: 'object', properties: {} },
    writes: true,
    run: async (args) => {
      noted.push(args)
      return { text: 'gone' }
    },
  }),
]

beforeAll(async () => {
  chain = await testChain()
  desk = await chatDesk({
    rpcUrl: chain.rpcUrl,
    pointsPerTurn: 1,
    tokens: [{ symbol: 'COMET', address: WSOL_MINT }],
    providers: ({ db, rpc, ledger }) => [
      createBuiltinTools({
        rpc,
        ledger,
        network: 'localnet',
        price: async () => 151.25,
        apps: { list: async () => ({ app_list: [], installed_apps: [] }) },
        paid: chatToolsOn(runs, { db, ledger }),
        now: () => Date.UTC(2026, 10, 20, 12),
      }),
      { listTools: async () => notes },
    ],
  })
  user = await desk.server.signIn()
  const { db, ledger } = desk.server
  const { userId } = user
  await ledger.credit(db, {
    userId,
    kind: 'topup',
    lamports: 100n * POINT,
    idempotencyKey: 'first',
  })
})
afterAll(async () => {
  await desk.server.close()
  await chain.stop()
})

async function ask(content: string | object) {
  const before = await desk.server.ledger.getBalance(user.userId)
  const id = await newChat(user)
  const { events, text } = await send(user, id, content)
  if (events.length === 0) throw new Error(text)
  const spent = before - (await desk.server.ledger.getBalance(user.userId))
  return { id, events, spent, text: textOf(events), calls: toolEvents(events) }
}

const offersOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'follow_ups' ? event.items : []))

describe('the assistant without a model', () => {
  it('says who answers, and is free when it cannot', async () => {
    const { events, spent, text } = await ask('compose a sonnet about the autumn rain in Lisbon')
    expect(events[0]).toMatchObject({ type: 'start', engine: 'commands and tools' })
    expect(text).toContain('I can’t answer that yet')
    expect(endOf(events)).toMatchObject({ is_refunded: true })
    expect(spent).toBe(0n)
    expect(offersOf(events).length).toBeGreaterThan(0)
  })

  it('lists every command for /help, free', async () => {
    const { text, spent } = await ask('/help')
    expect(text).toContain('`/wallet`')
    expect(text).toContain('`/ca_analysis`')
    expect(spent).toBe(0n)
  })

  it.each(['help', 'Hi!', 'what can you do?', 'send 1 SOL to my friend', 'what is Solana?'])(
    'answers %j in a few words and with three buttons, free',
    async (content) => {
      const { text, spent, events, calls } = await ask(content)
      expect(calls).toEqual([])
      expect(text.length).toBeLessThan(300)
      expect(text).not.toContain('`/wallet`')
      expect(offersOf(events)).toHaveLength(3)
      expect(spent).toBe(0n)
    },
  )

  it('never answers with the own balance for an address', async () => {
    for (const phrase of ['balance of', 'how much does it have?', 'my balance', 'Kontostand von']) {
      const { text, calls } = await ask(`${phrase} ${ADDRESS}`)
      expect(calls.at(-1)?.tool).toBe('wallet')
      expect(text).not.toContain('Your account balance')
    }
  })

  it('asks back for a time that it cannot read, and loses none', async () => {
    const asked = await ask('remind me to call Ana')
    expect(asked.text).toContain('When?')
    expect(endOf(asked.events).reason).toBe('needs_input')
    const { calls } = await ask('remind me to call Anna tomorrow at 9')
    expect(calls.at(-1)?.client_action).toMatchObject({
      title: 'call Anna',
      starts_at: expect.stringMatching(/T09:00$/),
    })
  })

  it.each([
    ['/wallet ' + ADDRESS, 'wallet'],
    [ADDRESS, 'wallet'],
    [`what is the balance of wallet ${ADDRESS}?`, 'wallet'],
    [`tell me about the token ${WSOL_MINT}`, 'token'],
    ['how many points do I have left?', 'balance'],
    ['show me what I spent points on', 'history'],
    ['How much have I spent this week?', 'history'],
    ['what is the price of SOL right now', 'price'],
    ['open the calendar', 'open_app'],
    ['please arrange my windows', 'arrange_windows'],
    ['switch to dark mode', 'set_theme'],
    ['remind me tomorrow at 9:30 to call Ana', 'add_event'],
    ['search my notes by word', 'notes__search'],
  ])('understands %j', async (content, tool) => {
    const { calls } = await ask(content)
    expect(calls[0]?.tool).toBe(tool)
  })

  it('does two requests of one message, and names a part that it does not understand', async () => {
    const { signIn, db, ledger } = desk.server
    const other = await signIn()
    await ledger.credit(db, {
      userId: other.userId,
      kind: 'topup',
      lamports: 10n * POINT,
      idempotencyKey: 'other',
    })
    const id = await newChat(other)
    const both = await send(other, id, 'show my balance and switch to dark mode')
    const done = toolEvents(both.events).filter(({ state }) => state === 'done')
    expect(done.map(({ tool }) => tool)).toEqual(['balance', 'set_theme'])
    const half = textOf((await send(other, id, 'show my balance and close the fridge')).events)
    expect(half).toContain('Your account balance is')
    expect(half).toContain('I didn’t understand the rest: “close the fridge”.')
  })

  it('answers from the chain with unit, source and time', async () => {
    const { text, spent, calls } = await ask(`/wallet ${ADDRESS}`)
    expect(text).toMatch(/Balance: \*\*[\d.]+ SOL\*\*/)
    expect(text).toContain('Source: Solana RPC (localnet), 2026-11-20 12:00:00 UTC')
    expect(calls.at(-1)).toMatchObject({ state: 'done', source: 'Solana RPC (localnet)' })
    expect(spent).toBe(POINT)
  })

  it('knows the tokens of reports by symbol, in phrases and in commands', async () => {
    for (const question of ['Who were the smart wallets in comet?', '/ca_analysis COMET']) {
      const { calls } = await ask(question)
      expect(calls[0], question).toMatchObject({
        tool: 'ca_analysis',
        arguments: { contract_address: WSOL_MINT },
      })
    }
  })

  it('keeps a symbol in a text that the user wrote', async () => {
    const { calls } = await ask('remind me to check COMET tomorrow at 9')
    expect(calls[0]).toMatchObject({ tool: 'add_event' })
    expect(JSON.stringify(calls[0])).toContain('COMET')
  })

  it('says why an address cannot be looked up, free', async () => {
    const { text, spent } = await ask(`/token ${ADDRESS}`)
    expect(text).toContain('is not a token')
    expect(spent).toBe(0n)
  })

  it('runs a tool for up to three addresses of one phrase', async () => {
    const other = 'Stake11111111111111111111111111111111111111'
    const { calls } = await ask(`compare the holdings of ${ADDRESS} and ${other}`)
    const asked = calls.filter(({ state }) => state === 'running').map((call) => call.arguments)
    expect(asked).toEqual([{ address: ADDRESS }, { address: other }])
  })

  it('asks for what is missing by a form, whose answer runs the tool', async () => {
    const { id, events, calls, spent } = await ask('/token')
    expect(endOf(events).reason).toBe('needs_input')
    expect(calls[0]).toMatchObject({ state: 'needs_input', missing: ['mint'] })
    expect(calls[0]?.schema).toMatchObject({ properties: { mint: { type: 'string' } } })
    expect(spent).toBe(0n)
    const call = { tool: 'wallet', arguments: { address: ADDRESS } }
    const filled = await send(user, id, { content: `Wallet look-up: ${ADDRESS}`, call })
    expect(toolEvents(filled.events).at(-1)).toMatchObject({ tool: 'wallet', state: 'done' })
    expect((await thread(user, id)).messages).toHaveLength(4)
  })

  it('asks before a call that leaves a part unused, with a button that makes it', async () => {
    const { events, text, calls, spent } = await ask('close all windows except the calendar')
    expect(text).toBe(
      'I don’t know what to do with “except the calendar”. Without it, I can do this:',
    )
    expect(calls).toEqual([])
    expect(spent).toBe(0n)
    const [button, ...others] = offersOf(events)
    expect(button).toEqual({
      label: 'Arrange windows: close',
      content: '/arrange_windows layout="close"',
    })
    expect(others).toHaveLength(1)
  })

  it('offers what can be asked next with what was named', async () => {
    const { events } = await ask(`/wallet ${ADDRESS}`)
    const offers = offersOf(events)
    expect(offers).toContainEqual({
      label: 'CA Analysis (1 POINT)',
      content: `/ca_analysis ${ADDRESS}`,
    })
  })

  it('shows the price of a paid tool and runs it once it is confirmed, with the call as key', async () => {
    const {
      id,
      events,
      calls,
      spent,
      text: said,
    } = await ask(`find smart wallets for ${WSOL_MINT}`)
    // The price goes with the question when that is answered.
    expect(said).toBe('')
    expect(endOf(events)).toMatchObject({ reason: 'needs_approval', is_refunded: true })
    expect(calls[0]).toMatchObject({
      tool: 'ca_analysis',
      state: 'needs_approval',
      price_points: 1,
      reason: expect.stringContaining('costs 1 POINT (0.01 SOL)'),
    })
    expect(started).toEqual([])
    expect(spent).toBe(0n)
    const body = { call_id: calls[0]?.call_id, approved: true }
    const { text } = await user.call('POST', `/chats/${id}/approve`, { body })
    expect(text).toContain('Ten smart wallets.')
    expect(started).toEqual([{ subject: WSOL_MINT, key: calls[0]?.call_id }])
  })

  it('adds up what was spent in the time that was asked for', async () => {
    const { text } = await ask('How much have I spent this week?')
    expect(text).toMatch(/In the last 7 days you spent \*\*0(\.\d+)? SOL\*\* on \d+ quer/)
    expect(text).not.toContain('balance')
  })

  it('says once that a POINT was given back', async () => {
    failure = 'No trades found for this token. Your POINT was refunded.'
    const { id, calls } = await ask(`/ca_analysis ${ADDRESS}`)
    const body = { call_id: calls[0]?.call_id, approved: true }
    const { text } = await user.call('POST', `/chats/${id}/approve`, { body })
    failure = null
    expect(text).toContain('"error":"No trades found for this token. Your POINT was refunded."')
  })

  it('never runs a guessed tool that changes something without being told to', async () => {
    noted = []
    const guessed = await ask('delete every note')
    expect(guessed.calls[0]).toMatchObject({ tool: 'notes__wipe', state: 'needs_approval' })
    expect(noted).toEqual([])
    const commanded = await ask('/notes__wipe')
    expect(commanded.calls.at(-1)).toMatchObject({ state: 'done' })
    expect(noted).toHaveLength(1)
  })

  it('takes named arguments and short names of an app’s tools', async () => {
    noted = []
    await ask('/search word="two words"')
    await ask('/notes__search {"word":"json"}')
    expect(noted).toEqual([{ word: 'two words' }, { word: 'json' }])
  })

  it('hands windows, themes and calendar entries to the browser', async () => {
    const actions = []
    for (const content of [
      'open the app store',
      '/theme dark',
      'arrange windows by golden ratio',
      'remind me tomorrow at 9:30 to call Ana',
    ]) {
      actions.push((await ask(content)).calls.at(-1)?.client_action)
    }
    expect(actions).toEqual([
      { kind: 'open_app', path: '/app-store', title: 'App Store' },
      { kind: 'set_theme', theme: 'dark' },
      { kind: 'arrange_windows', layout: 'golden_ratio' },
      {
        kind: 'add_event',
        title: 'call Ana',
        starts_at: expect.stringMatching(/T09:30$/),
        ends_at: expect.stringMatching(/T10:30$/),
        is_all_day: false,
      },
    ])
  })

  it('notes a meeting at the time of day and with the length that are meant', async () => {
    const { calls, text } = await ask('dentist on friday at 3 for 2 hours')
    expect(calls.at(-1)?.client_action).toMatchObject({
      title: 'dentist',
      starts_at: expect.stringMatching(/T15:00$/),
      ends_at: expect.stringMatching(/T17:00$/),
    })
    expect(text).toContain('at 3:00 PM')
  })

  it.each<[string, RegExp, string, RegExp]>([
    ['remind me every Monday at 9 to call Ana', /^call Ana$/, '09:00', /^FREQ=WEEKLY;BYDAY=MO$/],
    ['remind me each tue and thu at 10:30 to train', /^train$/, '10:30', /;BYDAY=TU,TH$/],
    ['remind me every day at 18:00 to check prices', /^check prices$/, '18:00', /^FREQ=DAILY$/],
    [
      'remind me every weekday at 9 until December 4 to stretch',
      /^stretch$/,
      '09:00',
      /;BYDAY=MO,TU,WE,TH,FR;UNTIL=\d{4}1204T235959$/,
    ],
    ['erinnere mich jeden Montag um 9 Uhr an Ana', /Ana$/, '09:00', /;BYDAY=MO$/],
  ])('repeats what %j asks for, from the first of its days', async (content, title, time, rule) => {
    const { calls } = await ask(content)
    const action = calls.at(-1)?.client_action
    if (action?.kind !== 'add_event') throw new Error(`${content}: ${JSON.stringify(calls)}`)
    expect(action.title).toMatch(title)
    expect(action.repeats).toMatch(rule)
    expect(action.starts_at.slice(11)).toBe(time)
    const day = WEEK_DAYS[new Date(action.starts_at.slice(0, 10)).getUTCDay()]
    const days = /BYDAY=([A-Z,]+)/.exec(action.repeats ?? '')?.[1]?.split(',') ?? [day]
    expect(days).toContain(day)
  })

  it.each([
    'tell me a joke',
    'what is the weather in Paris',
    'who won the world cup in 1998',
    'translate good morning into French',
    'how do I bake sourdough bread',
    'asdf qwer zxcv',
    '😀😀😀',
  ])('does not guess at %j', async (content) => {
    const { calls } = await ask(content)
    expect(calls).toEqual([])
  })
})
