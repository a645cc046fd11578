import { expect, it } from 'vitest'
import { askDemo as ask } from './ask-demo.ts'

it.each([
  // In the text of an article whose summary does not name the subject.
  ['What share of stablecoins is USDC?', '68%'],
  ['How long does unstaking take?', 'end of the current epoch'],
  ['how much did fees for traders rise?', '18%'],
  // Numbers of other kinds.
  ['How much stake took part in the vote trial?', '61%'],
  ['How often are staking rewards paid?', 'every epoch'],
  ['What part of Jito’s rewards are tips?', 'a tenth'],
  ['What percent of fees are priority fees?', 'two thirds'],
  ['What percentage of new tokens on pump.fun reach an exchange?', 'Nine of ten'],
  ['How much SOL does the fund stake?', '80%'],
  ['How many validators voted for Alpenglow?', '98%'],
  ['how many bonk tokens were burned', '1.5 trillion'],
  ['how many pump.fun tokens make it to an exchange', 'Nine of ten'],
  ['when is the deadline to vote on the jupiter fee', 'Friday'],
  ['what language is firedancer programmed in', 'C language'],
  ['can anybody open a pool on Orca?', 'anyone open a pool'],
  ['what is the apy of marinade msol', '6.9%'],
  ['how offten are staking rewads paid out', 'every epoch'],
  ['Will Firedancer reach 30%?', '30% by spring'],
  ['How much of the fees are priority fees?', 'two thirds'],
  ['How large are the stablecoins on Solana?', '$14 billion'],
  // Words that sources write in another way.
  ['How much did Pump.fun spend on buybacks?', '$30 million'],
  ['Can Circle freeze my USDC?', 'The issuer of USDC keeps'],
  ['how much was drianed in the explot', '$2.3 million'],
  ['Wie viel wurde aus dem Lending-Pool gestohlen?', '$2.3 million'],
  ['¿Cuánto rinde hacer staking de SOL?', '6.8%'],
  ['Quanto a Pump.fun gastou em recompras?', '$30 million'],
  ['Wurde der Solana-Fonds genehmigt?', 'approved'],
  ['Welche Gebühr verlangt der Fonds pro Jahr?', '0.25%'],
  ['Quem opera os maiores pools de liquid staking?', 'Jito and Marinade'],
  ['¿Qué billetera avisa antes de firmar?', 'warns before a user signs'],
  ['Was bringt JitoSOL im Jahr?', '7.1%'],
  ['Quem recebe as taxas de prioridade?', 'Validators receive'],
  ['Marinade 的佣金是多少?', '5%'],
  ['how mcuh did bonk bunr', '1.5 trillion'],
  ['wat is firedancer', 'a second validator client'],
  // Means, reasons and people.
  ['How did the attacker exploit the lending pool?', 'price feed'],
  ['Who controls the USDC mint?', 'The issuer of USDC'],
  ['Who receives priority fees?', 'Validators receive'],
  ['Who earns the priority fees?', 'Validators receive'],
  ['Is staking SOL safe?', 'Its risk is a fault'],
  ['How many subscribers has Helium Mobile got?', '600,000'],
  ['Is the vote trial finished?', 'ended'],
])('the demo has the answer: %s', async (question, expected) => {
  const answer = await ask(question)
  expect(answer?.sentences.map(({ text }) => text).join(' ')).toContain(expected)
  expect(answer?.kind).toBe('quotes')
})

it.each([
  'who audited kamino?',
  'Who hacked the lending pool?',
  'why does Phantom have users?',
  'Is Agave 9.9 mandatory?',
  'Why did the Solana network halt yesterday?',
  'How many validators does Solana have?',
  'When is the third airdrop?',
  'why did the Bonk burn fail?',
  'What bounty?',
  'how much does a Helium Mobile plan cost per month?',
  'Combien coûte un transfert avec Wormhole ?',
  'Who discovered the lending exploit?',
  'Who reported the slow endpoints?',
  'Who audits the stake pools?',
  'Is the Jupiter vote over?',
  'Is the airdrop over?',
  'Is the Kamino update live?',
  'Is the new transaction format live in Phantom?',
  'How much did the lending pool hold before the exploit?',
  'Does Firedancer use less memory than Agave?',
])('the demo has no answer: %s', async (question) => {
  expect((await ask(question))?.kind).toBe('none')
})

it.each([
  ['Why did the regulator reject the Solana fund?', 'approved'],
  ['Why did Marinade raise its commission?', 'lowers'],
])('names the wrong premise of a reason: %s', async (question, text) => {
  const answer = await ask(question)
  expect(answer).toMatchObject({ kind: 'premise', note: 'A source says the opposite.' })
  expect(answer?.sentences[0]?.text).toContain(text)
})

it('shows what reports say of an authority beside the chain', async () => {
  const answer = await ask('who can freeze my USDC?')
  expect(answer?.sentences.some(({ text }) => text.startsWith('The issuer of USDC'))).toBe(true)
})

it('takes a comparison that names one of both', async () => {
  const answer = await ask('Which lists new tokens faster, Orca or Raydium?')
  expect(answer).toMatchObject({
    note: null,
    sentences: [{ text: 'Raydium lists new tokens faster.' }],
  })
})

it.each([
  ['JUP price yesterday', /^JUP price, yesterday: /],
  ['What did SOL cost a week ago?', /^SOL price, a week ago: /],
])('gives the prices of another day: %s', async (question, text) => {
  expect((await ask(question))?.sentences[0]?.text).toMatch(text)
})

const STOLEN = 'How much did the attacker steal from the lending pool?'

it.each([
  [STOLEN, 'Was it paused?', 'The team paused the pool'],
  [STOLEN, 'Were other pools affected?', 'Other pools were not affected'],
  ['When does the Jupiter vote end?', 'What is the fee?', '0.05%'],
  ['When does the Jupiter vote end?', 'How many have voted?', '220 million'],
  ['How much of the stake runs Firedancer?', 'In which language is it written?', 'C language'],
  ['Was the Solana ETF approved?', 'What does it charge?', '0.25%'],
  ['How do I stake SOL?', 'Which airdrops are planned?', 'plan airdrops for 2026'],
  ['How much did jito tips fall?', 'Warum?', 'sandwiched'],
  ['Why were public endpoints slow?', 'How long?', '40 minutes'],
  ['How long did the vote trial last?', 'thanks, and what about the main network?', 'main network'],
])('a follow-up asks for its own words: %s %s', async (first, second, expected) => {
  const answer = await ask(first, second)
  expect(answer?.sentences.map(({ text }) => text).join(' ')).toContain(expected)
  expect(answer?.kind).toBe('quotes')
})

it('a follow-up that no source answers repeats no answer', async () => {
  expect((await ask(STOLEN, 'Who did it?'))?.kind).toBe('none')
})
