import { PRODUCT_APPS } from '#contract/product-apps.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { createAccountTools } from './account-tools.ts'
import { createCalendarTools } from './calendar-tools.ts'
import { createChainTools } from './chain-tools.ts'
import { DESKTOP_TOOLS } from './desktop-tools.ts'
import type { AppList } from './library-tools.ts'
import { createOpenAppTool } from './open-app-tool.ts'
import type { ListTokens } from '#server/modules/chat/assistant/token-names.ts'
import type { ReadPrice } from '#server/modules/runs/run.ts'
import type { AssistantTool, ToolProvider } from './tool.ts'

export type BuiltinParts = {
  rpc: SolanaRpc
  ledger: Pick<Ledger, 'getBalance' | 'readConsumptionBatches' | 'listConsumption'>
  network: string
  /** Null without a configured source. */
  price: SolPrice | null
  /** The apps of the App Store, of which a user has some. */
  apps: AppList
  paid: {
    tools: readonly AssistantTool[]
    listTokens: ListTokens
    readPrice: ReadPrice
  }
  now: () => number
}

/** Creates the tools of the product, which every chat has. */
export function createBuiltinTools(
  parts: BuiltinParts,
): ToolProvider & { tools: readonly AssistantTool[] } {
  const tools = [
    ...createChainTools(parts),
    ...createAccountTools(parts),
    ...parts.paid.tools,
    createOpenAppTool(parts.apps),
    ...DESKTOP_TOOLS,
    ...createCalendarTools(parts),
  ]
  return {
    tools,
    listTools: async () => tools,
    describe: async ({ appId }) => {
      const app = Object.values(PRODUCT_APPS).find(({ id }) => id === appId)
      return app === undefined ? null : { name: app.title }
    },
  }
}
