import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { createLibraryTools } from '#server/modules/chat/tools/library-tools.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { openTools, testAnalysis } from './paid-tools.ts'
import { testResearch } from './research-tool.ts'

const unused = (): never => {
  throw new Error('These tools are only looked at')
}

/** The tools of every chat, which can be looked at and not run. */
export async function productTools(): Promise<AssistantTool[]> {
  const scope = { userId: 'someone', appId: null, agentId: null }
  const nothing = new Proxy({}, { get: () => unused }) as never
  const builtin = createBuiltinTools({
    rpc: nothing,
    ledger: nothing,
    network: 'localnet',
    price: null,
    apps: nothing,
    paid: openTools([testAnalysis(), testResearch()], { db: nothing, ledger: nothing }).chat,
    now: () => Date.UTC(2026, 10, 20, 12),
  })
  const library = createLibraryTools({ apps: nothing, agents: nothing })
  return [...(await builtin.listTools(scope)), ...(await library.listTools(scope))]
}
