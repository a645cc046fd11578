import { expect, it } from 'vitest'
import { askDemo } from './ask-demo.ts'

const read = async (question: string) => {
  const answer = await askDemo(question)
  return {
    kind: answer?.kind,
    note: answer?.note,
    text: answer?.sentences.map((each) => each.text).join(' '),
  }
}

it.each([
  ['When does the Solana ETF start trading and what does it charge?', ['on Monday', '0.25%']],
  ['how much did Bonk burn and when is the next vote', ['1.5 trillion', 'for spring']],
  ['Wann startet der Fonds und was kostet er?', ['on Monday', '0.25%']],
  ['What share of stake does Firedancer have and what do its makers expect?', ['21%', '30%']],
])('answers each part of a question: %s', async (question, parts) => {
  const { kind, note, text } = await read(question)
  expect({ kind, note }).toEqual({ kind: 'quotes', note: null })
  for (const part of parts) expect(text).toContain(part)
})

it('says that a part may have no answer', async () => {
  expect(await read('When does the fund start trading and who manages it?')).toMatchObject({
    kind: 'quotes',
    note: 'Sources may not answer every part of this.',
    text: 'Trading starts on Monday.',
  })
})

it.each([
  'Was the stolen money from the lending pool returned?',
  'Has Wormhole been hacked?',
  'What does Wormhole charge for transfers?',
  'Were the stolen funds recovered?',
])('charges nothing if no source says whether it was done: %s', async (question) =>
  expect((await read(question)).kind).toBe('none'),
)

it.each([
  ['Was the lending pool paused?', 'The team paused the pool'],
  ['Did any validators have trouble during the vote trial?', 'had to restart'],
  ['What would swapping stable pairs cost under the Jupiter proposal?', '0.05%'],
  ['how many ppl use phantom', '16 million'],
  ['How long did the RPC slowdown last?', '40 minutes'],
  ['Pourquoi les points d’accès publics de Solana étaient-ils lents ?', 'cache rule'],
  ['Qui contrôle l’émission de l’USDC sur Solana ?', 'The issuer of USDC'],
  ['In welcher Sprache ist Firedancer geschrieben?', 'C language'],
  ['Quanto rende o staking de SOL por ano?', '6.8%'],
  ['Quando será a próxima votação sobre queima de Bonk?', 'for spring'],
])('finds the answer in other words: %s', async (question, expected) => {
  const { kind, text } = await read(question)
  expect(kind).toBe('quotes')
  expect(text).toContain(expected)
})
