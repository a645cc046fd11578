import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { deriveAssociatedTokenAddress } from '#solana/program-address.ts'
import { parseMint } from '#solana/token-state.ts'
import type { PaymentToken } from './create-payment.ts'
import { computeAmountBeforeFees, readTransferFees } from '#solana/transfer-fee.ts'

export type LoadedToken =
  | { readonly ok: true; readonly token: PaymentToken }
  | { readonly ok: false; readonly reason: 'missing' | 'not_a_mint' | 'fee_too_high' }

const MAX_RAW = 2n ** 64n - 1n
/** A top-up of this many POINTS must fit into one transfer. */
const LARGE_TOP_UP_POINTS = 100_000n

/** Reads the token's mint from the chain. `rawPerPoint` is raw token units per POINT. */
export async function loadPaymentToken(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  { mint, rawPerPoint, receiver }: { mint: string; rawPerPoint: bigint; receiver: string },
): Promise<LoadedToken> {
  const account = await rpc.getAccountInfo(mint)
  if (account === null) return { ok: false, reason: 'missing' }
  const parsed = parseMint(account)
  if (parsed === null) return { ok: false, reason: 'not_a_mint' }
  const program = account.owner
  const fees = readTransferFees(account)
  if (computeAmountBeforeFees(rawPerPoint * LARGE_TOP_UP_POINTS, fees) > MAX_RAW) {
    return { ok: false, reason: 'fee_too_high' }
  }
  const destination = deriveAssociatedTokenAddress({ owner: receiver, mint, program })
  const { decimals } = parsed
  const hasTransferFee = fees.length > 0
  return { ok: true, token: { mint, program, decimals, rawPerPoint, destination, hasTransferFee } }
}
