import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import {
  MCP_DEADLINES,
  type McpConnection,
  type McpDeadlines,
  type McpTarget,
} from '#server/clients/mcp/mcp-connection.ts'
import type { AppCredentials } from '#server/modules/apps/sign-in/app-access.ts'
import { authForReview } from '#server/modules/apps/sign-in/app-auth.ts'
import type { AppAuth, AppTransport } from '#server/modules/apps/store/app-entry.ts'
import { createAppConnection, type AppConnection } from './app-connection.ts'

/** `clientId` is the user of the call; without one, the product itself asks. */
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

type Reached = { id: string; transport: AppTransport; auth: AppAuth | null; asksSignIn: boolean }
type Line = {
  app: Reached
  /** Null for requests of the product itself. */
  userId: string | null
  credentials: () => Promise<AppCredentials | null>
  onMet?: (connection: McpConnection, latencyMs: number) => void
}

export type AppConnections = ReturnType<typeof createAppConnections>

const IDLE_MS = 60_000
const SWEEP_MS = 10_000
const MAX_LINES = 200

/** One connection per user and app, because servers may keep per-session state. Idle ones are closed. */
export const createAppConnections = (settings: ConnectionSettings) => {
  const { clientName, fetchFor, builtins, now = Date.now, deadlines = MCP_DEADLINES } = settings
  const lines = new Map<string, { appId: string; line: AppConnection }>()
  let scratch: Promise<string> | null = null

  const scratchDir = async (): Promise<string> => {
    scratch ??= mkdtemp(path.join(tmpdir(), 'app-server-'))
    const folder = await mkdtemp(path.join(await scratch, 'home-'))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  const resolveTarget = async ({
    app,
    userId,
    credentials,
  }: Line): Promise<{ target: McpTarget; hasSecret: boolean }> => {
    const { transport } = app
    switch (transport.kind) {
      case 'builtin':
        return { target: builtinTarget(builtins, transport.name, userId), hasSecret: false }
      case 'stdio': {
        const { command, args } = transport
        const target = { kind: 'stdio' as const, command, args, scratchDir: await scratchDir() }
        return { target, hasSecret: false }
      }
      case 'http': {
        const given = await credentials()
        const { header, prefix } = authForReview(app)
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

  const open = (line: Line): AppConnection =>
    createAppConnection({
      clientName,
      now,
      deadlines,
      target: () => resolveTarget(line),
      ...(line.onMet === undefined ? {} : { onMet: line.onMet }),
    })

  const sweep = () => {
    const idle = [...lines].filter(([, { line }]) => !line.isBusy)
    const old = idle.filter(([, { line }]) => now() - line.lastUsed > IDLE_MS)
    const surplus = idle
      .toSorted(([, a], [, b]) => a.line.lastUsed - b.line.lastUsed)
      .slice(0, Math.max(0, lines.size - MAX_LINES))
    for (const [key, { line }] of [...old, ...surplus]) {
      lines.delete(key)
      void line.close()
    }
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()

  const closeWhere = async (isMeant: (key: string, appId: string) => boolean, reason?: Error) => {
    const meant = [...lines].filter(([key, { appId }]) => isMeant(key, appId))
    for (const [key] of meant) lines.delete(key)
    await Promise.all(meant.map(([, { line }]) => line.close(reason)))
  }

  return {
    line(line: Line): AppConnection {
      const key = toKey(line.app, line.userId)
      const known = lines.get(key)
      if (known !== undefined) return known.line
      const made = open(line)
      lines.set(key, { appId: line.app.id, line: made })
      if (lines.size > MAX_LINES) sweep()
      return made
    },

    open,

    drop: (app: Reached, userId?: string, reason?: Error): Promise<void> =>
      closeWhere(
        (key, appId) => (userId === undefined ? appId === app.id : key === toKey(app, userId)),
        reason,
      ),

    async close() {
      clearInterval(timer)
      await closeWhere(() => true)
      if (scratch !== null) await rm(await scratch, { recursive: true, force: true })
    },
  }
}

const toKey = ({ id }: Reached, userId: string | null): string => `${id} ${userId ?? ''}`

/** Connects to the built-in server through the same protocol; the host in the URL is never resolved. */
const builtinTarget = (
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
