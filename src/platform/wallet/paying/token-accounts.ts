import { readField } from '#src/lib/read-field.ts'
import type { Rpc } from './rpc.ts'

type TokenAccount = { readonly address: string; readonly raw: bigint }

/** Returns the owner's accounts of `mint`, largest first, in both token programs. */
export const readTokenAccounts = async (
  rpc: Rpc,
  { owner, mint }: { owner: string; mint: string },
): Promise<readonly TokenAccount[]> => {
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const found = readField(await rpc('getTokenAccountsByOwner', [owner, { mint }, options]), 'value')
  if (!Array.isArray(found)) throw new TypeError('The Solana node returned no token accounts')
  return found
    .map(readAccount)
    .filter((account) => account !== null)
    .toSorted((a, b) => (a.raw === b.raw ? 0 : a.raw > b.raw ? -1 : 1))
}

const readAccount = (found: unknown): TokenAccount | null => {
  const address = readField(found, 'pubkey')
  const parsed = readField(readField(readField(found, 'account'), 'data'), 'parsed')
  const amount = readField(readField(readField(parsed, 'info'), 'tokenAmount'), 'amount')
  if (typeof address !== 'string' || typeof amount !== 'string' || !/^\d+$/.test(amount))
    return null
  return { address, raw: BigInt(amount) }
}
