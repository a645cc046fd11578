import { describe, expect, it } from 'vitest'
import { createUnderstanding } from '#server/modules/chat/assistant/understand.ts'
import { findUnused, readVocabulary } from '#server/modules/chat/assistant/unused-words.ts'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const [TOKEN] = TOKENS
const read = (phrase: string) => understanding.read(phrase, NOW)

describe('a call that leaves a part of the phrase unused', () => {
  it.each([
    ['my recharges above 2 SOL', 'payments', ['above 2 SOL']],
    ['show my last 3 recharges', 'payments', ['3']],
    ['close all windows but settings', 'arrange_windows', ['but settings']],
    ['turn on dark mode at night only', 'set_theme', ['only']],
    ['what is on my calendar next week except monday', 'list_events', ['except monday']],
    ['do I have anything on saturday after 6pm', 'list_events', ['after']],
    ['export last month as csv', 'export_csv', ['last month']],
    ['change the wallpaper to something blue', 'set_wallpaper', ['blue']],
    [`what did ${TOKEN} sell this week`, 'wallet', ['this week']],
    ['show me every charge over 1 point', 'history', ['1 point']],
    ['lösche alle Termine am Freitag außer dem Zahnarzt', 'delete_event', ['außer dem Zahnarzt']],
    ['mach den dunklen Modus an und den Ton aus', 'set_theme', ['Ton']],
    ['muestra mis recargas de más de 2 SOL', 'payments', ['más de 2 SOL']],
    ['montre mes recharges de plus de 2 SOL', 'payments', ['plus de 2 SOL']],
    ['delete my photos', 'delete_event', ['photos']],
    ['fecha todas as janelas menos o chat', 'arrange_windows', ['menos o chat']],
    ['research bitcoin without twitter', 'research', ['without twitter']],
    ['what is new on solana but not from reddit', 'research', ['but not from reddit']],
    ['recherchiere bitcoin ohne twitter', 'research', ['ohne twitter']],
    ['news about bonk in german', 'research', ['in german']],
    ['Neuigkeiten zu Bonk auf Deutsch', 'research', ['auf Deutsch']],
    ['research bonk only in english from reddit', 'research', ['only in english from reddit']],
    ['research solana only from twitter', 'research', ['only from twitter']],
    [
      'research sol without twitter or social media',
      'research',
      ['without twitter or social media'],
    ],
    ['my last recharge above 2 SOL today', 'payments', ['above 2 SOL today']],
    ['turn on dark mode tonight', 'set_theme', ['tonight']],
    ['unwatch all wallets', 'unwatch_wallet', ['all']],
    ['did I recharge today', 'payments', ['today']],
    [`analyze ${TOKENS.join(' and ')} cheaply`, 'ca_analysis', ['cheaply']],
  ])('asks first: %s', (phrase, tool, unused) => {
    expect(read(phrase)).toMatchObject({ kind: 'partly', call: { tool: { name: tool } }, unused })
  })

  it('offers the call without that part', () => {
    expect(read('delete my meetings on friday except lunch')).toMatchObject({
      kind: 'partly',
      call: { args: { from: '2026-11-27', to: '2026-11-27' } },
      unused: ['except lunch'],
    })
  })

  it.each([
    ['how much did I spend on research last week', 'history'],
    ['do I have a meeting tomorrow', 'list_events'],
    ['remind me to buy everything except milk tomorrow', 'add_event'],
    ['build an agent that only reads news', 'create_agent'],
    ['why can SOL not rise', 'research'],
    ['research jupiter airdrops, only last 24h', 'research'],
    ['is sol up today', 'price'],
    ['show all my price alerts', 'price_alerts'],
    ['alert me if SOL rises 20 %', 'set_price_alert'],
    ['can I afford 3 analyses', 'balance'],
    ['set up an alert when SOL falls below 100', 'set_price_alert'],
    ['create a price alert for SOL at 100', 'set_price_alert'],
    ['alert me when SOL falls under 90 dollars', 'set_price_alert'],
    ['guten Morgen, was steht heute an', 'list_events'],
    ['what is happening on my calendar tomorrow', 'list_events'],
  ])('is none of these: %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

  it.each([
    'research why Solana only has two clients',
    'research the English Premier League token',
    'research is there an English version of Jupiter docs',
    'research regulation in Chinese courts',
    'research what is the only L1 with sub-second finality',
    'research payments without a bank on Solana',
    'research trading without KYC',
    'research wallets without social recovery',
    'research trading without Telegram bots',
    'research solana without memecoins',
    'research why Jupiter is not on Reddit',
    'research stablecoin rules only in Japan',
  ])('researches the whole question: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({
      kind: 'tool',
      args: { query: phrase.replace('research ', '') },
    })
  })

  it('leaves both of two unused words around a used one', () => {
    const meant = read('welche Wallets von mir haben heute was verkauft')
    expect(nameOf(meant)).not.toBe('list_events')
  })

  it.each(['analyze BONK', 'analyze PEPITO', 'top holders of WIF', 'is BONK a scam'])(
    'asks for the address of a symbol: %s',
    (phrase) => expect(nameOf(read(phrase))).toMatch(/^ask /),
  )

  it('offers nothing if most words are of no tool', () => {
    expect(read('who won the champions league')).toMatchObject({ kind: 'unknown' })
  })

  it.each(['achète-moi un billet de train', 'buy milk'])(
    'gives no answer that has not most of its words: %s',
    (phrase) => expect(nameOf(read(phrase))).toBe('fallback'),
  )

  it('knows the words of a new tool by its own texts', () => {
    const lamp = createUnderstanding([
      {
        name: 'dim_lamp',
        app: { id: 'lamps', name: 'Lamps' },
        description: 'Dims a lamp of the house',
        inputSchema: { type: 'object', properties: { percent: { type: 'number' } } },
        isTrusted: true,
        writes: true,
        run: async () => ({ text: 'dimmed' }),
      },
    ])
    expect(lamp.read('dim the lamp to 20 %', NOW)).toMatchObject({ args: { percent: 20 } })
    expect(lamp.read('dim the lamp and the radio', NOW)).toMatchObject({ unused: ['radio'] })
  })
})

