import { expect, it } from 'vitest'
import { askDemo } from '#tests/server/modules/research/ask-demo.ts'

it.each([
  // Who, without anyone who did it.
  'Who ran the vote trial?',
  'Who proposed the smaller swap fee?',
  'Who wrote Firedancer?',
  'Who sued Pump.fun?',
  'Who found the faults in Kamino?',
  '¿Quién creó Alpenglow?',
  'Wer hat den Exploit des Lending-Pools ausgeführt?',
  // An event that no source has, only its participants.
  'Did Orca lower its fees this week?',
  'Did Circle freeze accounts on Solana last week?',
  'Did the swap fee proposal pass?',
  'Can I lose my staked SOL?',
  'Orca lowered its fees',
  'Who voted against Alpenglow?',
  'What will the JitoSOL yield be next year?',
  'Why did Bonk burn tokens?',
  // Numbers of something else.
  'How many subscribers did Helium Mobile lose?',
  'How much revenue did Pump.fun make this month?',
  'How much stake should the second trial have?',
  'How many tokens will Bonk burn in spring?',
  'How many Bonk holders are there?',
  'How long did the Jupiter team work on the proposal?',
  'What was the median fee on Solana last year?',
  'Qual foi o volume da Raydium no ano passado?',
  'Is Orca more profitable than Raydium?',
  'How do I use Jupiter',
  'How much memory does a validator need for Agave 9.9?',
  'How many pools does Orca have?',
  'How many JUP tokens does the team hold?',
  // Places, times, ways, reasons and superlatives.
  'Where is Helium Mobile available?',
  'When was Solana launched?',
  'How do I claim the airdrop?',
  'Why did Wormhole hold a drill?',
  'What is the highest fee ever paid on Solana?',
  // Names of another kind.
  'Which validators had to restart?',
  'Which games run on Solana?',
  'Which aggregator splits orders over several pools?',
])('charges nothing for a sentence that only shares words: %s', async (question) =>
  expect((await askDemo(question))?.kind).toBe('none'),
)

it.each([
  // A noun for the verb, and a name beside its kind.
  ['Has Kamino been audited?', 'An audit of the Kamino'],
  ['Is Pump.fun being sued?', 'A court case'],
  ['Does Phantom check transactions on my device?', 'runs on the device'],
  ['Has a snapshot date been announced?', 'None of the three'],
  ['Did Firedancer have a fault?', 'a rounding error'],
  ['Why were public RPC endpoints slow?', 'cache rule'],
  ['Why did public endpoints respond slowly?', 'cache rule'],
  ['raydium or orca: who has cheaper fees?', 'Orca the lower fees'],
  ["Is Orca's fee lower than Raydium's?", 'Orca the lower fees'],
  ['Were other pools hit by the exploit?', 'Other pools were not affected'],
  ['Hat Marinade die Kommission gesenkt?', 'lowers its commission'],
  ['Quanto tempo esperam as transferências acima de 1 milhão no Wormhole?', 'wait for a day'],
  ['define staking', 'Staking is the delegation'],
  ['what does alpenglow replace', 'proof of history'],
  ['Which exchange has the lower fees, Raydium or Orca?', 'Orca the lower fees'],
  ['Who can create USDC tokens?', 'The issuer of USDC'],
  ['What did the team do after the exploit?', 'The team paused the pool'],
  ['What do the organizers of the vote trial want next?', 'a second trial'],
  ['What did the attacker use?', 'a price feed'],
  ['how many validators had to restart in the vote trial', 'Two validators'],
  ['By how much does Agave 9.9 cut memory?', 'by a third'],
  ['Where does the Phantom check of risky transactions run?', 'on the device'],
])('answers with the asked value first: %s', async (question, expected) => {
  const answer = await askDemo(question)
  expect(answer?.kind).toBe('quotes')
  const first = answer?.sentences.slice(0, 2).map(({ text }) => text)
  expect(first?.join(' ')).toContain(expected)
})

it.each([
  'Are pages that ask for a seed phrase scams?',
  'Which payments grew fastest?',
  'Hat Phantom schon einmal eine Transaktion blockiert?',
])('claims no lack of words that unread pages or translations may have: %s', async (question) =>
  expect((await askDemo(question))?.note).toMatch(/^We found no sure answer to this\./),
)

it('adds no stray sentence to the way to do something', async () =>
  expect((await askDemo('How do I stake SOL?'))?.sentences.map(({ text }) => text)).toEqual([
    'Holders stake SOL by delegating it to a validator from their wallet.',
  ]))

it('claims no lack of fees that a text has', async () =>
  expect((await askDemo('Marinade price and fees'))?.note).toBeNull())
