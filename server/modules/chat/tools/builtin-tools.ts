import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { type AccountParts, createAccountTools } from './account-tools.ts'
import { createCalendarTools } from './calendar-tools.ts'
import { type ChainParts, createChainTools } from './chain-tools.ts'
import { DESKTOP_TOOLS } from './desktop-tools.ts'
import type { AppList } from './library-tools.ts'
import { createOpenAppTool } from './open-app-tool.ts'
import type { AssistantTool, ToolProvider } from './tool.ts'

export type BuiltinParts = AccountParts &
  ChainParts & {
    /** The apps of the App Store, of which a user has some. */
    apps: AppList
    paid: { tools: readonly AssistantTool[] }
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
