import * as z from 'zod/mini'
import { CONFIG_PATH } from './config-path.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PUBLIC } from '#contract/limits.ts'
import { named } from '#contract/described.ts'

const ProductToken = named(
  'ProductToken',
  z.object({
    mint: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    raw_per_point: z.string(),
    /** True if wallets can get it for free, on a local chain only. */
    faucet: z.optional(z.boolean()),
  }),
)

export const PublicConfig = named(
  'PublicConfig',
  z.object({
    name: z.string(),
    network: z.string(),
    rpc: z.string(),
    local_rpc: z.optional(z.nullable(z.string())),
    receiver: z.string(),
    point_lamports: z.number(),
    product_token: z.nullable(ProductToken),
    demo: z.nullable(
      z.object({
        contract_address: z.string(),
        tokens: z.optional(
          z.array(z.object({ contract_address: z.string(), name: z.string(), symbol: z.string() })),
        ),
      }),
    ),
    model: z.nullable(z.string()),
    user_apps: z.optional(z.boolean()),
    user_models: z.optional(z.boolean()),
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
  summary: 'Name, network, receiver and limits',
  auth: false,
  limits: PUBLIC,
  response: PublicConfig,
})
