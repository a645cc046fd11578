import type { PublicConfig } from '#contract/system/config.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { createDemoToken, grantDemoToken, openTokenAccount } from './prepare-localnet.ts'
import type { PaymentToken } from '#server/modules/payments/orders/create-payment.ts'
import type { TokenFaucet } from '#server/modules/payments/deposits/demo-tokens.ts'
import { loadPaymentToken } from '#server/modules/payments/orders/payment-token.ts'
import type { Chain } from './open-chain.ts'
import type { Secrets } from '#server/boot/storage/secrets.ts'

const DEMO_SYMBOL = 'DEMO'
/** One POINT per demo token. */
const DEMO_RAW_PER_POINT = 1_000_000n

export type OpenedToken = {
  payment: PaymentToken
  facts: NonNullable<PublicConfig['product_token']>
  /** Null for a configured token and on real networks. */
  faucet: TokenFaucet | null
}

const WHY_NOT = {
  missing: 'does not exist',
  not_a_mint: 'is not a token mint',
  fee_too_high: 'keeps too much of every transfer as its fee to be paid in',
} as const

/** Returns the configured token, an embedded chain's demo token, or null. Throws `ConfigError` for a missing mint. */
export const openToken = async (
  config: Config,
  chain: Pick<Chain, 'rpc' | 'rpcUrl' | 'receiver' | 'network' | 'isEmbedded'>,
  secrets: Secrets | null,
): Promise<OpenedToken | null> => {
  const { rpc, rpcUrl, receiver } = chain
  const wanted = config.productToken
  const authoritySeed = chain.isEmbedded ? secrets?.tokenAuthoritySeed : undefined
  const isEmbedded = authoritySeed !== undefined
  const offered = wanted ?? (isEmbedded ? await openDemoToken(rpcUrl, authoritySeed) : null)
  if (offered === null) return null
  const { mint, rawPerPoint } = offered
  const loaded = await loadPaymentToken(rpc, { mint, rawPerPoint, receiver })
  if (!loaded.ok) {
    const why = WHY_NOT[loaded.reason]
    throw new ConfigError('PRODUCT_TOKEN_MINT', `${mint} ${why} on ${chain.network}`)
  }
  const { decimals, program } = loaded.token
  // Opens the treasury's token account, so that payers need not.
  if (isEmbedded) await openTokenAccount({ rpcUrl, authoritySeed, owner: receiver, mint, program })
  const faucet: TokenFaucet | null =
    isEmbedded && wanted === null
      ? ({ owner, rawAmount }) => grantDemoToken({ rpcUrl, authoritySeed, owner, rawAmount })
      : null
  return {
    payment: loaded.token,
    faucet,
    facts: {
      mint,
      symbol: wanted === null ? DEMO_SYMBOL : `${mint.slice(0, 4)}…`,
      decimals,
      raw_per_point: rawPerPoint.toString(),
      faucet: faucet !== null,
    },
  }
}

const openDemoToken = async (rpcUrl: string, authoritySeed: string) => {
  const { mint } = await createDemoToken({ rpcUrl, authoritySeed })
  return { mint, rawPerPoint: DEMO_RAW_PER_POINT }
}
