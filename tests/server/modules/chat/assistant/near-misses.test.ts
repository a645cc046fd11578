import { describe, expect, it } from 'vitest'
import { findUnused, readVocabulary } from '#server/modules/chat/assistant/unused-words.ts'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const [TOKEN] = TOKENS
const read = (phrase: string) => understanding.read(phrase, NOW)

describe('alerts', () => {
  it.each([
    'delete all alerts but keep bonk',
    'remove every alert but sol',
    'lösche alle alarme außer sol',
    'borra todas mis alertas menos sol',
    '删除所有预警除了sol',
    'clear all email alerts',
    'delete all alerts and keep bonk',
    'delete all alerts, keep bonk',
  ])('are not all deleted: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({
      kind: 'partly',
      call: { tool: { name: 'delete_price_alert' }, args: {} },
    })
    expect(JSON.stringify(read(phrase))).not.toContain('"token":"all"')
  })

  it.each([
    'did you delete all my alerts?',
    'how do i delete all my alerts',
    'can i delete my alerts',
    'puedo borrar mis alertas',
    'como apago todos meus alertas',
    'when will you delete my alerts',
    'what if i delete all my alerts',
  ])('are not deleted by a question: %s', (phrase) => {
    expect(nameOf(read(phrase))).not.toContain('delete_price_alert')
  })

  it.each(['turn off all my alerts', 'can you delete all my alerts'])('are deleted: %s', (phrase) =>
    expect(read(phrase)).toMatchObject({ args: { token: 'all' } }),
  )

  it.each([
    ['tell me if sol goes above 200', 'set_price_alert'],
    ['avísame si sol sube a 200', 'set_price_alert'],
    ['préviens-moi si sol dépasse 200', 'set_price_alert'],
    ['me avisa se sol passar de 200', 'set_price_alert'],
    [`avísame si ${TOKEN} vende`, 'watch_wallet'],
    [`tell me if ${TOKEN} sells`, 'watch_wallet'],
  ])('have a condition: %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))
})

it('reads a phrase of many unknown words once without each', () => {
  const phrase =
    'tell me when sol above tomorrow zork monday blib above 5 fnord friday glorp quux wibble wobble dinner xyzzy plugh frotz gnusto blorb rezrov yomin'
  const vocabulary = readVocabulary(['price alert'])
  let readings = 0
  findUnused(understanding.readPhrase(phrase, NOW), { vocabulary, all: vocabulary }, () => {
    readings += 1
  })
  expect(readings).toBeLessThanOrEqual(2 * (1 + phrase.split(' ').length))
})

it.each([
  ['tell someone my balance', ['someone']],
  ['show my balance if i have more than 5 points', ['if']],
  ['show my balance whenever it changes', ['whenever it changes']],
  ['show my spending soon', ['soon']],
  ['zeig mein guthaben wenn es fällt', ['wenn es fällt']],
  ['zeig bloss mein guthaben', ['bloss']],
  ['dime mi saldo si baja', ['si baja']],
  ['montre juste mon solde', ['juste']],
  ['只显示我的余额', ['只']],
  ['is there a calculator event tomorrow', ['calculator']],
  ['show last 5 charges this month', ['5']],
  ['get me coingecko price of sol', ['coingecko']],
  ['delete my nansen subscription', ['nansen']],
  [`newest 5 holders of ${TOKEN}`, ['5']],
  ['hol den preis von sol', ['hol']],
  ['carga 5 puntos', ['carga']],
])('asks before it ignores a part of %s', (phrase, unused) => {
  expect(read(phrase)).toMatchObject({ kind: 'partly', unused })
})

