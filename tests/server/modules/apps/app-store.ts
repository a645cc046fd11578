import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { createBuiltinServers } from '#server/mcp-servers/builtin-servers.ts'
import { AppEntry } from '#server/modules/apps/store/app-entry.ts'
import { registerAppRoutes } from '#server/modules/apps/apps-routes.ts'
import { createApps, type Apps, type AppsSettings } from '#server/modules/apps/apps.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import {
  TEST_ORIGIN,
  TEST_SECRET,
  testServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/server.ts'

export type AppStore = TestServer & { apps: Apps; failures: unknown[] }

type StoreOptions = Pick<TestServerOptions, 'rpcUrl' | 'modules'> & {
  /** `host:port` of the tests' own servers. */
  allow?: string[]
  /** As `allow`, for users' own servers; the same by default. */
  userAllow?: string[]
  settings?: Partial<AppsSettings>
}

const outbound = (allow: string[] = []) => ({ fetch: createGuardedFetch({ allow }), allow })

/** The store's calls on a fresh database with the product's own list in it. */
export async function appStore(options: StoreOptions = {}): Promise<AppStore> {
  const failures: unknown[] = []
  let apps: Apps | undefined
  const server = await testServer({
    ...(options.rpcUrl === undefined ? {} : { rpcUrl: options.rpcUrl }),
    modules: (parts) => {
      const made = createApps({
        db: parts.db,
        clientName: 'SolDesk',
        outbound: outbound(options.allow),
        userOutbound: outbound(options.userAllow ?? options.allow),
        origin: TEST_ORIGIN,
        builtins: createBuiltinServers({
          db: parts.db,
          rpc: parts.rpc,
          network: 'localnet',
          price: null,
          now: Date.now,
        }),
        secrets: [TEST_SECRET],
        onError: (error) => failures.push(error),
        ...options.settings,
      })
      apps = made
      return [(app) => registerAppRoutes(app, made), ...(options.modules?.(parts) ?? [])]
    },
  })
  if (apps === undefined) throw new Error('no apps')
  const made = apps
  await made.seed()
  return {
    ...server,
    apps: made,
    failures,
    close: async () => {
      await made.close()
      await server.close()
    },
  }
}

export const EXPLORER = 'solana-explorer'

/** An entry for a server of the tests. */
export const entry = (values: Partial<AppEntry> & Pick<AppEntry, 'id' | 'transport'>): AppEntry =>
  AppEntry.parse({
    name: values.id,
    description: 'An app of the tests',
    category: 'defi',
    publisher: 'Tests',
    ...values,
  })

/** The tools that a chat of the app has. */
export const toolsOf = (
  { apps }: Pick<AppStore, 'apps'>,
  userId: string,
  appId: string,
): Promise<readonly AssistantTool[]> => apps.tools.listTools({ userId, appId, agentId: null })

export const runTool = async (
  store: Pick<AppStore, 'apps'>,
  {
    userId,
    appId,
    tool,
    args = {},
    signal,
  }: {
    userId: string
    appId: string
    tool: string
    args?: Record<string, unknown>
    signal?: AbortSignal
  },
) => {
  const tools = await toolsOf(store, userId, appId)
  const found = tools.find(({ name }) => name === `${appId}__${tool}`)
  if (found === undefined)
    throw new Error(`no tool ${tool} among ${tools.map(({ name }) => name).join(', ')}`)
  return found.run(args, {
    userId,
    chatId: 'chat',
    callId: 'call',
    signal: signal ?? new AbortController().signal,
  })
}
