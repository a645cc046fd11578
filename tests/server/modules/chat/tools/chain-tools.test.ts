import { expect, it } from 'vitest'
import { createChainTools } from '#server/modules/chat/tools/chain-tools.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const unused = new Proxy({}, { get: () => undefined }) as never

const TOKENS = ['DOG WIF', 'COMET'].map((symbol) => ({ symbol, address: addressOf(symbol) }))

const askPrice = async (symbol: string): Promise<string> => {
  const asked: string[] = []
  const tools = createChainTools({
    rpc: unused,
    network: 'localnet',
    price: null,
    now: Date.now,
    paid: {
      tools: [],
      listTokens: async () => TOKENS,
      readPrice: async (_userId, address) => {
        asked.push(TOKENS.find((token) => token.address === address)?.symbol ?? address)
        return null
      },
    },
  })
  const price = tools.find(({ name }) => name === 'price')
  const context = { userId: 'ana', chatId: 'chat', callId: 'call', signal: AbortSignal.any([]) }
  await price?.run({ symbol }, context)
  return asked.join(' and ')
}

it('finds the price of a token whose symbol has a space, and of several', async () => {
  expect(await askPrice('dog wif')).toBe('DOG WIF')
  expect(await askPrice('COMET, Dog Wif')).toBe('COMET and DOG WIF')
  expect(await askPrice('dog')).toBe('')
})
