import { toMcpError } from '#server/clients/mcp/mcp-failure.ts'
import type { McpConnection } from '#server/clients/mcp/mcp-connection.ts'
import type { Database } from '#server/db/database.ts'
import type { AppAccess } from '#server/modules/apps/sign-in/app-access.ts'
import { canSignIn } from '#server/modules/apps/sign-in/app-auth.ts'
import type { AppConnection } from './app-connection.ts'
import type { AppConnections } from './app-connections.ts'
import { CircuitOpenError, ConnectionClosedError, ToolsChanged } from './connection-errors.ts'
import { findApp, markAsksSignIn, type AppRow } from '#server/modules/apps/store/app-repository.ts'
import type { AppReview } from '#server/modules/apps/review/app-review.ts'
import { recordConnected, recordServerStatus } from './server-repository.ts'
import { renderError, renderResult } from './tool-text.ts'

type Services = {
  db: Database
  connections: AppConnections
  review: Pick<AppReview, 'suspendChanged'>
  access: Pick<AppAccess, 'open' | 'listSecrets'>
  /** False if the operator disabled users' own servers. */
  allowsUserApps: boolean
  onError: (error: unknown) => void
}

export type ToolAnswer = { text: string; structured?: unknown; isError?: boolean }
export type Reviewable = AppRow & { pin: string; tools: NonNullable<AppRow['tools']> }

/** Returns true if an operator approved the app, so that its tools and their pin are known. */
export const isReviewed = (app: AppRow): app is Reviewable =>
  app.auditStatus === 'approved' && app.pin !== null && app.tools !== null

export type AppCalls = ReturnType<typeof createAppCalls>

export const createAppCalls = (services: Services) => {
  const { connections, access, allowsUserApps, onError } = services
  const records = createConnectRecords(services)
  const fail = (app: AppRow, error: unknown) => handleFailure(services, records, app, error)

  const getConnection = (app: AppRow, userId: string): AppConnection =>
    connections.get({
      app,
      userId,
      credentials: async () =>
        app.transport.kind === 'http'
          ? access.open({ userId, appId: app.id }, app.transport.url)
          : null,
      onConnect: records.onConnect(app),
    })

  return {
    async verify(
      app: Reviewable,
      userId: string,
    ): Promise<{ ok: true; protocol: string } | { ok: false; text: string; needsKey: boolean }> {
      try {
        const { protocol } = await getConnection(app, userId).verify(app)
        return { ok: true, protocol }
      } catch (error) {
        const needsKey = toMcpError(error).reason === 'unauthorized'
        return { ok: false, text: await fail(app, error), needsKey }
      }
    },

    /** Connects in the background, ahead of the first call. */
    warm(app: Reviewable, userId: string): void {
      getConnection(app, userId)
        .verify(app)
        .catch((error: unknown) => fail(app, error))
        .catch(onError)
    },

    /** Compares a server's tools with the reviewed ones, without a user. Skips users' servers if they are disabled. */
    async check(app: Reviewable): Promise<void> {
      if (app.ownerId === null || allowsUserApps) await checkServer(services, records, app)
    },

    /** Calls a reviewed tool of an installed app. Failures of the server are returned as the result. */
    async call(
      { userId, appId, tool }: { userId: string; appId: string; tool: string },
      args: Readonly<Record<string, unknown>>,
      signal: AbortSignal,
    ): Promise<ToolAnswer> {
      const app = await findApp(services.db, appId, userId)
      const isSwitchedOff = app?.ownerId !== null && !allowsUserApps
      if (app === undefined || app.installedAt === null || !isReviewed(app) || isSwitchedOff) {
        return { text: 'This app is not installed, or isn’t available right now.', isError: true }
      }
      const before = await access.listSecrets({ userId, appId })
      // The call may refresh the token that it sends.
      const listSecrets = async () => [...before, ...(await access.listSecrets({ userId, appId }))]
      try {
        const result = await getConnection(app, userId).call(app, { name: tool, args, signal })
        const shown = renderResult(result, await listSecrets())
        return result.isError ? { ...shown, isError: true } : shown
      } catch (error) {
        if (signal.aborted) throw error
        const { reason, serverText } = toMcpError(error)
        const text =
          reason === 'answer' && serverText !== null
            ? `${app.name} answered with an error: ${renderError(serverText, await listSecrets())}`
            : `${app.name}: ${await fail(app, error)}.`
        return { text, isError: true }
      }
    },

    drop: (app: AppRow, userId: string, reason?: Error): Promise<void> =>
      connections.drop(app, userId, reason),
  }
}

type ConnectRecords = ReturnType<typeof createConnectRecords>

/** Stores the outcome of each connect in the background. */
const createConnectRecords = ({ db, onError }: Pick<Services, 'db' | 'onError'>) => {
  let recording: Promise<unknown> = Promise.resolve()
  return {
    onConnect: (app: AppRow) => (connection: McpConnection, latencyMs: number) => {
      const record = recordConnected(db, app.id, connection, latencyMs).catch(onError)
      // `Promise.all` would keep the results of all earlier writes.
      recording = recording.then(() => record)
    },
    /** Resolves when all records so far are stored. */
    waitUntilStored: () => recording,
  }
}

const checkServer = async (
  services: Services,
  records: ConnectRecords,
  app: Reviewable,
): Promise<void> => {
  const connection = services.connections.open({
    app,
    userId: null,
    credentials: async () => null,
    onConnect: records.onConnect(app),
  })
  try {
    await connection.verify(app)
  } catch (error) {
    await handleFailure(services, records, app, error)
  } finally {
    await connection.close()
  }
}

/** Returns a message for the user. Changed tools suspend the app. */
const handleFailure = async (
  { db, connections, review }: Services,
  records: ConnectRecords,
  app: AppRow,
  error: unknown,
): Promise<string> => {
  await records.waitUntilStored()
  if (error instanceof ToolsChanged) {
    await review.suspendChanged(app, error)
    await connections.drop(app, undefined, error)
    return app.ownerId === null
      ? `${error.message}; it is suspended until it has been reviewed again`
      : `${error.message}; it is suspended until you check them in the App Store`
  }
  if (error instanceof CircuitOpenError || error instanceof ConnectionClosedError)
    return error.message
  const { reason, message } = toMcpError(error)
  if (reason === 'unauthorized') {
    await markAsksSignIn(db, app.id)
    if (canSignIn({ ...app, asksSignIn: true })) {
      return `it asks you to sign in. Open ${app.name} in the App Store and choose “Sign in”`
    }
  }
  // A missing key is one user's matter and says nothing about the server.
  if (reason !== 'unauthorized' && reason !== 'answer') {
    await recordServerStatus(db, { appId: app.id, status: 'failed', lastError: message })
  }
  return message
}
