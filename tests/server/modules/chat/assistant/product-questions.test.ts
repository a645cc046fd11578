import { describe, expect, it } from 'vitest'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const read = (phrase: string) => understanding.read(phrase, NOW)

describe('questions on the product', () => {
  it.each([
    'turn off notifications',
    'disable notificatons',
    'stop sending me notifications',
    'where do I set quiet hours',
    'do not disturb',
    'Benachrichtigungen ausschalten',
    'silenciar notificaciones',
    'désactiver les notifications',
    'desativar notificações',
    '关闭通知',
  ])('says where notifications are set: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('answer:notifications')
  })

  it.each([
    ['notify me when SOL is below 100', 'set_price_alert'],
    ['remind me tomorrow to turn off notifications', 'add_event'],
    [`stop notifying me about ${TOKENS[1]}`, 'unwatch_wallet'],
    ['which language is firedancer written in', 'fallback'],
    ['speak to someone', 'answer:support'],
    ['is my money safe here', 'answer:safety'],
    ['ist mein Geld hier sicher', 'answer:safety'],
    [`is ${TOKENS[1]} safe`, 'token'],
    ['how many analyses did I run in october', 'history'],
    ['how many reports have I bought', 'history'],
    ['how much is an analysis', 'answer:cost'],
    ['link a wallet', 'open_app'],
    ['where is my receipt', 'payments'],
    ['where do I see which wallets I follow', 'watched_wallets'],
    ['wo sehe ich meine preisalarme', 'price_alerts'],
    ['donde veo mis informes', 'my_reports'],
    ['在哪里修改密码', 'answer:password'],
    ['cuanto cuesta buscar billeteras', 'answer:cost'],
    ['一次研究多少钱', 'answer:cost'],
    ['how much does an alert cost', 'answer:alerts_help'],
    ['怎么删除价格提醒', 'answer:alerts_help'],
    ['分析失败会退款吗', 'answer:refund'],
    ['what happens when my points run out', 'answer:no_points'],
    ['what happens when bitcoin halves', 'research'],
    ['how do I get a daily briefing on a topic', 'answer:topics'],
    ['how do I import my google calendar', 'answer:calendar_files'],
    ['how do I change the wallpaper', 'answer:look'],
    ['como cambio el fondo de pantalla', 'answer:look'],
    ['where are my agents', 'my_agents'],
    ['cuanto tarda una recarga', 'answer:pending_payment'],
    ['est ce que mes donnees sont privees', 'answer:privacy'],
  ])('keeps %s apart', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

  it.each([
    'How do I add a widget to the desktop?',
    'how can I remove a widget',
    'where are my widgets',
    'which widgets are there',
  ])('says where widgets are shown: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('answer:widgets')
  })

  it.each([
    'which languages do you speak',
    'what languages are supported',
    'sprichst du Deutsch',
    'hablas español',
    'parles-tu français ?',
    'você fala português?',
    '你会说中文吗',
    'idioma',
    '中文可以吗',
  ])('says which languages it understands: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('answer:languages')
  })

  it.each([
    'do I need an API key',
    'brauche ich einen API-Schlüssel',
    'necesito una clave API',
    "ai-je besoin d'une clé API ?",
    'preciso de uma chave de API',
    '需要API密钥吗',
  ])('says that no key is needed: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('answer:api_key')
  })

  it.each([
    'connect my phantom wallet',
    'link solflare',
    'add another wallet to my account',
    'link a wallet',
    'verbinde meine Wallet',
    'conecta mi billetera',
    'connecter mon portefeuille',
    'conectar minha carteira',
    '连接我的钱包',
  ])('opens Settings to link a wallet: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'open_app' }, args: { app: 'Settings' } })
  })

  it.each([
    'open my latest report',
    'show my newest report',
    'show me my newest analysis',
    'öffne meinen letzten Bericht',
    'abre mi último informe',
    'ouvre mon dernier rapport',
    'abrir meu último relatório',
    '打开我的最新报告',
    `open my report of ${TOKENS[1]}`,
    'who are the top 3 wallets of that report?',
    'show me the best wallet of my last report',
    'zeig mir die besten Wallets aus meinem letzten Bericht',
  ])('opens the newest report: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('last_report')
  })
})

