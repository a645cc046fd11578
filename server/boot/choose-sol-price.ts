import { createSolPrice, PUBLIC_PRICE_SOURCES, type SolPrice } from '#server/clients/sol-price.ts'
import type { Config } from '#server/config.ts'

/** Returns the configured source of SOL's price, or the public ones. Null on localnet, where SOL is play money. */
export const chooseSolPrice = ({ priceUrl, solana }: Config): SolPrice | null => {
  if (priceUrl !== null) return createSolPrice({ sources: [priceUrl] })
  return solana.network === 'localnet' ? null : createSolPrice({ sources: PUBLIC_PRICE_SOURCES })
}
