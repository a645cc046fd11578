import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type ResearchDesk } from './research-desk.ts'

let desk: ResearchDesk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it.each([
  ['What is Solana?', /^Solana is a blockchain/],
  ['what is SOL', /^Solana is a blockchain/],
  ['What is JitoSOL?', /^JitoSOL is the liquid staking token of Jito/],
])('the demo says what things are: %s', async (question, text) => {
  const { digest } = await desk.ask(await desk.payer(), question)
  expect(digest?.answer?.note).toBeNull()
  expect(digest?.answer?.sentences[0]?.text).toMatch(text)
})
