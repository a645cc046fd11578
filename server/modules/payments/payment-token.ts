import type { SolanaRpc } from '#server/clients/solana-rpc.ts'
import { associatedTokenAddress } from '#server/solana/program-address.ts'
import { parseMint } from '#server/solana/token-state.ts'
import type { PaymentToken } from './create-payment.ts'

export type LoadedToken =
  | { readonly ok: true; readonly token: PaymentToken }
  | { readonly ok: false; readonly reason: 'missing' | 'not_a_mint' }

/** Reads from the chain what must be known of a mint to be paid in it. `rawPerPoint`: raw units for one POINT. */
export async function loadPaymentToken(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  { mint, rawPerPoint, receiver }: { mint: string; rawPerPoint: bigint; receiver: string },
): Promise<LoadedToken> {
  const account = await rpc.getAccountInfo(mint)
  if (account === null) return { ok: false, reason: 'missing' }
  const parsed = parseMint(account)
  if (parsed === null) return { ok: false, reason: 'not_a_mint' }
  const program = account.owner
  const destination = associatedTokenAddress({ owner: receiver, mint, program })
  return { ok: true, token: { mint, program, decimals: parsed.decimals, rawPerPoint, destination } }
}
