import { describe, expect, it } from 'vitest'
import { createUnderstanding } from '#server/modules/chat/assistant/understand.ts'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

describe('phrases that once did the wrong thing', () => {
  const read = (phrase: string) => understanding.read(phrase, NOW)

  it.each([
    ['set an alarm for 7am', 'ask add_event'],
    ['set an alarm for sol at 200', 'set_price_alert'],
    ['put lunch with anna on wed 12:30', 'add_event'],
    ['put research and chat side by side', 'open_app and arrange_windows'],
    ['abre calendario y ajustes lado a lado', 'open_app and open_app and arrange_windows'],
    ['把日历和研究并排', 'open_app and open_app and arrange_windows'],
    ['put eggs and bread side by side', 'partly arrange_windows'],
    ['watch solana etf daily', 'answer:topics'],
    ['watch the game every sunday', 'add_event'],
    ['cancel research', 'answer:cancel_run'],
    ['cancel my order', 'answer:order_states'],
    ['what tokens do i hold', 'answer:own_wallet'],
    ['how much is my wallet worth', 'answer:own_wallet'],
    ['how do i pay with phantom', 'answer:pay_ways'],
    ['delete the agent Whale Bot', 'answer:agents_help'],
    ['how do i delete an agent', 'answer:agents_help'],
    ['run my agent Whale Bot', 'answer:agents_help'],
    ['ejecuta mi agente Whale Bot', 'answer:agents_help'],
    ['run my agent every morning', 'answer:agent_schedule'],
    ['open my agents', 'my_agents'],
    ['que noticias hay de helium esta semana', 'research'],
    ['how many events did I delete', 'partly list_events'],
    ['how often did I analyze tokens', 'history'],
    ['decale le coiffeur a dimanche', 'move_event'],
    ['muda o dentista pra quinta', 'move_event'],
    ['schieb den friseur auf samstag 11 uhr', 'move_event'],
    ['change the dentist to friday', 'move_event'],
    ['change my theme to dark', 'set_theme'],
    ['passe en mode sombre', 'set_theme'],
    ['ponme una alarma cuando sol baje de 90', 'set_price_alert'],
    ['como faco uma recarga', 'top_up'],
    ['quoi de neuf sur kamino', 'research'],
    ['把明天的提醒取消', 'delete_event'],
    ['请把日历打开吧', 'open_app'],
    ['把SOL提醒删除', 'delete_price_alert'],
    ['明天提醒我把文件删掉', 'add_event'],
  ])('%s means %s', (phrase, name) => expect(nameOf(read(phrase))).toBe(name))

  it.each([
    ['周三下午三点加一个牙医预约', { title: '牙医预约', starts_at: '2026-11-25T15:00' }],
    [
      'me lembra de ligar pro medico quinta 15h',
      { title: 'ligar pro medico', starts_at: '2026-11-26T15:00' },
    ],
  ])('reads the title and the time of %s', (phrase, args) => {
    expect(read(phrase)).toHaveProperty('args', args)
  })

  it.each([
    ['research news only about helium', { query: 'helium', focus: 'news' }],
    ['research helium, official sources only', { query: 'helium', focus: 'official' }],
    ['research only my sources for bonk', { query: 'bonk', focus: 'own' }],
    ['recherchiere nur nachrichten zu bonk', { query: 'bonk', focus: 'news' }],
    ['只搜新闻 关于helium', { query: 'helium', focus: 'news' }],
    ['news about the market only', { query: 'news about the market only' }],
    ['research news about helium', { query: 'news about helium' }],
  ])('searches where %s says', (phrase, args) => {
    expect(read(phrase)).toHaveProperty('args', args)
  })

  it.each([
    'change my sol alert to 150',
    'ändere meinen sol alarm auf 150',
    'cambia mi alerta de sol a 150',
    '把我的SOL提醒改成150',
  ])('changes the alert that there is: %s', (phrase) => {
    expect(read(phrase)).toHaveProperty('args', { token: 'SOL', price: '150', replaces: true })
  })

  it('sets another alert if none is named', () => {
    expect(read('set a sol alert at 150')).toHaveProperty('args', { token: 'SOL', price: '150' })
  })

  it.each(['what is liquid staking', 'what is an epoch in solana'])('explains: %s', (phrase) =>
    expect(nameOf(read(phrase))).toBe('explain'),
  )

  it('does not add what the user does not want to be reminded of', () => {
    expect(nameOf(read('morgen nicht erinnern'))).not.toContain('add_event')
  })

  it.each([
    ['how much did I spend in October', { from: '2026-10-01', until: '2026-10-31' }],
    [
      'how much did I spend between monday and wednesday',
      { from: '2026-11-16', until: '2026-11-18' },
    ],
  ])('reads the time of %s', (phrase, args) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'history' }, args })
  })

  it.each([
    'spending in october',
    'Ausgaben im Oktober',
    'gastos de octubre',
    'dépenses en octobre',
    'gastos em outubro',
    '十月份花了多少',
  ])('reads the month of %s', (phrase) => {
    expect(read(phrase)).toMatchObject({
      tool: { name: 'history' },
      args: { from: '2026-10-01', until: '2026-10-31' },
    })
  })

  it.each([
    ['how much did I spend since monday', { from: '2026-11-16', until: '2026-11-20' }],
    ['gastos desde el lunes', { from: '2026-11-16', until: '2026-11-20' }],
    ['how much did I spend in Q3', { from: '2026-07-01', until: '2026-09-30' }],
    ['how much did I spend in Q4', { from: '2026-10-01', until: '2026-11-20' }],
    [
      'what did I spend between the 1st and the 15th of november',
      { from: '2026-11-01', until: '2026-11-15' },
    ],
    ['spending over the last 3 days', { days: 3 }],
    ['Ausgaben letztes Quartal', { from: '2026-07-01', until: '2026-09-30' }],
    ['spending in 2025', { from: '2025-01-01', until: '2025-12-31' }],
    ['cuánto gasté entre el 3 y el 9 de noviembre', { from: '2026-11-03', until: '2026-11-09' }],
  ])('reads the period of %s', (phrase, args) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'history' }, args })
  })

  it.each([
    ['Was kostet ein Bonk gerade?', 'BONK'],
    ['precio de jupiter', 'JUP'],
    ['WIF价格', 'WIF'],
    ['Preis von Ethereum', 'ETH'],
    ['Bonk price', 'BONK'],
    ['what is bitcoin worth', 'BTC'],
    ['precio de pepito', 'pepito'],
  ])('asks for the price of the named token: %s', (phrase, symbol) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'price' }, args: { symbol } })
  })

  it.each([
    'is dark mode on?',
    'am I in light mode?',
    'do I have dark mode?',
    'ist der dunkle Modus an?',
    'le mode sombre est-il activé ?',
    '¿está activado el modo oscuro?',
    'is the wallpaper aurora?',
    'what wallpapers are there?',
    'are my windows in a grid?',
    'why is it dark?',
  ])('changes nothing on a question: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('answer:look')
  })

  it.each([
    ['Akzentfarbe rosa', 'rose'],
    ['make the highlight blue', 'azure'],
  ])('knows the color of %s', (phrase, accent) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'set_accent' }, args: { accent } })
  })

  it.each([
    'Was ist ein Rug Pull?',
    'Was ist ein Liquiditätspool?',
    "c'est quoi un validateur ?",
    'o que é um validador',
    '什么是流动性池？',
    "qu'est-ce qu'un memecoin",
    '¿qué es un airdrop?',
    'was ist eine Freeze Authority',
    'difference between mint authority and freeze authority',
  ])('explains a term of another language: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('explain')
  })

  it.each(["what's the weather in Berlin", 'quel temps fait-il à Paris', 'what is the time'])(
    'does not offer research on %s',
    (phrase) => expect(read(phrase)).toEqual({ kind: 'unknown', topic: null, isOffTopic: true }),
  )

  it.each([
    ['how many queries can I run with 0.35 SOL?', '35 POINTS are 0.35 SOL'],
    ['wie viel sind 40 Punkte in SOL?', '40 POINTS are 0.4 SOL'],
    ['wie viel sind 0,4 SOL in Punkten', '40 POINTS are 0.4 SOL'],
    ['¿cuánto son 40 puntos en sol?', '40 POINTS are 0.4 SOL'],
    ['combien font 200 points en SOL ?', '200 POINTS are 2 SOL'],
    ['quantos SOL são 75 pontos', '75 POINTS are 0.75 SOL'],
    ['50积分是多少SOL', '50 POINTS are 0.5 SOL'],
    ['how many analyses for 1 SOL', '100 POINTS are 1 SOL'],
  ])('converts %s', (phrase, text) => {
    expect(read(phrase)).toMatchObject({ id: 'points', text: expect.stringContaining(text) })
  })

  it.each([
    'recharge half a sol',
    'lade einen halben SOL auf',
    'recarga medio sol',
    'recharge un demi-sol',
    'recarregar meio sol',
    '充值半个SOL',
  ])('tops up half a SOL: %s', (phrase) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'top_up' }, args: { amount: 0.5 } })
  })

  it.each([
    'how does the unlock event change the price of SOL',
    'how did the last event change solana fees',
    'how will an event move the price of COMET',
  ])('does not explain the calendar: %s', (phrase) => {
    expect(nameOf(read(phrase))).not.toBe('answer:calendar_help')
  })

  it('does not take the half of two and a half for the whole', () => {
    expect(read('top up 2 and a half sol')).toMatchObject({ kind: 'partly', unused: ['half'] })
  })

  it.each([
    ['half a sol in dollars', 'price'],
    ['How do I create a calendar event?', 'answer:calendar_help'],
    ['wie lösche ich einen Termin', 'answer:calendar_help'],
    ['can I add events to the calendar?', 'answer:calendar_help'],
    ['can I add dentist tomorrow at 9 to my calendar', 'add_event'],
    ['how many meetings do I have tomorrow', 'list_events'],
    ['how do I research something', 'answer:research_help'],
    ['how do I research the Firedancer upgrade', 'research'],
    ['who are the top holders of COMET', 'ask token'],
    ['is the node up', 'network'],
    ['delete my report', 'answer:remove_report'],
    ['lösch meinen Bericht', 'answer:remove_report'],
    ['delete the report meeting', 'delete_event'],
    ['can I still afford 3 analyses?', 'balance'],
    ['buy 100 points', 'top_up'],
    ['top up 50 points with SOL', 'top_up'],
    ['my seed phrase is lost', 'answer:keys'],
    ['remind me tomorrow to check my balance and spending', 'add_event'],
    ['remind me to buy milk and call mum tomorrow at 9', 'add_event'],
    ['research solana staking and liquid staking', 'research'],
    ['minimize all windows and show the desktop', 'arrange_windows'],
    [`wallets that bought ${TOKENS.join(' and traded ')}`, 'wallet_finder'],
    ['what did the last research cost', 'history'],
    ['send all my points to bob', 'answer:send'],
    ['launch a coin called FOO', 'answer:create_token'],
    ['bridge my SOL to Ethereum', 'answer:swap'],
    ['is sol up today?', 'price'],
  ])('%s means %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

  it.each([
    'my private key: 5abc...',
    'mein Seed ist apfel birne',
    'mi frase semilla es manzana pera',
    'ma phrase secrète est pomme poire',
    'minha chave privada é 5abc',
    '我的助记词是 苹果 梨',
  ])('warns of a typed secret: %s', (phrase) => expect(nameOf(read(phrase))).toBe('answer:secret'))

  it.each([
    ['quit watching WALLET', 'unwatch_wallet'],
    ['unfollow WALLET', 'unwatch_wallet'],
    ['remove WALLET from my watch list', 'unwatch_wallet'],
    ['don’t watch WALLET anymore', 'unwatch_wallet'],
    ['stop notifying me about WALLET', 'unwatch_wallet'],
    ['forget wallet WALLET', 'unwatch_wallet'],
    ['beobachte WALLET nicht mehr', 'unwatch_wallet'],
    ['ne surveille plus WALLET', 'unwatch_wallet'],
    ['不再关注WALLET', 'unwatch_wallet'],
    ['add WALLET to my watchlist', 'watch_wallet'],
    ['Benachrichtige mich, wenn WALLET kauft', 'watch_wallet'],
    ['sag mir Bescheid wenn WALLET kauft', 'watch_wallet'],
    ['préviens-moi quand WALLET achète', 'watch_wallet'],
    ['me avise quando WALLET comprar', 'watch_wallet'],
    ['当WALLET买入时通知我', 'watch_wallet'],
  ])('%s means %s', (phrase, wanted) => {
    expect(nameOf(read(phrase.replace('WALLET', TOKENS[1] ?? '')))).toBe(wanted)
  })

  it.each([
    ['show my balance and switch to dark mode', 'balance and set_theme'],
    ['dark mode and close all windows', 'set_theme and arrange_windows'],
    ['what is my balance? also install the explorer', 'balance and install_app'],
    ['balance and spending', 'balance and history'],
    ['open calendar and settings', 'open_app and open_app'],
    ['Guthaben zeigen und dunkles Design', 'balance and set_theme'],
    ['显示我的余额，然后打开日历', 'balance and open_app'],
    ['Zeig mein Guthaben, dann öffne die Einstellungen', 'balance and open_app'],
    ['what is slippage and what is a validator?', 'explain and explain'],
    ['call mum at 7 and dad at 8', 'add_event and add_event'],
    ['price of SOL and BTC', 'price and price'],
    ['install coingecko and solana explorer', 'install_app and install_app'],
    ['spending this week and last week', 'history and history'],
    ['show my balance and add a meeting', 'balance and ask add_event'],
    ['send 1 SOL to my friend and show my balance', 'answer:send and balance'],
  ])('does both of %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

  it('keeps a note as it was typed', () => {
    const tool = {
      name: 'notes__save_note',
      app: { id: 'notes', name: 'Notes' },
      description: 'Saves a note',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      writes: true,
      run: async () => ({ text: 'saved' }),
    }
    const text = 'call mum tonight at half past six. Then open the calendar'
    expect(createUnderstanding([tool]).read(`note: ${text}`, NOW)).toMatchObject({ args: { text } })
  })

  it('keeps the second request out of the title of an event', () => {
    expect(read('remind me tomorrow at 9 to pay rent and open the calendar')).toMatchObject({
      requests: [
        { args: { title: 'pay rent', starts_at: '2026-11-21T09:00' } },
        { args: { app: 'Calendar' } },
      ],
    })
  })

  it('says which part of two requests it does not understand', () => {
    expect(read('show my balance and close the fridge')).toMatchObject({
      kind: 'several',
      unread: 'close the fridge',
    })
  })

  it.each([
    ['convert 25 points to sol', 'points'],
    ['how much is 3 SOL in points', 'points'],
    ['what did I research last', 'digests'],
    ['my seed phrase is apple banana cherry', 'secret'],
  ])('answers %s', (phrase, id) => expect(nameOf(read(phrase))).toBe(`answer:${id}`))

  it('asks for the time when it is of another time zone', () => {
    expect(read('add call at 15:00 UTC tomorrow')).toMatchObject({
      kind: 'tool',
      args: { title: 'call' },
    })
    expect(read('add call at 15:00 UTC tomorrow')).not.toMatchObject({
      args: { starts_at: expect.anything() },
    })
  })

  it.each([
    ['pasado mañana a las 7 de la tarde cena', '2026-11-22T19:00', 'cena'],
    ['en tres días a las 8 de la noche cine', '2026-11-23T20:00', 'cine'],
  ])('reads %s', (phrase, startsAt, title) => {
    expect(read(phrase)).toMatchObject({ args: { starts_at: startsAt, title } })
  })
})
