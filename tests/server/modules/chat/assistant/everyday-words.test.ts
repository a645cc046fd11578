import { expect, it } from 'vitest'
import { findDates } from '#server/lib/phrases/date-phrases.ts'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const [A, B] = TOKENS
const read = (phrase: string) => understanding.read(phrase, NOW)

it.each([
  ['hey can u tell me my balance real quick', 'balance'],
  ['do i have enough points for another analysis', 'balance'],
  ['yo how many queries can i still run', 'balance'],
  ['reicht mein guthaben für 5 analysen', 'balance'],
  ['dá pra fazer quantas análises', 'balance'],
  ['où sont passés mes points', 'history'],
  ['meu pagamento caiu?', 'payments'],
  ['q precio tiene sol ahora', 'price'],
  ['está subiendo sol', 'price'],
  [`wen did ${A} last trade`, 'wallet'],
  [`how much sol is in ${A}`, 'wallet'],
  [`hat ${A} heute was gekauft`, 'wallet'],
  [`qué hizo ${A} hoy`, 'wallet'],
  [`quién compró ${A} temprano`, 'ca_analysis'],
  [`lance une analyse de ${A}`, 'ca_analysis'],
  [`谁很早买了 ${A}`, 'ca_analysis'],
  [`wallets qui ont acheté ${A} et ${B}`, 'wallet_finder'],
  [`run wallet finder on ${A} ${B}`, 'wallet_finder'],
  ['run my news agent', 'answer:agent_schedule'],
  [`carteiras em comum entre ${A} e ${B}`, 'wallet_finder'],
  [`sag mir bescheid wenn ${A} was verkauft`, 'watch_wallet'],
  [`me avisa quando ${A} vender`, 'watch_wallet'],
  [`盯着 ${A}`, 'watch_wallet'],
  ['what did my watched wallets do today', 'watched_wallets'],
  [`turn off the alert for ${A}`, 'delete_price_alert'],
  ['benachrichtige mich wenn sol unter 100 dollar fällt', 'set_price_alert'],
  ['sol到200美元提醒我', 'set_price_alert'],
  ['o que tá rolando com jupiter', 'research'],
  ['erzähl mir was über firedancer', 'research'],
  ['bin ich morgen um 15 uhr frei', 'list_events'],
  ['je suis libre vendredi ?', 'list_events'],
  ['mach alles zu', 'arrange_windows'],
  ['how does wallet finder work', 'explain'],
  ['wie funktioniert der wallet finder', 'explain'],
  ['comment ça marche wallet finder', 'explain'],
  ['follow the topic solana etf', 'answer:topics'],
  ['news about jupiter every morning', 'answer:topics'],
  ['close this window', 'answer:one_window'],
  ['rename this chat', 'answer:chats'],
  ['is there a calculator', 'answer:find_app'],
  ['notify me when my analysis is done', 'answer:notifications'],
])('understands %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

it.each([
  ['what did wallet finder cost me last month', { period: 'last_month', on: 'wallet_finder' }],
  ['show last 5 charges', { newest: 5 }],
  ['i wanna buy 100 points', { amount: 1 }],
  ['guthaben um 1 sol aufladen', { amount: 1 }],
  ['give me sol price in euro', { conversion: '1 SOL in EURO' }],
  ['3个sol是多少美元', { conversion: '3个sol是多少美元' }],
  [`top 5 holders of ${A}`, { mint: A, holders: 5 }],
  [`did ${A} buy ${B}`, { address: A, held: B }],
  ['top 3 wallets of my report', { wallets: 3 }],
  ['las 3 mejores wallets de mi informe', { wallets: 3 }],
  ['上次报告里最好的5个钱包', { wallets: 5 }],
  ['delete all my alerts', { token: 'all' }],
  ['删掉所有预警', { token: 'all' }],
  ['research bitcoin in three lines', { query: 'bitcoin' }],
  ['find me news about restaking pls', { query: 'news about restaking' }],
  ['research ME token news', { query: 'ME token news' }],
  ['research Hello Moon', { query: 'Hello Moon' }],
  ['get solana explorer', { name: 'solana explorer' }],
  ['remove the calculator', { name: 'calculator' }],
  ['uninstall coingecko pls', { name: 'coingecko' }],
  ['use the explorer', { app: 'explorer' }],
  ['abre as configurações', { app: 'Settings' }],
  ['做一个每天总结新闻的智能体', { idea: '每天总结新闻的智能体' }],
  ['whats my day look like', { from: '2026-11-20', to: '2026-11-20' }],
  ['am i busy tomorrow at 10', { from: '2026-11-21', to: '2026-11-21', at: '10:00' }],
  ['cancel my 3pm meeting tomorrow', { from: '2026-11-21', to: '2026-11-21', at: '15:00' }],
  ['sag das meeting morgen ab', { from: '2026-11-21', to: '2026-11-21' }],
  ['remove everything from my calendar tomorrow', { from: '2026-11-21', to: '2026-11-21' }],
  [
    'add a 3pm meeting tomorrow with Bob',
    { title: 'meeting with Bob', starts_at: '2026-11-21T15:00' },
  ],
  [
    'add lunch with Anna to my calendar friday 1pm',
    { title: 'lunch with Anna', starts_at: '2026-11-20T13:00' },
  ],
])('reads the arguments of %s', (phrase, args) => {
  expect(read(phrase)).toMatchObject({ kind: 'tool', args })
  expect(Object.keys((read(phrase) as { args: object }).args)).toEqual(Object.keys(args))
})

it.each([
  ['delete all my alerts except sol', ['except sol']],
  ['delete all alerts of my friend', ['friend']],
  ['lösch nicht meine alarme', ['nicht meine alarme']],
  ['sag das meeting morgen nicht ab', ['nicht']],
  ['mach nicht alles zu', ['nicht alles']],
  ['what did my friend spend', ['friend']],
  ['how many points does bob have', ['bob']],
  ['price of sol yesterday', ['yesterday']],
  ['sol price in 2021', ['2021']],
  [`did ${A} buy ${B} yesterday`, ['yesterday']],
  [`did ${A} not buy ${B}`, [`not buy ${B}`]],
  [`top 50 holders of ${A}`, ['50']],
  ['top 50 wallets of my report', ['50']],
  ['worst 3 wallets of my report', ['worst']],
  ['show last 50 charges', ['50']],
  ['my last 5 recharges', ['5']],
  ['enough for 100 usdc', ['usdc']],
  [`what did ${A} buy last week`, ['last week']],
  [`analyze ${A} every day`, ['every day']],
  ['turn on dark mode at 8pm', ['8pm']],
  ['research bitcoin in german in three lines', ['in german in three lines']],
])('asks before it ignores a part of %s', (phrase, unused) => {
  expect(read(phrase)).toMatchObject({ kind: 'partly', unused })
})

it.each([
  ["don't install the calculator", 'nothing'],
  ['do not open solana explorer', 'nothing'],
  ["don't delete my alerts", 'fallback'],
  ['no borres mis alertas', 'fallback'],
  [`não me avisa quando ${A} vender`, 'nothing'],
  ['不要关闭所有窗口', 'nothing'],
  ['sell 100 points', 'answer:swap'],
  ['get dunes', 'fallback'],
  ['set up 2 alerts when SOL falls', 'ask set_price_alert'],
])('does nothing for %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

it('takes a count of Spanish for no time, unless words before it say so', () => {
  const countDates = (text: string) =>
    findDates(text, { nowMs: NOW, prefers: 'future', language: 'es' }).length
  expect(countDates('las 3 mejores wallets')).toBe(0)
  expect(countDates('a las 3 dentista')).toBe(1)
})
