import { expect, it } from 'vitest'
import { createChainTools } from '#server/modules/chat/tools/chain-tools.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const unused = new Proxy({}, { get: () => undefined }) as never

const TOKENS = ['DOG WIF', 'COMET'].map((symbol) => ({ symbol, address: addressOf(symbol) }))

const askPrice = async (args: Record<string, unknown>) => {
  const asked: string[] = []
  const tools = createChainTools({
    rpc: unused,
    network: 'localnet',
    price: null,
    now: Date.now,
    paid: {
      listTokens: async () => TOKENS,
      readPrice: async (_userId, address) => {
        asked.push(TOKENS.find((token) => token.address === address)?.symbol ?? address)
        return null
      },
    },
  })
  const price = tools.find(({ name }) => name === 'price')
  const context = { userId: 'ana', chatId: 'chat', callId: 'call', signal: AbortSignal.any([]) }
  const result = await price?.run(args, context)
  return { asked: asked.join(' and '), text: result?.text }
}

it('finds the price of a token whose symbol has a space, and of several', async () => {
  expect(await askPrice({ symbol: 'dog wif' })).toMatchObject({ asked: 'DOG WIF' })
  expect(await askPrice({ symbol: 'COMET, Dog Wif' })).toMatchObject({ asked: 'COMET and DOG WIF' })
  expect(await askPrice({ symbol: 'dog' })).toMatchObject({ asked: '' })
})

it('names the currency without a rate, also where SOL has no price', async () => {
  const { text } = await askPrice({ conversion: 'convert 50 usd to euro' })
  expect(text).toMatch(/^I have no rate for EURO\. SOL has no market price on localnet/)
})
