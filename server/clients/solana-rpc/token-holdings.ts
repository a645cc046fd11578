import * as z from 'zod/mini'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { parseTokenAccount } from '#solana/token-state.ts'
import type { SolanaRpc } from './solana-rpc.ts'

const TokenAccounts = z.object({
  value: z.array(
    z.object({
      account: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }),
    }),
  ),
})

/** `amount` in raw units. */
export type Holding = { mint: string; amount: bigint }

/** Returns the tokens that a wallet holds, one entry per token, without empty accounts. */
export async function readHoldings(
  rpc: Pick<SolanaRpc, 'call'>,
  owner: string,
  { signal }: { signal: AbortSignal },
): Promise<Holding[]> {
  const accounts = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map(async (programId) => {
      const params = [owner, { programId }, { encoding: 'base64', commitment: 'confirmed' }]
      return TokenAccounts.parse(await rpc.call('getTokenAccountsByOwner', params, { signal }))
        .value
    }),
  )
  const amounts = new Map<string, bigint>()
  for (const { account } of accounts.flat()) {
    const data = new Uint8Array(Buffer.from(account.data[0], 'base64'))
    const parsed = parseTokenAccount({ owner: account.owner, data })
    if (parsed === null || parsed.amount === 0n) continue
    amounts.set(parsed.mint, (amounts.get(parsed.mint) ?? 0n) + parsed.amount)
  }
  return [...amounts].map(([mint, amount]) => ({ mint, amount }))
}
