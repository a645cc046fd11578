import { expect, it } from 'vitest'
import { readHoldings } from '#server/clients/solana-rpc/token-holdings.ts'
import { TOKEN_PROGRAM } from '#solana/programs.ts'

const account = (mint: string, amount: string) => ({
  account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals: 6 } } } } },
})

const nodeWith = (value: readonly object[]) => ({
  call: async (_method: string, [, filter]: readonly unknown[] = []) =>
    ({ value: JSON.stringify(filter).includes(TOKEN_PROGRAM) ? value : [] }) as never,
})

it('adds the accounts of a token, and leaves out empty ones and those that the node cannot parse', async () => {
  const value = [
    account('mint-1', '5'),
    account('mint-2', '0'),
    { account: { data: ['AAAA', 'base64'] } },
    account('mint-1', '7'),
  ]
  expect(await readHoldings(nodeWith(value), 'owner')).toEqual([
    { mint: 'mint-1', amount: 12n, decimals: 6 },
  ])
})

it('throws for an amount that is no number, and hides no holding', async () => {
  const value = [account('mint-1', '5'), account('mint-2', 'many')]
  await expect(readHoldings(nodeWith(value), 'owner')).rejects.toThrow()
})
