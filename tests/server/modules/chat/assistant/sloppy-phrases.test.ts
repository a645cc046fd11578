import { describe, expect, it } from 'vitest'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const read = (phrase: string) => understanding.read(phrase, NOW)
const [, TOKEN = ''] = TOKENS

describe('phrases as people type them', () => {
  it.each([
    ['welche Preisalarme hab ich eigentlich laufen', 'price_alerts'],
    ['such mir mal was über firedancer raus', 'research'],
    ['kannst du mir sagen was ich letzten monat für analysen bezahlt hab', 'history'],
    ['q carteras estoy siguiendo', 'watched_wallets'],
    ['minhas carteiras favoritas fizeram alguma coisa hoje?', 'watched_wallets'],
    ['oye cuantas consultas puedo hacer con mi saldo', 'balance'],
    ['mon rapport le plus récent', 'last_report'],
    ['il me faut plus de points', 'top_up'],
    ['quanto ta o sol hj', 'price'],
    ['帮我看看SOL涨了没', 'price'],
    ['我还剩多少点数', 'balance'],
    ['deixa a tela escura', 'set_theme'],
    ['quais apps tem na loja', 'open_app'],
    ['me cobraron dos veces', 'answer:refund'],
    ["j'aimerais être remboursé de ma dernière recherche", 'answer:refund'],
    ['where can i leave feedback', 'answer:support'],
    ['q puedo hacer con un agente', 'answer:agent_help'],
    ['welche Dateien hat mein Agent', 'answer:agent_files'],
    ['que archivos tiene mi agente', 'answer:agent_files'],
    ['wie lad ich meinem agenten ne pdf hoch', 'answer:agent_files'],
    ['我的智能体有哪些文件', 'answer:agent_files'],
    ['窗口太多了,都收起来', 'arrange_windows'],
    [`ist der coin ${TOKEN} seriös oder abzocke`, 'token'],
    [`who bought ${TOKEN} early and cashed out`, 'ca_analysis'],
    [`谁最早买的${TOKEN}`, 'ca_analysis'],
    ['anything new about jito? quick research', 'research'],
    [`what are the biggest wallets in ${TOKEN}`, 'token'],
    [`did whale ${TOKEN} sell anything lately`, 'wallet'],
    [`${TOKEN}是谁发的币`, 'token'],
    ['how come research costs money', 'answer:cost'],
    ['scrap the call with lena', 'delete_event'],
    ['mach alle fenster klein', 'arrange_windows'],
    ['holaa, me dices mi saldo?', 'balance'],
    ['instalame el explorador de solana', 'install_app'],
    ['mes wallets suivis ont fait quoi', 'watched_wallets'],
    ['比特币什么价', 'price'],
    ['sol到200美元叫我一声', 'set_price_alert'],
  ])('are understood: %s', (phrase, wanted) => {
    expect(nameOf(read(phrase))).toBe(wanted)
  })

  it.each([
    ['kill all my price alerts', { token: 'all' }],
    ['删掉COMET的提醒', { token: 'COMET' }],
    [`stop telling me about the price of ${TOKEN}`, { token: TOKEN }],
  ])('delete price alerts: %s', (phrase, args) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'delete_price_alert' }, args })
  })

  it.each([
    'lösche fast alle meine preisalarme',
    'borra casi todas mis alertas de precio',
    'cierra algunas ventanas',
    'ferme quelques fenêtres',
    'fecha algumas janelas',
  ])('of a part are not done to all: %s', (phrase) => {
    expect(nameOf(read(phrase))).toMatch(/^partly /)
  })

  it.each([
    ['my old reports', {}],
    ['show me my last 3 reports', { count: 3 }],
    ['meine letzten berichte bitte', {}],
    ['wo find ich meine alten berichte', {}],
    ['mis ultimos 5 informes', { count: 5 }],
    ['最近的三份报告给我看看', { count: 3 }],
    ['show the last 99 reports', { count: 10 }],
    ['show my last 0 reports', {}],
  ])('list reports: %s', (phrase, args) => {
    const { tool, args: filled } = read(phrase) as { tool?: { name: string }; args?: object }
    expect(tool?.name).toBe('my_reports')
    expect(filled).toEqual(args)
  })

  it.each([
    'put chat, research and calendar side by side',
    'ouvre deux fenetres cote a cote: recherche et calendrier',
    'abre pesquisa e calendário lado a lado',
    'abre research y el calendario uno al lado del otro',
  ])('arrange windows: %s', (phrase) => {
    expect(nameOf(read(phrase))).toBe('open_app and open_app and arrange_windows')
  })

  it('arrange four windows', () => {
    expect(read('open research, calendar, settings and the app store side by side')).toMatchObject({
      requests: [
        { args: { app: 'Research' } },
        { args: { app: 'Calendar' } },
        { args: { app: 'Settings' } },
        { args: { app: 'App Store' } },
        { tool: { name: 'arrange_windows' } },
      ],
      unread: null,
    })
  })
})

