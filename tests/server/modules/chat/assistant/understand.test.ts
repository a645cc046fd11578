import { describe, expect, it } from 'vitest'
import { createUnderstanding, type Understood } from '#server/modules/chat/assistant/understand.ts'
import { listMissingArguments } from '#server/modules/chat/tools/schema-check.ts'
import { productTools } from '#tests/support/product-tools.ts'
import { type Expected, HELD_OUT, TUNING } from './phrases.ts'

const TOKENS = [
  'So11111111111111111111111111111111111111112',
  'Stake11111111111111111111111111111111111111',
]
const NOW = Date.UTC(2026, 10, 20, 12)
const understanding = createUnderstanding(await productTools())

const nameOf = (understood: Understood): string => {
  switch (understood.kind) {
    case 'tool':
      return listMissingArguments(understood.tool.inputSchema, understood.args).length > 0
        ? `ask ${understood.tool.name}`
        : understood.tool.name
    case 'answer':
      return ['explain', 'nothing', 'ask'].includes(understood.id)
        ? understood.id
        : `answer:${understood.id}`
    case 'unsure':
      return 'unsure'
    case 'unknown':
      return 'fallback'
  }
}

type Verdict = 'served' | 'fallback' | 'wrong'

function judge({ phrase, wanted, args }: Expected): { verdict: Verdict; got: string } {
  const understood = understanding.read(phrase, NOW)
  const name = nameOf(understood)
  const given = understood.kind === 'tool' ? understood.args : {}
  const got = `${name} ${JSON.stringify(given)}`
  const names = wanted.split(' / ')
  const hasAsked = name.startsWith('ask')
  const isNamed = names.includes(name) || (hasAsked && names.includes('ask'))
  const want = (args === '' ? {} : JSON.parse(args)) as Record<string, unknown>
  const isFilled =
    name === 'fallback' ||
    Object.entries(want).every(
      ([key, value]) => String(given[key]).toLowerCase() === String(value).toLowerCase(),
    )
  if (isNamed && isFilled) return { verdict: 'served', got }
  // A question back, or a choice of tools, does nothing wrong.
  return {
    verdict: name === 'fallback' || name === 'unsure' || hasAsked ? 'fallback' : 'wrong',
    got,
  }
}

const tally = (phrases: readonly Expected[]) => {
  const judged = phrases.map((each) => ({ ...each, ...judge(each) }))
  const share = (verdict: Verdict) =>
    judged.filter((each) => each.verdict === verdict).length / judged.length
  return { judged, served: share('served'), wrong: share('wrong') }
}

describe('phrases without a model', () => {
  it.each([
    [`find wallets that bought ${TOKENS.join(' and ')}`, 'wallet_finder'],
    ['查询SOL价格', 'price'],
    ['what is my wallet address', 'answer:own_wallet'],
    ['why did my analysis fail?', 'answer:reports'],
    ['show my recent analyses', 'answer:reports'],
    [`balance of 0x${'aB1'.repeat(13)}c`, 'ask'],
  ])('%s means %s', (phrase, wanted) => {
    expect(nameOf(understanding.read(phrase, NOW))).toBe(wanted)
  })

  it('does not take a question for the time for an event to add', () => {
    expect(nameOf(understanding.read('what time is it', NOW))).not.toBe('add_event')
  })

  it.each([
    ['tuned', TUNING],
    ['held out', HELD_OUT],
  ])('serves at least 80 % and gets at most 2 % wrong, %s', (_, phrases) => {
    const { judged, served, wrong } = tally(phrases)
    const missed = judged.filter(({ verdict }) => verdict !== 'served')
    const report = missed.map(({ verdict, phrase, wanted, got }) => [verdict, phrase, wanted, got])
    expect(wrong, JSON.stringify(report)).toBeLessThanOrEqual(0.02)
    expect(served, JSON.stringify(report)).toBeGreaterThanOrEqual(0.8)
  })
})

describe('a note of something to do', () => {
  const AFTERNOON = Date.UTC(2026, 10, 23, 17, 20)
  const note = (question: string) => {
    const understood = understanding.read(question, AFTERNOON)
    return understood.kind === 'tool' ? [understood.tool.name, understood.args] : understood.kind
  }

  it.each([
    ['dinner at 8 tonight', { title: 'dinner', starts_at: '2026-11-23T20:00' }],
    ['call mum at 7', { title: 'call mum', starts_at: '2026-11-23T19:00' }],
    [
      'standup every weekday at 9:30',
      {
        title: 'standup',
        starts_at: '2026-11-24T09:30',
        repeats: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      },
    ],
    [
      'gym every Monday and Thursday at 6pm until Christmas',
      {
        title: 'gym',
        starts_at: '2026-11-23T18:00',
        repeats: 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261225T235959',
      },
    ],
    ['remind me to pay rent on the 1st', { title: 'pay rent', starts_at: '2026-12-01' }],
    ['dentist 10am', { title: 'dentist', starts_at: '2026-11-24T10:00' }],
  ])('becomes a calendar entry: %s', (question, args) => {
    expect(note(question)).toEqual(['add_event', args])
  })

  it.each(['SOL at 9', 'order me a taxi at 7', 'can you sing at 8'])('is not %s', (question) => {
    expect(note(question)).toBe('unknown')
  })
})

it.each(['10 SOL in USD', 'how many SOL for $100', 'wie viel sind 10 SOL in Dollar'])(
  'converts an amount: %s',
  (phrase) => {
    expect(understanding.read(phrase, NOW)).toMatchObject({
      tool: { name: 'price' },
      args: { conversion: expect.any(String) as string },
    })
  },
)

describe('phrases that once did the wrong thing', () => {
  const read = (phrase: string) => understanding.read(phrase, NOW)

  it.each([
    'move my meeting with Bob to 4pm',
    'verschieb mein Treffen auf 16 Uhr',
    'reschedule dentist to friday',
  ])('adds no second entry: %s', (phrase) => expect(nameOf(read(phrase))).toBe('answer:move_event'))

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
