import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import type {
  AssistantTool,
  ScopeDescription,
  ToolProvider,
  ToolScope,
} from '#server/modules/chat/tools/tool.ts'
import {
  isReviewed,
  type AppCalls,
  type Reviewable,
} from '#server/modules/apps/connections/app-calls.ts'
import { findApp, findUsableApps } from '#server/modules/apps/store/app-repository.ts'
import { offeredTools } from '#server/modules/apps/review/tool-lint.ts'

export type AppTools = ToolProvider & {
  describe(scope: ToolScope): Promise<ScopeDescription | null>
  /** Returns the tools of all apps that the user has installed, for agents. */
  allFor(userId: string): Promise<AssistantTool[]>
}

const MAX_NAME = 64
const HASH_CHARS = 8

export const createAppTools = ({ db, calls }: { db: Database; calls: AppCalls }): AppTools => {
  const usable = async ({ userId, appId, agentId }: ToolScope): Promise<Reviewable | null> => {
    if (appId === null || agentId !== null) return null
    const app = await findApp(db, appId, userId)
    return app !== undefined && app.installedAt !== null && isReviewed(app) ? app : null
  }

  return {
    async toolsFor(scope) {
      const app = await usable(scope)
      if (app === null) return []
      calls.warm(app, scope.userId)
      return createTools(app, calls)
    },
    async describe(scope) {
      const app = await usable(scope)
      return app === null ? null : { name: app.name }
    },
    async allFor(userId) {
      const apps = await findUsableApps(db, userId)
      return apps.filter(isReviewed).flatMap((app) => createTools(app, calls))
    },
  }
}

const createTools = (app: Reviewable, calls: AppCalls): AssistantTool[] =>
  offeredTools(app.tools).map((tool) => ({
    name: namespaced(app.id, tool.name),
    app: { id: app.id, name: app.name },
    ...(tool.title === null ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: tool.inputSchema,
    examples: questionsFor(app, tool.name),
    writes: app.writingTools.includes(tool.name),
    run: async (args, { userId, signal }) => {
      const answer = await calls.call({ userId, appId: app.id, tool: tool.name }, args, signal)
      return { ...answer, source: app.name, at: new Date().toISOString() }
    },
  }))

const questionsFor = ({ suggestedQuestions }: Reviewable, toolName: string): string[] =>
  (suggestedQuestions?.modules ?? [])
    .filter(({ tool }) => tool === toolName)
    .flatMap(({ content, phrases = [] }) => [content, ...phrases])

/** Returns `app__tool`, so an app can't take the name of another app's or a built-in tool. */
const namespaced = (appId: string, toolName: string): string => {
  const name = `${appId}__${toolName.replaceAll('.', '_')}`
  if (name.length <= MAX_NAME) return name
  const hash = createHash('sha256').update(toolName).digest('hex').slice(0, HASH_CHARS)
  return `${name.slice(0, MAX_NAME - HASH_CHARS - 1)}_${hash}`
}
