import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import type { PublicConfig } from '#contract/system/config.ts'
import type { AppDependencies } from '#server/app.ts'

/** The public configuration of a server under test. */
export const PUBLIC_CONFIG: PublicConfig = {
  name: 'SolDesk',
  network: 'localnet',
  rpc: '/rpc',
  receiver: '11111111111111111111111111111112',
  point_lamports: 10_000_000,
  product_token: null,
  demo: null,
  model: null,
  limits: {
    min_payment_lamports: 10_000_000,
    max_payment_lamports: 1_000_000_000_000,
    page_limit: 100,
    wallet_finder_max_mints: 10,
  },
}

/** The settings of a server under test. */
export const APP_CONFIG: AppDependencies['config'] = {
  publicOrigin: null,
  trustProxy: [],
  metricsToken: null,
  isHstsForSubdomains: false,
  limits: DEFAULT_LIMITS,
  host: '127.0.0.1',
  allowedHosts: [],
}
