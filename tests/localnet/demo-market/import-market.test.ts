import { afterAll, expect, it } from 'vitest'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { ensureDemoMarket } from '#localnet/demo-market/import-market.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import { testChain } from '#tests/support/chain.ts'

const END_TIME = 1_763_650_000

const chain = await testChain()
afterAll(() => chain.stop())

it('imports the demo market into a new chain once, and serves it like a node', async () => {
  const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 10_000 })
  const first = await ensureDemoMarket(rpc, { endTime: END_TIME })
  expect(first.imported).toBe(true)
  expect(await ensureDemoMarket(rpc, { endTime: END_TIME + 500 })).toEqual({
    ...first,
    imported: false,
  })

  const market = simulateDemoMarket({ endTime: END_TIME })
  const [mint] = market.mints
  expect(first.mints).toEqual(market.mints)
  expect(await rpc.getTokenSupply(mint)).toMatchObject({ amount: '1000000000000000', decimals: 6 })
  expect(await rpc.getTokenLargestAccounts(mint)).toHaveLength(20)

  const signatures: string[] = []
  for (let before: string | undefined; ; before = signatures.at(-1)) {
    const page = await rpc.getSignaturesForAddress(mint, { before, limit: 200 })
    if (page.length === 0) break
    signatures.push(...page.map(({ signature }) => signature))
  }
  const lines = market.lines.filter((line) => line.includes(mint)).toReversed()
  const transactions = await Promise.all(
    signatures.map((signature) => rpc.getTransaction(signature, { encoding: 'json' })),
  )
  expect(transactions.map((transaction) => transaction?.transaction.signatures)).toEqual(
    lines
      .map(
        (line) =>
          JSON.parse(line) as {
            transaction: { signatures: string[]; message: { accountKeys: string[] } }
          },
      )
      .filter(({ transaction }) => transaction.message.accountKeys.includes(mint))
      .map(({ transaction }) => transaction.signatures),
  )
  const balances = transactions.find((transaction) => transaction?.meta?.err === null)?.meta
  expect(balances?.preBalances[0]).toBeTypeOf('bigint')
})

it('adds the third token to the market of an earlier version, and leaves the others as they are', async () => {
  const market = simulateDemoMarket({ endTime: END_TIME })
  const [, , third] = market.mints
  const imported: string[] = []
  const earlier = {
    call: async (method: string, params: unknown[]): Promise<unknown> => {
      if (method === 'getSignatureStatuses') return { value: [{ slot: 1 }] }
      if (method === 'getAccountInfo') return { value: null }
      const [{ lines = [] } = {}] = params as { lines?: string[] }[]
      imported.push(...lines)
      return null
    },
  }
  expect(await ensureDemoMarket(earlier, { endTime: END_TIME })).toMatchObject({ imported: true })
  expect(imported).toEqual(market.lines.filter((line) => line.includes(third)))
  for (const mint of market.mints.slice(0, 2)) {
    expect(imported.filter((line) => line.includes(mint))).toEqual([])
  }
})
