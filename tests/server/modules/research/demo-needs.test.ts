import { expect, it } from 'vitest'
import { askDemo } from './ask-demo.ts'

const quotesOf = async (question: string) => {
  const answer = await askDemo(question)
  return { kind: answer?.kind, texts: answer?.sentences.map(({ text }) => text) ?? [] }
}

it.each([
  'Which pool was exploited?',
  'Which regulator approved the Solana fund?',
  'Which lending market plans an airdrop?',
  'Which validators voted for Alpenglow?',
])(
  'charges nothing for an answer that only repeats the kind in the question: %s',
  async (question) => {
    expect((await quotesOf(question)).kind).toBe('none')
  },
)

it.each([
  ['Which wallet warns before signing risky transactions?', 'Phantom'],
  ['Which validator client is written in C?', 'Firedancer'],
  ['Which exchange had the larger volume?', 'Raydium had the larger volume'],
  ['Which exchange has the lowest fees?', 'Orca the lower fees'],
  ['Which network uses proof of stake?', 'Solana remains'],
  ['Which wallets show the effects of a transaction?', 'Phantom and two others'],
  ['Which three projects plan airdrops in 2026?', 'an order book exchange'],
])('answers with a name: %s', async (question, name) => {
  const { kind, texts } = await quotesOf(question)
  expect(kind).toBe('quotes')
  expect(texts.join(' ')).toContain(name)
})

const STAKING = [
  'Staking is the delegation of SOL to a validator that shares its rewards.',
  'Liquid staking gives holders a token for the SOL that they stake.',
]

it.each([
  'What is the difference between staking and liquid staking?',
  'How does staking differ from liquid staking?',
  'Unterschied zwischen Staking und Liquid Staking',
  '¿Cuál es la diferencia entre staking y liquid staking?',
  'Quelle est la différence entre staking et liquid staking ?',
  'Qual é a diferença entre staking e liquid staking?',
])('says something of both sides of a difference: %s', async (question) => {
  expect(await quotesOf(question)).toEqual({ kind: 'quotes', texts: STAKING })
})

it.each(['difference between staking and burning', 'Difference between Phantom and Wormhole?'])(
  'charges nothing if a source describes only one side: %s',
  async (question) => expect((await quotesOf(question)).kind).toBe('none'),
)

it.each([
  ['Which company audited Kamino?', /No source says anything about “company” for Kamino/],
  ['What commission does Jito charge?', /^We found no sure answer to this/],
  ['How often does Bonk move its treasury?', /^We found no sure answer to this\. The closest:$/],
  [
    'How often does Marinade lower its commission?',
    /^We found no answer to this for Marinade\. The closest:$/,
  ],
  ['Which token did Pump.fun buy back?', /^We found no sure answer to this\. The closest:$/],
  ['How much does Bonk auction?', /^No source says anything about “auction” for Bonk\.$/],
])('claims a lack only of words that no source has: %s', async (question, note) => {
  const answer = await askDemo(question)
  expect(answer?.kind).toBe('none')
  expect(answer?.note).toMatch(note)
})

it.each([
  ['When will Firedancer reach 30%?', '30% by spring'],
  ['How many Solana transactions per second on a laptop?', '600 transactions'],
  ['Combien rapporte le staking de SOL ?', '6.8% a year'],
])('finds the figure: %s', async (question, figure) => {
  const { kind, texts } = await quotesOf(question)
  expect(kind).toBe('quotes')
  expect(texts.join(' ')).toContain(figure)
})

it('takes the fixes of the named project, and quotes what they were', async () => {
  const { texts } = await quotesOf('Were the Kamino bugs fixed?')
  expect(texts.slice(0, 2)).toEqual([
    'An audit of the Kamino lending market found no critical faults and two of medium severity.',
    'Both were fixed before the update.',
  ])
  const ofAgave = await quotesOf('Was the Agave rounding error fixed?')
  expect(ofAgave.texts.join(' ')).not.toContain('Firedancer')
})

it.each([
  'What yield does Marinade pay?',
  'What are the rewards of Marinade?',
  'What APY does mSOL have?',
])('answers a question for a yield with no commission: %s', async (question) => {
  const { texts } = await quotesOf(question)
  expect(texts).toEqual(['JitoSOL yields 7.1% a year in this quarter and mSOL 6.9%.'])
})

it.each(['Quanto custa uma transação na Solana?', 'How much does a transaction cost?'])(
  'answers a question for a cost with a sum: %s',
  async (question) => {
    expect((await quotesOf(question)).texts).toEqual([
      'The median fee of a Solana transaction was $0.0012 this week.',
    ])
  },
)

it.each(['What is the commission of Marinade?', 'Wie hoch ist die Provision von Marinade?'])(
  'answers a question for a commission with one: %s',
  async (question) => {
    const { texts } = await quotesOf(question)
    expect(texts).toEqual(['Marinade lowers its commission on rewards from 6% to 5%.'])
  },
)

it.each([
  [
    'How much is the Bonk treasury worth?',
    'The Bonk community decided to hold part of its treasury as staked SOL.',
    'The first step is worth $1.2 million.',
  ],
  [
    'What percentage of Bonk supply was burned?',
    'Bonk burned 1.5 trillion tokens after a vote of its community.',
    'That is 1.7% of the supply.',
  ],
])('quotes the number with the sentence before it: %s', async (question, ...texts) => {
  expect(await quotesOf(question)).toEqual({ kind: 'quotes', texts })
})

it.each([
  'Ab welchem Betrag warten Überweisungen bei Wormhole?',
  'From what amount on does Wormhole delay transfers?',
  'above what amount do Wormhole transfers wait?',
  'À partir de quel montant Wormhole retarde-t-il les transferts ?',
  '¿A partir de qué cantidad espera Wormhole?',
  'A partir de que valor o Wormhole limita transferências?',
])('knows that an amount is a number: %s', async (question) => {
  expect(await quotesOf(question)).toEqual({
    kind: 'quotes',
    texts: ['Transfers above $1 million wait for a day.'],
  })
})
