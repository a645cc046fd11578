import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { accountTools } from './account-tools.ts'
import { chainTools } from './chain-tools.ts'
import { desktopTools, PRODUCT_APPS } from './desktop-tools.ts'
import { paidTools, type PaidWork } from './paid-tools.ts'
import type { ToolProvider } from './tool.ts'

export type BuiltinParts = {
  rpc: SolanaRpc
  ledger: Pick<Ledger, 'balance' | 'consumptionHistory'>
  network: string
  /** null where no source is configured. */
  price: SolPrice | null
  paid: { analysis: PaidWork; research: PaidWork | null }
  /** Unix milliseconds. */
  clock: () => number
}

/** The product's own tools, in every chat, and the chats of its own apps. */
export function builtinTools(parts: BuiltinParts): ToolProvider {
  const tools = [
    ...chainTools(parts),
    ...accountTools(parts),
    ...paidTools(parts.paid),
    ...desktopTools(),
  ]
  return {
    toolsFor: async () => tools,
    describe: async ({ appId }) => {
      const app = PRODUCT_APPS.find(({ id }) => id === appId)
      return app === undefined ? null : { name: app.title }
    },
  }
}
