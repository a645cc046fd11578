import * as z from 'zod/mini'
import { CONFIG_PATH } from './config-path.ts'
import { endpoint } from './endpoint.ts'
import { PUBLIC } from './limits.ts'
import { named } from './named.ts'

const ProductToken = named(
  'ProductToken',
  z.object({
    mint: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    raw_per_point: z.string(),
    /** Wallets can be filled up with it for nothing; on a local chain only. */
    faucet: z.optional(z.boolean()),
  }),
)

/** What the browser must know before it can do anything; nothing about the network is compiled in. */
export const PublicConfig = named(
  'PublicConfig',
  z.object({
    name: z.string(),
    network: z.string(),
    rpc: z.string(),
    /** Where the embedded chain itself answers on the server's machine, for explorers; null or absent elsewhere. */
    local_rpc: z.optional(z.nullable(z.string())),
    receiver: z.string(),
    point_lamports: z.number(),
    product_token: z.nullable(ProductToken),
    demo: z.nullable(z.object({ contract_address: z.string() })),
    model: z.nullable(z.string()),
    limits: z.object({
      min_payment_lamports: z.number(),
      max_payment_lamports: z.number(),
      page_limit: z.number(),
      wallet_finder_max_mints: z.number(),
    }),
  }),
)
export type PublicConfig = z.infer<typeof PublicConfig>

export const config = endpoint({
  name: 'config',
  method: 'GET',
  path: CONFIG_PATH,
  summary: 'Name, network, features, receiver and limits',
  auth: false,
  limits: PUBLIC,
  response: PublicConfig,
})
