import { useMemo } from 'react'
import { LAMPORTS_PER_POINT, lamportsToSol } from '#contract/money.ts'
import type { PublicConfig } from '#contract/system/config.ts'
import { useConfig } from '#src/platform/config/config-store.ts'

export type Currency = 'SOL' | 'TOKEN'

export type TokenTerms = {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
  /** Raw units for one POINT. */
  readonly rawPerPoint: bigint
  /** True if the server hands out free tokens. */
  readonly hasFaucet: boolean
}

export type PaymentTerms = {
  /** Null until the server has answered. */
  readonly network: string | null
  /** Base58 address that payments go to; null until the server has answered. */
  readonly receiver: string | null
  /** Path of the chain's proxy on this origin. */
  readonly rpc: string
  readonly token: TokenTerms | null
  readonly minSol: number
  readonly maxSol: number
}

const UNKNOWN: PaymentTerms = {
  network: null,
  receiver: null,
  rpc: '/rpc',
  token: null,
  minSol: lamportsToSol(LAMPORTS_PER_POINT),
  maxSol: Number.POSITIVE_INFINITY,
}

export const usePaymentTerms = (): PaymentTerms => {
  const config = useConfig()
  return useMemo(() => (config === null ? UNKNOWN : toTerms(config)), [config])
}

const toTerms = ({
  network,
  receiver,
  rpc,
  product_token: token,
  limits,
}: PublicConfig): PaymentTerms => ({
  network,
  receiver,
  rpc,
  token:
    token === null
      ? null
      : {
          mint: token.mint,
          symbol: token.symbol,
          decimals: token.decimals,
          rawPerPoint: BigInt(token.raw_per_point),
          hasFaucet: token.faucet === true,
        },
  minSol: lamportsToSol(BigInt(limits.min_payment_lamports)),
  maxSol: lamportsToSol(BigInt(limits.max_payment_lamports)),
})