it.each([
  ['close all windows on this desktop', { layout: 'close' }],
  ['minimize everything on this screen', { layout: 'minimize' }],
  ['arrange the windows on this screen', { layout: 'grid' }],
  ['cancel my day trip on saturday', { title: 'day trip', from: '2026-11-21', to: '2026-11-21' }],
  ['clear my day tomorrow', { from: '2026-11-21', to: '2026-11-21' }],
  ['whats my day look like tomorrow', { from: '2026-11-21', to: '2026-11-21' }],
  ['what is on my week from monday', { from: '2026-11-23', to: '2026-11-23' }],
  [
    'add a meeting on the topic of restaking tomorrow 3pm',
    { title: 'meeting on the topic of restaking', starts_at: '2026-11-21T15:00' },
  ],
  [
    'add review of the points on the agenda tomorrow 3pm',
    { title: 'review of the points on the agenda', starts_at: '2026-11-21T15:00' },
  ],
  [
    'remind me to write in my diary tomorrow',
    { title: 'write in my diary', starts_at: '2026-11-21' },
  ],
  ['show me news about the topic restaking', { query: 'show me news about the topic restaking' }],
  ['last 5 days spending', { days: 5 }],
  ['carga saldo', {}],
  ['carga mi cuenta', {}],
  [`who are the 5 largest holders of ${TOKEN}`, { mint: TOKEN, holders: 5 }],
  [`5 holders of ${TOKEN}`, { mint: TOKEN, holders: 5 }],
])('reads the arguments of %s', (phrase, args) => {
  const understood = read(phrase)
  expect(understood.kind).toBe('tool')
  expect(understood).toHaveProperty('args', args)
})

it.each([
  ['which topics are hot on crypto twitter', 'research'],
  ['which topics do i follow', 'answer:topics'],
  ['do you have explorer fees', 'partly install_app'],
  ['sign in with google', 'fallback'],
  ['open google', 'open_app'],
  ['carga la página', 'fallback'],
  ['remove explorer from favorites', 'partly uninstall_app'],
  ['mach alles auf', 'ask open_app'],
  ['open all apps', 'ask open_app'],
  ['close all windows of this app', 'answer:one_window'],
])('understands %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

describe('questions that are close to those about the product', () => {
  it.each([
    'why was bonk listed by coinbase',
    'why did marinade change its fees',
    'why are fees so low',
    'warum brauche ich SOL für Gebühren',
    'por qué listaron bonk en coinbase',
    "pourquoi j'ai besoin de SOL",
    'por que a solana parou',
    '为什么手续费这么高',
    'what happens when bitcoin halves',
    'what happens when a validator fails',
    'what happens when i stake sol',
  ])('ask about the world: %s', (phrase) => expect(nameOf(read(phrase))).toBe('research'))

  it.each([
    ['show my recharge history', 'payments'],
    ['查看我的充值历史', 'payments'],
    ['open ca signal', 'open_app'],
    ['öffne ca signal', 'open_app'],
    ['are my wallets linked', 'open_app'],
    ['change password', 'open_app'],
  ])('ask for a tool: %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

  it.each([
    ['how long does unstaking take', 'provisional'],
    ['how long does my meeting take tomorrow', 'provisional'],
    ['solana交易要多久', 'provisional'],
    ['how long until christmas', 'pending_payment'],
    ['how long until the next bitcoin halving', 'pending_payment'],
    ['why did my swap fail on jupiter', 'reports'],
    ['i forgot my phantom password', 'password'],
    ['what happens when the fed cuts rates', 'alerts_help'],
    ['can i use my ledger', 'own_model'],
    ['can i use my ledger', 'phone'],
  ])('are not answered: %s', (phrase, id) => expect(nameOf(read(phrase))).not.toBe(`answer:${id}`))

  it.each([
    ['add a password to my account', 'password'],
    ['why is the report incomplete', 'coverage'],
    ['warum steht in meinem Bericht eine Lücke', 'coverage'],
    ['why does ca signal not open', 'coming_soon'],
    ['how long do I have to wait for my analysis', 'provisional'],
    ['how long does a recharge take', 'pending_payment'],
    ['can I use Claude here', 'own_model'],
  ])('are about the product: %s', (phrase, id) => expect(nameOf(read(phrase))).toBe(`answer:${id}`))
})
