import { AppError } from '#server/errors.ts'
import type { AssistantTool, ScopeDescription, ToolProvider, ToolScope } from './tool.ts'

export type Toolbox = {
  /** Returns the subject of a chat, or null for a global one. Throws `NOT_FOUND` if no provider knows its app. */
  describe(scope: ToolScope): Promise<ScopeDescription | null>
  /** Returns the tools of all providers that answer in time, and the number of missing providers. */
  listTools(scope: ToolScope): Promise<{ tools: AssistantTool[]; missing: number }>
}

const PROVIDER_MS = 300
/** Longer lists make models worse. */
const MAX_TOOLS = 64
const MAX_DESCRIPTION_CHARS = 1_024
const NAME = /^[\w-]{1,64}$/

/** Creates the toolbox of all providers. Of tools with the same name, the first stays. A chat has at most 64. */
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

    async listTools(scope) {
      const lists = await Promise.all(
        providers.map((provider) => inTime(provider.listTools(scope)).catch(reportError(onError))),
      )
      const byName = new Map<string, AssistantTool>()
      // The first provider keeps the name, so an app cannot replace a built-in tool.
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

const reportError =
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

/** Returns the scope of a chat. An `appId` such as `agent:ID` is an agent. */
export const createScope = (userId: string, appId: string | null): ToolScope => ({
  userId,
  appId,
  agentId: appId?.startsWith(AGENT_PREFIX) === true ? appId.slice(AGENT_PREFIX.length) : null,
})
