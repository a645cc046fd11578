import * as z from 'zod/mini'
import { CONFIG_PATH } from './config-path.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { PUBLIC } from '#contract/endpoint/limits.ts'
import { namedObject } from '#contract/endpoint/described.ts'

const ProductToken = namedObject('ProductToken', {
  mint: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  /** Raw units that buy one POINT. */
  raw_per_point: z.string(),
  /** True if wallets can get it for free, on a local chain only. */
  faucet: z.optional(z.boolean()),
})

/** Settings that the browser reads at start. Nothing about the network is compiled in. */
export const PublicConfig = namedObject('PublicConfig', {
  name: z.string(),
  network: z.string(),
  rpc: z.string(),
  /** Address of the embedded chain on the server's machine, for block explorers. */
  local_rpc: z.optional(z.nullable(z.string())),
  receiver: z.string(),
  point_lamports: z.number(),
  product_token: z.nullable(ProductToken),
  /** Tokens of the demo market; null on a real cluster. */
  demo: z.nullable(
    z.object({
      contract_address: z.string(),
      tokens: z.optional(
        z.array(z.object({ contract_address: z.string(), name: z.string(), symbol: z.string() })),
      ),
    }),
  ),
  /** Name of the server's chat model; null without one. */
  model: z.nullable(z.string()),
  /** Whether users may add MCP servers of their own. */
  user_apps: z.optional(z.boolean()),
  /** Whether users may connect a model of their own to their chats. */
  user_models: z.optional(z.boolean()),
  limits: z.object({
    min_payment_lamports: z.number(),
    max_payment_lamports: z.number(),
    page_limit: z.number(),
    wallet_finder_max_mints: z.number(),
  }),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const config = endpoint({
  name: 'config',
  path: CONFIG_PATH,
  summary: 'Name, network, receiver and limits',
  auth: false,
  limits: PUBLIC,
  response: PublicConfig,
})
