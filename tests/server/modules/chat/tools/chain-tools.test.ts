import { expect, it } from 'vitest'
import { createChainTools } from '#server/modules/chat/tools/chain-tools.ts'
import { addressOf, TOKEN } from '#tests/support/token-fixtures.ts'

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

it('says how much of a token a wallet holds, in any order of the two', async () => {
  const [wallet, mint] = [addressOf('wallet'), addressOf('mint')]
  const data = Buffer.alloc(82)
  data[44] = 2
  data[45] = 1
  const holding = { mint, tokenAmount: { amount: '1250', decimals: 2 } }
  const rpc = {
    getMultipleAccounts: async (addresses: readonly string[]) =>
      addresses.map((address) => (address === mint ? { owner: TOKEN, data } : null)),
    call: async (_: string, [, { programId }]: [string, { programId: string }]) => ({
      value: programId === TOKEN ? [{ account: { data: { parsed: { info: holding } } } }] : [],
    }),
  } as never
  const paid = { listTokens: async () => [], readPrice: async () => null }
  const tools = createChainTools({ rpc, network: 'localnet', price: null, now: Date.now, paid })
  const tool = tools.find(({ name }) => name === 'wallet')
  const context = { userId: 'ana', chatId: 'chat', callId: 'call', signal: AbortSignal.any([]) }
  for (const args of [
    { address: wallet, held: mint },
    { address: mint, held: wallet },
  ])
    expect((await tool?.run(args, context))?.text).toContain(`\`${wallet}\` holds 12.5 of`)
})
