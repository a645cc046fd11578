import { describe, expect, it } from 'vitest'
import { sayUnknownToken } from '#server/modules/chat/assistant/answer-texts.ts'
import { createTokenList, nameAddresses } from '#server/modules/chat/assistant/token-names.ts'

const COMET = 'Demo1n4JzUvTdTr7NYqDKqCsgbVsKa4iUH8osUKNCjU'
const TREE = 'So11111111111111111111111111111111111111112'
const TOKENS = [
  { symbol: 'COMET', address: COMET },
  { symbol: 'HOUSE', address: TREE },
]

describe('names of tokens in a phrase', () => {
  it.each(['Who were the smart wallets in COMET?', 'who were the smart wallets in comet?'])(
    'stand for the address: %s',
    (text) => {
      expect(nameAddresses(text, TOKENS)).toBe(`${text.slice(0, text.length - 6)}${COMET}?`)
    },
  )

  it('count with a dollar sign', () => {
    expect(nameAddresses('analyze $comet', TOKENS)).toBe(`analyze ${COMET}`)
    expect(nameAddresses('analyze $house', TOKENS)).toBe(`analyze ${TREE}`)
  })

  it('are read as English words in lower case', () => {
    expect(nameAddresses('a house', TOKENS)).toBe('a house')
    expect(nameAddresses('analyze HOUSE', TOKENS)).toBe(`analyze ${TREE}`)
  })

  it('count beside Chinese letters', () => {
    expect(nameAddresses('COMET现在多少钱', TOKENS)).toBe(`${COMET}现在多少钱`)
  })

  it('include those of the demo market', async () => {
    const demo = [
      { mint: COMET, name: 'Demo Comet', symbol: 'COMET' },
      { mint: TREE, name: 'Demo Harbor', symbol: 'HARBOR' },
    ]
    const tokens = await createTokenList(demo, async () => [])('someone')
    for (const text of ['demo comet', 'COMET', 'DEMO', 'the demo token']) {
      expect(nameAddresses(`analyze ${text}`, tokens)).toMatch(
        new RegExp(`^analyze (?:the )?${COMET}$`),
      )
    }
    expect(nameAddresses('price of harbor', tokens)).toBe(`price of ${TREE}`)
    expect(nameAddresses('is this a demo', tokens)).toBe('is this a demo')
  })

  it('leave other words alone', () => {
    expect(nameAddresses('comets fly, COMETA too', TOKENS)).toBe('comets fly, COMETA too')
  })
})

it.each([
  ['analyze NOSUCH', ['contract_address'], 'I don’t know the token NOSUCH. '],
  ['alert me when NOSUCH is above 3', ['token'], 'I don’t know the token NOSUCH. '],
  ['analyze a token', ['contract_address'], ''],
  ['open NOSUCH', ['app'], ''],
  ['alert me when it is above 3 SOL', ['token'], ''],
])('says which token it does not know: %s', (question, missing, said) => {
  expect(sayUnknownToken(question, missing)).toBe(said)
})
