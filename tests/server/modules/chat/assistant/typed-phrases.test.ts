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