it.each([
  'run my agent every morning at 8',
  'o que tenho amanhã de manhã',
  '删除除了COMET以外的所有提醒',
  'mets une alerte pour COMET à 0.00003 SOL',
])('is no event to add: %s', (phrase) => {
  expect(nameOf(read(phrase))).not.toContain('add_event')
})

it('reads the product of French spending', () => {
  expect(read("combien j'ai dépensé hier en recherche")).toMatchObject({
    args: { period: 'yesterday', on: 'research' },
  })
})

it.each([
  ['of many words', 'whatever the weather brings for old green boats '.repeat(10)],
  ['of many characters', '('.repeat(1_000)],
])('takes a message %s for no command, without reading it once for each word', (_, rest) => {
  const long = `show my balance and ${rest}`
  let readings = 0
  const vocabulary = readVocabulary(['balance'])
  const { isForeign } = findUnused(
    understanding.readPhrase(long, NOW),
    { vocabulary, all: vocabulary },
    () => (readings += 1),
  )
  expect([isForeign, readings]).toEqual([true, 0])
})

it('removes no app by words that name none', () => {
  expect(nameOf(read('delete lunch with ana and bob'))).toBe('fallback')
})

describe('a request beside another', () => {
  it.each([
    'open the app store, calendar and research',
    'öffne den App Store, den Kalender und Research',
  ])('opens each app of a list: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({
      requests: ['App Store', 'Calendar', 'Research'].map((app) => ({ args: { app } })),
      unread: null,
    })
  })

  it('may be a sum', () => {
    expect(nameOf(read('show my balance and what is 5+5'))).toBe('balance and answer:sum')
  })

  it('deletes each of two entries', () => {
    expect(read('delete the dentist appointment and the meeting with bob')).toMatchObject({
      requests: [{ args: { title: 'dentist appointment' } }, { args: { title: 'bob' } }],
    })
  })

  it.each([
    ['research firedancer and email me the summary', 'research', 'email me the summary'],
    ['show my balance and close the fridge', 'balance', 'close the fridge'],
  ])('is named when it is not understood: %s', (phrase, tool, unread) => {
    expect(read(phrase)).toMatchObject({ requests: [{ tool: { name: tool } }], unread })
  })
})

it.each([
  ['remind me to call mom tomorow at 5pm', 'call mom', '2026-11-21T17:00'],
  ['remind me to call mom on thrusday at 5pm', 'call mom', '2026-11-26T17:00'],
])('repairs a mistyped day: %s', (phrase, title, startsAt) => {
  expect(read(phrase)).toMatchObject({ args: { title, starts_at: startsAt } })
})
