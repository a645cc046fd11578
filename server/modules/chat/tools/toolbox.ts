import { AppError } from '#server/errors.ts'
import type { AssistantTool, ScopeDescription, ToolProvider, ToolScope } from './tool.ts'

export type Toolbox = {
  /** Returns the subject of a chat; null for a global one. Throws NOT_FOUND when no provider knows its app. */
  describe(scope: ToolScope): Promise<ScopeDescription | null>
  /** Returns the tools of every provider that answers in time, and how many did not. */
  toolsFor(scope: ToolScope): Promise<{ tools: AssistantTool[]; missing: number }>
}

/** Providers answer from memory; one that needs a request is skipped. */
const PROVIDER_MS = 300
/** Lists longer than this only cost a model attention. */
const MAX_TOOLS = 64
const MAX_DESCRIPTION_CHARS = 1_024
const NAME = /^[\w-]{1,64}$/

export function createToolbox(
  providers: readonly ToolProvider[],
  onError: (error: unknown) => void,
): Toolbox {
  return {
    async describe(scope) {
      if (scope.appId === null) return null
      for (const provider of providers) {
        const description = await provider.describe?.(scope)
        if (description !== undefined && description !== null) return description
      }
      throw new AppError(
        'NOT_FOUND',
        'The app of this chat is not installed, or its agent was deleted',
      )
    },

    async toolsFor(scope) {
      const lists = await Promise.all(
        providers.map((provider) => inTime(provider.toolsFor(scope)).catch(onErrorGive(onError))),
      )
      const byName = new Map<string, AssistantTool>()
      // The first provider's tool keeps its name, so that an app cannot replace a built-in tool.
      for (const tool of lists.flatMap((list) => list ?? [])) {
        if (!NAME.test(tool.name) || byName.has(tool.name)) continue
        const description = tool.description.slice(0, MAX_DESCRIPTION_CHARS)
        byName.set(tool.name, { ...tool, description })
      }
      const tools = [...byName.values()].slice(0, MAX_TOOLS)
      return { tools, missing: lists.filter((list) => list === null).length }
    },
  }
}

const onErrorGive =
  (onError: (error: unknown) => void) =>
  (error: unknown): null => {
    onError(error)
    return null
  }

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), PROVIDER_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const AGENT_PREFIX = 'agent:'

/** Returns the scope of a chat. `agent:<id>` is a user's own agent; anything else is an app. */
export const scopeOf = (userId: string, appId: string | null): ToolScope => ({
  userId,
  appId,
  agentId: appId?.startsWith(AGENT_PREFIX) === true ? appId.slice(AGENT_PREFIX.length) : null,
})
