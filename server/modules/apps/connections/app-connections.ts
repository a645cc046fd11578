import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import {
  MCP_DEADLINES,
  type McpConnection,
  type McpDeadlines,
  type McpTarget,
} from '#server/clients/mcp/mcp-connection.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import type { AppCredentials } from '#server/modules/apps/sign-in/app-access.ts'
import { resolveReviewAuth } from '#server/modules/apps/sign-in/app-auth.ts'
import type { AppAuth, AppTransport } from '#server/modules/apps/store/app-entry.ts'
import { createAppConnection, type AppConnection } from './app-connection.ts'

/** `clientId` is the user of the call; without one, the product itself makes it. */
type BuiltinServer = {
  fetch: (
    request: Request,
    options?: { authInfo?: { token: string; clientId: string; scopes: string[] } },
  ) => Promise<Response>
}
export type BuiltinServers = Readonly<Record<string, BuiltinServer>>

export type ConnectionSettings = {
  clientName: string
  fetchFor: (appId: string) => GuardedFetch
  builtins: BuiltinServers
  now?: () => number
  deadlines?: McpDeadlines
}

type ReachableApp = {
  id: string
  transport: AppTransport
  auth: AppAuth | null
  asksSignIn: boolean
}

type ConnectionRequest = {
  app: ReachableApp
  /** Null for requests of the product itself. */
  userId: string | null
  credentials: () => Promise<AppCredentials | null>
  /** Called after each connect, with its duration in milliseconds. */
  onConnect?: (connection: McpConnection, latencyMs: number) => void
}

export type AppConnections = ReturnType<typeof createAppConnections>

const IDLE_MS = MINUTE_MS
const SWEEP_MS = 10_000
const MAX_CONNECTIONS = 200

/** Creates the pool of connections: one per user and app, because servers may keep per-session state. Idle ones are closed. */
export const createAppConnections = (settings: ConnectionSettings) => {
  const { clientName, fetchFor, builtins, now = Date.now, deadlines = MCP_DEADLINES } = settings
  const pool = new Map<string, { appId: string; connection: AppConnection }>()

  const open = (request: ConnectionRequest): AppConnection =>
    createAppConnection({
      clientName,
      now,
      deadlines,
      target: () => resolveTarget(request, { fetchFor, builtins }),
      ...(request.onConnect === undefined ? {} : { onConnect: request.onConnect }),
    })

  const sweep = () => {
    const idle = [...pool].filter(([, { connection }]) => !connection.isBusy)
    const old = idle.filter(([, { connection }]) => now() - connection.lastUsed > IDLE_MS)
    const surplus = idle
      .toSorted(([, a], [, b]) => a.connection.lastUsed - b.connection.lastUsed)
      .slice(0, Math.max(0, pool.size - MAX_CONNECTIONS))
    for (const [key, { connection }] of [...old, ...surplus]) {
      pool.delete(key)
      void connection.close()
    }
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()

  const closeWhere = async (matches: (key: string, appId: string) => boolean, reason?: Error) => {
    const matching = [...pool].filter(([key, { appId }]) => matches(key, appId))
    for (const [key] of matching) pool.delete(key)
    await Promise.all(matching.map(([, { connection }]) => connection.close(reason)))
  }

  return {
    /** Returns the user's connection to the app. Later calls share it. */
    get(request: ConnectionRequest): AppConnection {
      const key = toKey(request.app, request.userId)
      const known = pool.get(key)
      if (known !== undefined) return known.connection
      const connection = open(request)
      pool.set(key, { appId: request.app.id, connection })
      if (pool.size > MAX_CONNECTIONS) sweep()
      return connection
    },

    /** Opens a connection that the caller closes. */
    open,

    /** Closes the app's connections of one user, or of all. Running calls fail with `reason`. */
    drop: (app: ReachableApp, userId?: string, reason?: Error): Promise<void> =>
      closeWhere(
        (key, appId) => (userId === undefined ? appId === app.id : key === toKey(app, userId)),
        reason,
      ),

    async close() {
      clearInterval(timer)
      await closeWhere(() => true)
    },
  }
}

const toKey = ({ id }: ReachableApp, userId: string | null): string => `${id} ${userId ?? ''}`

const resolveTarget = async (
  { app, userId, credentials }: ConnectionRequest,
  { fetchFor, builtins }: Pick<ConnectionSettings, 'fetchFor' | 'builtins'>,
): Promise<{ target: McpTarget; hasSecret: boolean }> => {
  const { transport } = app
  switch (transport.kind) {
    case 'builtin':
      return { target: createBuiltinTarget(builtins, transport.name, userId), hasSecret: false }
    case 'stdio': {
      const { command, args } = transport
      return { target: { kind: 'stdio', command, args }, hasSecret: false }
    }
    case 'http': {
      const given = await credentials()
      const { header, prefix } = resolveReviewAuth(app)
      return {
        target: {
          kind: 'http',
          url: transport.url,
          headers: given?.kind === 'key' ? { [header]: `${prefix}${given.key}` } : {},
          access: given?.kind === 'grant' ? given.access : null,
          fetch: fetchFor(app.id),
        },
        hasSecret: given !== null,
      }
    }
  }
}

/** Returns the built-in server, which speaks the same protocol. The host of the URL is never resolved. */
const createBuiltinTarget = (
  builtins: BuiltinServers,
  name: string,
  userId: string | null,
): McpTarget => {
  const server = builtins[name]
  if (server === undefined) throw new Error(`the product has no app server ${name}`)
  return {
    kind: 'http',
    url: 'http://localhost/mcp',
    headers: {},
    fetch: (url, { method = 'GET', headers, body, signal } = {}) =>
      server.fetch(
        new Request(url, {
          method,
          ...(headers === undefined ? {} : { headers }),
          ...(typeof body === 'string' ? { body } : {}),
          ...(signal === undefined ? {} : { signal }),
        }),
        userId === null ? {} : { authInfo: { token: '', clientId: userId, scopes: [] } },
      ),
  }
}
