import { afterAll, expect, it } from 'vitest'
import { openDesk } from './research-desk.ts'

const desk = await openDesk()
afterAll(() => desk.close())

it.each([
  ['What is Solana?', /^Solana is a blockchain/],
  ['what is SOL', /^Solana is a blockchain/],
  ['What is JitoSOL?', /^JitoSOL is the liquid staking token of Jito/],
  ['What is staking?', /^Staking is the delegation of SOL/],
  ['Was bedeutet Staking?', /^Staking is the delegation of SOL/],
])('the demo says what things are: %s', async (question, text) => {
  const { digest } = await desk.ask(await desk.payer(), question)
  expect(digest?.answer?.note).toBeNull()
  expect(digest?.answer?.sentences[0]?.text).toMatch(text)
})

it.each([
  ['What is the yield of JitoSOL?', /^JitoSOL yields 7\.1% a year/],
  ['Is JitoSOL safe?', /^Audits of both stake pools found no critical faults/],
  ['How fast is Solana?', /confirmed within a second/],
])('the demo answers what people ask of it: %s', async (question, text) => {
  const { digest } = await desk.ask(await desk.payer(), question)
  expect(digest?.answer?.sentences[0]?.text).toMatch(text)
})

it.each(['What happened today?', 'crypto news', 'what’s new'])(
  'answers with the latest stories: %s',
  async (question) => {
    const { status, digest } = await desk.ask(await desk.payer(), question)
    expect(status).toBe('done')
    expect(digest?.answer?.sentences).toHaveLength(3)
    expect(digest?.stories.length).toBeGreaterThanOrEqual(5)
  },
)

it('refunds the POINT for a question without a word to search for', async () => {
  const { status, digest } = await desk.ask(await desk.payer(), 'What?')
  expect(status).toBe('failed')
  expect(digest?.answer?.note).toBe('No source says anything about this.')
})

it.each(['Did the SEC reject the Solana ETF?', 'Was the Solana ETF rejected?'])(
  'says that the opposite was decided: %s',
  async (question) => {
    const { digest } = await desk.ask(await desk.payer(), question)
    expect(digest?.answer).toMatchObject({ kind: 'premise', note: 'A source says the opposite.' })
    expect(digest?.answer?.sentences[0]?.text).toMatch(/approved/)
  },
)

it.each([
  ['Is Orca safe?', 'No source says anything about the safety of Orca.'],
  ['How many validators does Solana have?', 'We found no such number for Solana. The closest:'],
])('says what is missing where sources are about something else: %s', async (question, note) => {
  const { digest } = await desk.ask(await desk.payer(), question)
  expect(digest?.answer).toMatchObject({ kind: 'none', note })
})
