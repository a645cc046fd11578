import { describe, expect, it } from 'vitest'
import { nameOf, NOW, TOKENS, understanding } from './product-understanding.ts'

const [ADDRESS, OTHER] = TOKENS
const read = (phrase: string) => understanding.read(phrase, NOW)

describe('phrases as people type them', () => {
  it.each([
    ['how much have I burned since the 10th of november', 'history'],
    [`did ${ADDRESS} buy anything lately`, 'wallet'],
    [`what did ${ADDRESS} sell`, 'wallet'],
    [`find overlap of good traders in ${ADDRESS} and ${OTHER}`, 'wallet_finder'],
    ['whats on my calender next weak', 'list_events'],
    ['cambia mis puntos por SOL', 'answer:send'],
    ['tausche meine Punkte zurück in SOL', 'answer:refund'],
    ['把积分换成SOL', 'answer:send'],
    [`hat ${ADDRESS} heute was verkauft`, 'wallet'],
    ['can I change my points to USDC', 'answer:send'],
    ['ich will 2 SOL an einen Freund schiken', 'answer:send'],
    ['show me how to recharge', 'top_up'],
    ['any app that can do currency math?', 'answer:find_app'],
    ['is there an app for notes', 'answer:find_app'],
    ['which apps do I have', 'my_apps'],
    ['make the wallpaper darker', 'set_theme'],
    ['mach den Hintergrund dunkler', 'set_theme'],
  ])('%s means %s', (phrase, wanted) => expect(nameOf(read(phrase))).toBe(wanted))

  it.each([
    'who made the most money with ADDRESS',
    'quien gano mas con ADDRESS',
    'qui a gagné le plus avec ADDRESS',
    'wer hat mit ADDRESS am meisten verdient',
    '谁在ADDRESS赚得最多',
    'welche wallets haben bei ADDRESS gut verdient',
    'quais carteiras ganharam com ADDRESS',
  ])('analyzes who earned most: %s', (phrase) => {
    expect(nameOf(read(phrase.replace('ADDRESS', `${ADDRESS}`)))).toBe('ca_analysis')
  })

  it.each(['open the calendar, settings and research'])(
    'opens each app that is named: %s',
    (phrase) => {
      expect(nameOf(read(phrase))).toBe('open_app and open_app and open_app')
    },
  )

  it.each([
    ['how many points went to research this month', { period: 'month', on: 'research' }],
    ['coloca o tema pro claro', { theme: 'light' }],
    [
      `avisa quando ${ADDRESS} cair abaixo de 0,001 SOL`,
      { token: ADDRESS, price: '0.001', direction: 'below', unit: 'SOL' },
    ],
  ])('reads every argument of %s', (phrase, args) => {
    expect(read(phrase)).toMatchObject({ kind: 'tool', args })
  })

  it.each([
    ['how can i install the calculator', 'install_app', { name: 'calculator' }],
    ['instala a calculadora', 'install_app', { name: 'calculator' }],
    ['卸载计算器', 'uninstall_app', { name: 'calculator' }],
    ['how do i install an app', 'install_app', {}],
    ['wie installiere ich eine App', 'install_app', {}],
    ['cómo instalo una app', 'install_app', {}],
  ])('reads the name of the app, or asks for it: %s', (phrase, name, args) => {
    const understood = read(phrase)
    expect(understood).toMatchObject({ tool: { name } })
    expect(understood.kind === 'tool' && understood.args).toEqual(args)
  })

  it('opens an app that a verb names too', () => {
    expect(nameOf(read('öffne den Kalender und die Recherche'))).toBe('open_app and open_app')
  })

  it('looks up who has most of a token', () => {
    expect(nameOf(read(`quem tem mais ${ADDRESS}`))).toBe('token')
  })

  it('explains which wallets are smart', () => {
    expect(nameOf(read('how do you know if a wallet is smart'))).toBe('answer:score')
  })

  it.each(['lad mein konto mit 0,2 SOL auf', 'füll mein Konto mit 0,2 SOL auf'])(
    'recharges with a German verb in two parts: %s',
    (phrase) => {
      expect(read(phrase)).toMatchObject({ tool: { name: 'top_up' }, args: { amount: 0.2 } })
    },
  )

  it('does not research what an app of the product is good for', () => {
    expect(nameOf(read('was bringt mir die Research App'))).not.toBe('research')
  })

  it.each([
    ['trag am 3. Dezember um 14:15 Zahnarzt ein', 'Zahnarzt', '2026-12-03T14:15'],
    ['trag morgen um 9 Frühstück mit Jan ein', 'Frühstück mit Jan', '2026-11-21T09:00'],
    ['füge am 3. Dezember um 9 Sport hinzu', 'Sport', '2026-12-03T09:00'],
  ])('reads the title and the time of %s', (phrase, title, startsAt) => {
    const understood = read(phrase)
    expect(understood).toMatchObject({ tool: { name: 'add_event' } })
    expect(understood.kind === 'tool' && understood.args).toEqual({ title, starts_at: startsAt })
  })
})
