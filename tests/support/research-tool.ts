import { PRODUCT_APPS } from '#contract/product-apps.ts'
import type { BuiltinParts } from '#server/modules/chat/tools/builtin-tools.ts'
import { createDemoRegistry } from '#server/modules/research/source-registry.ts'
import { createResearchTool } from '#server/modules/research/research-tool.ts'
import type { ResearchParts } from '#server/modules/research/research-work.ts'
import { createChatTool, type ReadableRuns } from '#server/modules/runs/chat-tool.ts'
import type { PaidTool } from '#server/modules/runs/paid-tool.ts'
import type { RunServices } from '#server/modules/runs/runs.ts'
import { openTools, testAnalysis } from './paid-tools.ts'

const noNode = () => Promise.reject(new Error('no node'))

export const testResearch = (parts: Partial<ResearchParts> = {}): PaidTool =>
  createResearchTool({
    registry: createDemoRegistry({ node: noNode, demoMints: [], slowestMs: 0 }),
    minSources: 1,
    model: null,
    ...parts,
  })

export type FakeRuns = ReadableRuns & {
  start(userId: string, subject: string, idempotencyKey: string): Promise<{ id: string }>
}

/** The chat tools of the product's paid tools, with runs that are made up. */
export function chatToolsOn(
  runs: FakeRuns,
  services: Pick<RunServices, 'db' | 'ledger'>,
): BuiltinParts['paid'] {
  const { tools } = openTools([testAnalysis(), testResearch()], services).chat
  const faked = tools.flatMap((tool) => {
    const app = Object.values(PRODUCT_APPS).find(({ id }) => id === tool.app.id)
    if (app === undefined) return []
    const use = {
      ...tool,
      app,
      buildPath: (id: string) => `${app.path}?id=${id}`,
      start: (userId: string, args: object, key: string) =>
        runs.start(userId, String(Object.values(args)[0]), key),
      renderText: (body: string) => body,
    }
    return [createChatTool(use, runs, tool.price?.points ?? 0)]
  })
  return { tools: faked, listTokens: async () => [], readPrice: async () => null }
}