it.each(['sí', 'si', 'sí por favor'])('a yes alone asks for nothing: %s', (phrase) => {
  expect(nameOf(read(phrase))).toBe('fallback')
})

describe('a wallet that is watched', () => {
  it.each([
    [`start watching ${TOKEN} call it whale1`, 'whale1'],
    [`watch ${TOKEN} as "Big whale" please`, 'Big whale'],
    [`beobachte ${TOKEN} namens Wal`, 'Wal'],
    [`segue essa carteira ${TOKEN} com o nome baleia`, 'baleia'],
    [`关注 ${TOKEN} 备注巨鲸`, '巨鲸'],
  ])('gets its note: %s', (phrase, note) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'watch_wallet' }, args: { note } })
  })

  it.each([
    `watch ${TOKEN}`,
    `watch ${TOKEN} please`,
    `watch ${TOKEN} as fast as you can`,
    `vigila ${TOKEN} como siempre`,
    `surveille ${TOKEN} comme d’habitude`,
  ])('gets none: %s', (phrase) => {
    const { args } = read(phrase) as { args?: object }
    expect(args).toEqual({ address: TOKEN })
  })

  it.each([
    `watch ${TOKEN} as soon as possible`,
    `watch ${TOKEN} and call me when it sells`,
    `beobachte ${TOKEN} als erstes`,
    `关注 ${TOKEN} 是不是有动静`,
  ])('does not get a part of the request as its note: %s', (phrase) => {
    const meant = read(phrase) as { args?: object; call?: { args: object } }
    expect(meant.args ?? meant.call?.args).toEqual({ address: TOKEN })
  })
})

describe('an event', () => {
  it.each([
    ['dentist thu 3pm 45 min', '2026-11-26T15:00', '2026-11-26T15:45'],
    ['lunch with sam mon noon for 1h', '2026-11-23T12:00', '2026-11-23T13:00'],
    ['Meeting morgen um 9 für 2 Stunden', '2026-11-21T09:00', '2026-11-21T11:00'],
    ['明天下午三点开会一小时', '2026-11-21T15:00', '2026-11-21T16:00'],
  ])('lasts as long as it says: %s', (phrase, starts, ends) => {
    expect(read(phrase)).toMatchObject({ args: { starts_at: starts, ends_at: ends } })
  })

  it('keeps a Chinese number of two digits in its title', () => {
    expect(read('明天下午三点交十二份合同')).toMatchObject({ args: { title: '交十二份合同' } })
  })

  it('ends an hour later without a length', () => {
    expect(read('rdv coiffeur samedi 14h')).toMatchObject({
      args: { title: 'rdv coiffeur', starts_at: '2026-11-21T14:00' },
    })
  })

  it.each([
    ['ponme un recordatorio para el jueves a las 18h: pagar luz', '2026-11-26T18:00'],
    ['dentista el jueves a las 18 horas', '2026-11-26T18:00'],
    ['dentista quinta às 9 horas', '2026-11-26T09:00'],
  ])('is at a time of day: %s', (phrase, starts) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'add_event' }, args: { starts_at: starts } })
  })

  it.each([
    ['dentist 5th 9am', '2026-12-05T09:00'],
    ['erinner mich am 5. an die miete', '2026-12-05'],
    ['recuerdame pagar el alquiler el dia 5', '2026-12-05'],
    ['dentist 5th, 9am', '2026-12-05T09:00'],
    ['dentiste le 1er à 9h', '2026-12-01T09:00'],
    ['dentiste le 5 à 9h30', '2026-12-05T09:30'],
    ['dentiste le 5, à 9h', '2026-12-05T09:00'],
    ['recuérdame pagar el día 5, a las 9', '2026-12-05T09:00'],
    ['recuérdame pagar el día 5.', '2026-12-05'],
    ['me lembra de pagar dia 5, às 9', '2026-12-05T09:00'],
    ['me lembra de pagar o aluguel dia 5', '2026-12-05'],
    ['下个月5号提醒我交房租', '2026-12-05'],
  ])('is on a day of the month: %s', (phrase, starts) => {
    expect(read(phrase)).toMatchObject({ tool: { name: 'add_event' }, args: { starts_at: starts } })
  })

  it('is found on a day of the month that ends a question', () => {
    expect(read('¿qué tengo el 5?')).toMatchObject({ args: { from: '2026-12-05' } })
  })

  it('is moved to a short day', () => {
    expect(read('push lunch with sam to tue same time')).toMatchObject({
      tool: { name: 'move_event' },
      args: { title: 'lunch with sam', starts_at: '2026-11-24' },
    })
  })

  it('is deleted with all others of its day', () => {
    expect(read('borra todo lo que tengo el sabado')).toMatchObject({
      tool: { name: 'delete_event' },
      args: { from: '2026-11-21', to: '2026-11-21' },
    })
  })
})
