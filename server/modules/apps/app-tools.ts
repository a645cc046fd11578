import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { isMentioned } from '#server/lib/text/mentions.ts'
import { formatToolName } from '#server/lib/text/tool-name.ts'
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
import {
  findApp,
  findStoreApps,
  findUsableApps,
  type AppRow,
} from '#server/modules/apps/store/app-repository.ts'
import { chooseForTool } from '#server/modules/apps/user-servers/tool-choices.ts'
import { selectOfferedTools, findSuspicion } from '#server/modules/apps/review/tool-lint.ts'

export type AppTools = ToolProvider & {
  describe(scope: ToolScope): Promise<ScopeDescription | null>
  listAll(userId: string): Promise<AssistantTool[]>
  /** Returns the named tools that belong to an app of the store, in the given order. */
  listStoreTools(userId: string, names: readonly string[]): Promise<StoreTool[]>
}

export type StoreTool = Pick<AssistantTool, 'name' | 'title' | 'description' | 'writes' | 'app'> & {
  isInstalled: boolean
}

const MAX_NAME = 64
const HASH_CHARS = 8

type Settings = {
  db: Database
  calls: AppCalls
  /** False if the operator has switched users' own servers off. */
  allowsUserApps: boolean
}

/** Creates the provider of the tools of installed apps. Apps that users added are left out while `allowsUserApps` is false. */
export const createAppTools = ({ db, calls, allowsUserApps }: Settings): AppTools => {
  const isUsable = (app: AppRow): app is Reviewable =>
    app.installedAt !== null && isReviewed(app) && (app.ownerId === null || allowsUserApps)

  const findUsable = async ({ userId, appId, agentId }: ToolScope): Promise<Reviewable | null> => {
    if (appId === null || agentId !== null) return null
    const app = await findApp(db, appId, userId)
    return app !== undefined && isUsable(app) ? app : null
  }

  return {
    async listTools(scope) {
      const { mentions = [] } = scope
      if (scope.appId === null && mentions.length > 0) {
        const all = (await findUsableApps(db, scope.userId)).filter(isUsable)
        const mentioned = all.filter(({ name, id }) =>
          [name, id].some((each) => isMentioned(each, mentions)),
        )
        for (const app of mentioned) calls.warm(app, scope.userId)
        return mentioned.flatMap((app) => createTools(app, calls))
      }
      const app = await findUsable(scope)
      if (app === null) return []
      calls.warm(app, scope.userId)
      return createTools(app, calls)
    },
    async describe(scope) {
      const app = await findUsable(scope)
      return app === null ? null : { name: app.name }
    },
    async listAll(userId) {
      const apps = await findUsableApps(db, userId)
      return apps.filter(isUsable).flatMap((app) => createTools(app, calls))
    },
    async listStoreTools(userId, names) {
      const ids = [...new Set(names.map(parseAppId))]
      const apps = (await findStoreApps(db, { ids, userId })).filter(isReviewed)
      const tools = apps.flatMap((app) =>
        createTools(app, calls).map((tool) => ({ ...tool, isInstalled: app.installedAt !== null })),
      )
      const byName = new Map(tools.map((tool) => [tool.name, tool]))
      return names.flatMap((name) => byName.get(name) ?? [])
    },
  }
}

const createTools = (app: Reviewable, calls: AppCalls): AssistantTool[] =>
  selectChosenTools(app).map(({ tool, isAsking }) => ({
    name: addNamespace(app.id, tool.name),
    app: { id: app.id, name: app.name },
    title: tool.title ?? formatToolName(`${app.id}${SEPARATOR}${tool.name}`),
    description: tool.description,
    inputSchema: tool.inputSchema,
    examples: findQuestions(app, tool.name),
    writes: app.writingTools.includes(tool.name),
    ...(isAsking ? { asksFirst: true } : {}),
    run: async (args, { userId, signal }) => {
      const answer = await calls.call({ userId, appId: app.id, tool: tool.name }, args, signal)
      return { ...answer, source: app.name, at: new Date().toISOString() }
    },
  }))

/** Leaves out blocked tools. Hides suspicious texts of users' own servers from models. */
const selectChosenTools = (app: Reviewable) => {
  const defined = new Map(app.tools.map((tool) => [tool.name, tool]))
  return selectOfferedTools(app.tools).flatMap((tool) => {
    const choice = chooseForTool(app, defined.get(tool.name) ?? tool)
    if (choice === 'block') return []
    const isSuspicious =
      app.ownerId !== null && findSuspicion(defined.get(tool.name) ?? tool) !== null
    const shown = isSuspicious
      ? { ...tool, title: null, description: `A tool of ${app.name}` }
      : tool
    return [{ tool: shown, isAsking: choice === 'ask' }]
  })
}

const findQuestions = ({ suggestedQuestions }: Reviewable, toolName: string): string[] =>
  (suggestedQuestions?.modules ?? [])
    .filter(({ tool }) => tool === toolName)
    .flatMap(({ content, phrases = [] }) => [content, ...phrases])

const SEPARATOR = '__'

/** Returns the app of a tool that `addNamespace` named. */
const parseAppId = (name: string): string => name.split(SEPARATOR, 1)[0] ?? name

/** Returns `app__tool`, so an app can't take the name of another app's or a built-in tool. */
const addNamespace = (appId: string, toolName: string): string => {
  const name = `${appId}${SEPARATOR}${toolName.replaceAll('.', '_')}`
  if (name.length <= MAX_NAME) return name
  const hash = createHash('sha256').update(toolName).digest('hex').slice(0, HASH_CHARS)
  return `${name.slice(0, MAX_NAME - HASH_CHARS - 1)}_${hash}`
}