describe('answers that name the place', () => {
  it.each([
    ['cheapest way to top up', 'answer:recharge_cost'],
    ['what is the minimum recharge', 'answer:recharge_cost'],
    ['was kostet das Aufladen', 'answer:recharge_cost'],
    ['最低充值多少', 'answer:recharge_cost'],
    ['run my news agent every weekday at 7am', 'answer:agent_schedule'],
    ['cancel the analysis that is running', 'answer:cancel_run'],
    ['how do I share my report', 'answer:share'],
    ['comparte mi informe', 'answer:share'],
    ['how do I get my SOL back out', 'answer:send'],
    ['cancel the meeting tomorrow', 'delete_event'],
    ['did my last payment go thru', 'payments'],
    ['最近一次充值是什么时候', 'payments'],
    ['mach alle Fenster zu', 'arrange_windows'],
    ['how much SOL is in my wallet', 'answer:own_wallet'],
    ['why was I refunded', 'answer:refund'],
    ['what did I pay for research last month', 'history'],
    ['cheapest analysis you have', 'answer:cost'],
  ])('%s means %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))
})

describe('amounts in lamports', () => {
  it.each([
    ['convert 2 SOL to lamports', '2 SOL are 2,000,000,000 lamports'],
    ['how many lamports is one POINT', '1 POINT is 10,000,000 lamports'],
    ['how many lamport in 0.5 solana', '0.5 SOL are 500,000,000 lamports'],
    ['how many lamports are in a SOL', '1 SOL is 1,000,000,000 lamports'],
    ['5000 lamports in SOL', '5,000 lamports are 0.000005 SOL'],
    ['convert 1,000,000 lamports to points', '1,000,000 lamports are 0.1 POINTS'],
    ['wie viele Lamports hat ein SOL', '1 SOL is 1,000,000,000 lamports'],
    ['¿cuántos lamports son 2 SOL?', '2 SOL are 2,000,000,000 lamports'],
    ['combien de lamports font 0,5 SOL', '0.5 SOL are 500,000,000 lamports'],
    ['quantos lamports tem um ponto', '1 POINT is 10,000,000 lamports'],
    ['2 SOL是多少lamports', '2 SOL are 2,000,000,000 lamports'],
  ])('are converted: %s', (phrase, text) => {
    expect(read(phrase)).toMatchObject({ kind: 'answer', text: expect.stringContaining(text) })
  })

  it.each([
    ['send 5000 lamports to my friend', 'answer:send'],
    ['how much are 5000 lamports in USD', 'price'],
    ['convert 5 USDC to lamports', 'price'],
    ['what is a lamport', 'explain'],
    ['what is 1 POINT in dollars', 'price'],
    ['how much are 40 points worth', 'answer:cost'],
  ])('leave %s apart', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))
})

describe('apps that a phrase opens', () => {
  it.each([
    ['open the calculator', 'calculator'],
    ['launch calculator', 'calculator'],
    ['öffne den Taschenrechner', 'calculator'],
    ['abre la calculadora', 'calculator'],
    ['ouvre la calculatrice', 'calculator'],
    ['打开计算器', 'calculator'],
    ['打开笔记应用', 'notes'],
    ['ouvre le bloc-notes', 'notes'],
    ['can you open solana explorer for me', 'solana explorer'],
    ['open token facts please', 'token facts'],
    ['open the app store', 'App Store'],
    ['change my password', 'Settings'],
  ])('are named: %s', (phrase, app) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'open_app' }, args: { app } })
  })
})

it.each([
  ['clear my calendar', {}],
  ['delete lunch with ana from my calendar', { title: 'lunch with ana' }],
])('reads which entries %s means', (phrase, args) => {
  expect(read(phrase)).toMatchObject({ kind: 'tool', tool: { name: 'delete_event' }, args })
})

describe('help', () => {
  it.each([
    ['why does the report say there is a gap', 'coverage'],
    ['warum ist mein Bericht unvollständig', 'coverage'],
    ['why was my wallet excluded?', 'excluded'],
    ['what does copyability 80 mean', 'copyability'],
    ['how can I verify the numbers', 'evidence'],
    ['报告里的已实现和未实现利润是什么意思', 'profit'],
    ['why did the wallet finder find nothing', 'finder'],
    ['quanto tempo demora uma análise', 'provisional'],
    ['what happens when I close the window while it is analyzing', 'background'],
    ['why did I get no answer', 'no_answer'],
    ['is it free to open a report again', 'rerun'],
    ['comment exporter mon rapport', 'export'],
    ['can other users see my reports?', 'privacy'],
    ['alguém pode ver meus relatórios?', 'privacy'],
    ['do I get my point back', 'refund'],
    ['I paid and nothing arrived', 'pending_payment'],
    ['what does expired mean in my recharge list', 'order_states'],
    ['is the money here real', 'play_money'],
    ['ich habe mein Passwort vergessen', 'password'],
    ['我忘了密码', 'password'],
    ['kann ich mich auch ohne Phantom anmelden', 'sign_in_ways'],
    ['can I use it on my phone', 'phone'],
    ['comment je renomme une icône du bureau', 'icons'],
    ['close this app', 'one_window'],
    ['install my own server', 'own_server'],
    ['can I use chatgpt here', 'own_model'],
    ['do alerts work if I close the browser', 'alerts_help'],
    ['why can I not install most apps', 'store_review'],
    ['when is ca signal available', 'coming_soon'],
    ['can other people see which wallets I watch', 'privacy'],
    ['how much is one point in SOL', 'cost'],
    ['da pra pagar com cartao?', 'pay_ways'],
    ['充值多久到账啊', 'pending_payment'],
  ])('answers: %s', (phrase, id) => expect(nameOf(read(phrase))).toBe(`answer:${id}`))

  it.each([
    ['why did SOL drop yesterday', 'research'],
    ['why is Solana so fast', 'research'],
    ['show my price alerts', 'price_alerts'],
    ['how many wallets do I watch', 'watched_wallets'],
    ['export my spending as csv', 'export_csv'],
    ['too bright, make it dark', 'set_theme'],
    ['qué significa sniper en el informe', 'explain'],
    ['what does sybil mean next to a wallet in my report', 'explain'],
    ['whats an entity in the ca report', 'explain'],
    ['报告里的持有人是什么意思', 'explain'],
    ['show wallets im watching', 'watched_wallets'],
    ['mes achats', 'history'],
    ['冲值', 'top_up'],
  ])('is not what %s asks for', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))
})
