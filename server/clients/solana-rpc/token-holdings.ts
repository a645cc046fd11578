import * as z from 'zod/mini'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import type { SolanaRpc } from './solana-rpc.ts'

const Parsed = z.object({
  parsed: z.object({
    info: z.object({
      mint: z.string(),
      tokenAmount: z.object({
        amount: z.string().check(z.regex(/^\d{1,20}$/)),
        decimals: z.int().check(z.gte(0), z.lte(255)),
      }),
    }),
  }),
})
/** A node returns the bytes of an account that it cannot parse. */
const Unparsed = z.tuple([z.string(), z.literal('base64')])
const TokenAccounts = z.object({
  value: z.array(z.object({ account: z.object({ data: z.union([Parsed, Unparsed]) }) })),
})

/** `amount` in raw units. */
export type Holding = { mint: string; amount: bigint; decimals: number }

/** Returns the tokens that a wallet holds, one entry per token, without empty accounts. */
export async function readHoldings(
  rpc: Pick<SolanaRpc, 'call'>,
  owner: string,
  options: { signal?: AbortSignal } = {},
): Promise<Holding[]> {
  const accounts = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map(async (programId) => {
      const params = [owner, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }]
      return TokenAccounts.parse(await rpc.call('getTokenAccountsByOwner', params, options)).value
    }),
  )
  const holdings = new Map<string, Holding>()
  for (const { account } of accounts.flat()) {
    const { data } = account
    if (!('parsed' in data)) continue
    const { mint, tokenAmount } = data.parsed.info
    const amount = (holdings.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount)
    if (amount > 0n) holdings.set(mint, { mint, amount, decimals: tokenAmount.decimals })
  }
  return [...holdings.values()]
}
