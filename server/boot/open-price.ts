import { createSolPrice, PUBLIC_PRICE_SOURCES, type SolPrice } from '#server/clients/sol-price.ts'
import type { Config } from '#server/config.ts'

/** Opens the configured source of the SOL price or the public ones; none on localnet, which works without a network. */
export const openPrice = ({ priceUrl, solana }: Config): SolPrice | null => {
  if (priceUrl !== null) return createSolPrice({ sources: [priceUrl] })
  return solana.network === 'localnet' ? null : createSolPrice({ sources: PUBLIC_PRICE_SOURCES })
}
