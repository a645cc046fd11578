import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { AppError } from '#server/errors.ts'
import { deriveAssociatedTokenAddress } from '#solana/program-address.ts'
import { parseTokenAccount } from '#solana/token-state.ts'
import type { PaymentToken } from '#server/modules/payments/orders/create-payment.ts'
import { parseWalletAddress } from '#server/modules/payments/orders/payment-input.ts'

/** Sends raw token units to a wallet. `signature` is null if nothing was sent. */
export type TokenFaucet = (to: {
  owner: string
  rawAmount: bigint
}) => Promise<{ account: string; signature: string | null }>

const FILL_POINTS = 200n

type Dependencies = {
  rpc: Pick<SolanaRpc, 'getAccountInfo'>
  token: PaymentToken | null
  faucet: TokenFaucet | null
}

/** Refills a wallet with demo tokens worth 200 POINTS at most. Throws `NOT_FOUND` on real networks. */
export async function giveDemoTokens({ rpc, token, faucet }: Dependencies, walletAddress: unknown) {
  if (token === null || faucet === null) throw new AppError('NOT_FOUND', 'No demo token here')
  const owner = parseWalletAddress(walletAddress, 'wallet_address')
  const { mint, program } = token
  const account = deriveAssociatedTokenAddress({ owner, mint, program })
  const held = await readHeld(rpc, account)
  const full = FILL_POINTS * token.rawPerPoint
  if (held >= full) return { mint, account, raw_amount: held.toString(), signature: null }
  const { signature } = await faucet({ owner, rawAmount: full - held })
  return { mint, account, raw_amount: full.toString(), signature }
}

async function readHeld(rpc: Dependencies['rpc'], account: string): Promise<bigint> {
  const info = await rpc.getAccountInfo(account)
  return info === null ? 0n : (parseTokenAccount(info)?.amount ?? 0n)
}
