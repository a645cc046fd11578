import type { ToolChoice } from '#contract/apps/apps.ts'
import { toMcpError, type McpError } from '#server/clients/mcp/mcp-failure.ts'
import { compareTools, hashTools, type ToolDefinition } from '#server/clients/mcp/mcp-tools.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { capReached, inWords, lockUser } from '#server/http/user-caps.ts'
import { oneLine } from '#server/lib/visible-text.ts'
import type { AppCalls } from '#server/modules/apps/connections/app-calls.ts'
import type { AppConnections } from '#server/modules/apps/connections/app-connections.ts'
import { ConnectionClosedError } from '#server/modules/apps/connections/app-connection.ts'
import { recordServerStatus } from '#server/modules/apps/connections/server-repository.ts'
import { appendAudit } from '#server/modules/apps/review/audit-repository.ts'
import { lintTools, MAX_TOOLS, presumedWriting } from '#server/modules/apps/review/tool-lint.ts'
import type { AppAccess, AppCredentials } from '#server/modules/apps/sign-in/app-access.ts'
import type { AppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import type { AppAuth } from '#server/modules/apps/store/app-entry.ts'
import {
  approveApp,
  findApp,
  insertApp,
  markAsksSignIn,
  markInstalled,
  type AppRow,
} from '#server/modules/apps/store/app-repository.ts'
import { NO_SUCH_APP, notInstallable } from '#server/modules/apps/store/app-texts.ts'
import { normalizeAddress, userServerId, userServerEntry, readKey } from './user-server-entry.ts'
import { countUserServers, deleteUserServer, saveToolChoices } from './user-server-repository.ts'

type Services = {
  db: Database
  connections: Pick<AppConnections, 'open'>
  calls: Pick<AppCalls, 'drop'>
  secrets: AppSecrets
  access: Pick<AppAccess, 'open' | 'end'>
  /** False if the operator has switched own servers off. */
  isAllowed: boolean
  maxApps: number
}

type Inspection = {
  tools: readonly ToolDefinition[]
  serverName: string
  serverVersion: string
  protocol: string
  latencyMs: number
}

type Given = {
  url: string
  name?: string | undefined
  authorization?: string | undefined
  header?: string | undefined
}

export type UserServers = ReturnType<typeof createUserServers>

/** Creates the service for servers that users add for themselves. The owner's acceptance replaces the review. */
export const createUserServers = (services: Services) => {
  const { db, connections, calls, secrets, access, isAllowed, maxApps } = services

  const requireServer = async (userId: string, id: string): Promise<AppRow> => {
    const app = await findApp(db, id, userId)
    if (app?.ownerId !== userId) throw new AppError('NOT_FOUND', NO_SUCH_APP)
    return app
  }

  const assertAllowed = (): void => {
    if (!isAllowed) throw new AppError('FORBIDDEN', 'Adding your own servers is switched off here.')
  }

  const assertNotRejected = (app: AppRow | undefined): void => {
    if (app?.auditStatus !== 'rejected') return
    throw new AppError('APP_NOT_APPROVED', notInstallable('rejected'))
  }

  /** Connects and lists the tools. Throws `AppError` if they can't be used. */
  const inspect = async (
    { id, url, auth }: { id: string; url: string; auth: AppAuth | null },
    userId: string,
    credentials: () => Promise<AppCredentials | null>,
  ): Promise<Inspection> => {
    const line = connections.open({
      app: { id, transport: { kind: 'http', url }, auth, asksSignIn: auth === null },
      userId,
      credentials,
    })
    const startedAt = performance.now()
    try {
      const { tools, connection } = await line.list()
      assertUsable(tools)
      return {
        tools,
        serverName: oneLine(connection.server.name, 60),
        serverVersion: oneLine(connection.server.version, 40),
        protocol: connection.protocol,
        latencyMs: Math.round(performance.now() - startedAt),
      }
    } finally {
      await line.close()
    }
  }

  /** Pins the tools as they are now and installs the app. */
  const accept = async (
    tx: Queryable,
    userId: string,
    id: string,
    met: Inspection,
  ): Promise<string> => {
    const pin = hashTools(met.tools)
    await approveApp(tx, id, { tools: met.tools, pin, writingTools: presumedWriting(met.tools) })
    await appendAudit(tx, {
      appId: id,
      isOwn: true,
      event: 'approved',
      status: 'approved',
      actor: 'product',
      note: 'You accepted these tools.',
      pin,
      findings: lintTools(met.tools),
    })
    await recordServerStatus(tx, {
      appId: id,
      status: 'connected',
      protocol: met.protocol,
      serverName: met.serverName,
      serverVersion: met.serverVersion,
      latencyMs: met.latencyMs,
      lastError: null,
    })
    await markInstalled(tx, { userId, appId: id, pin })
    return pin
  }

  const insert = async (
    userId: string,
    entry: ReturnType<typeof userServerEntry>,
    then: (tx: Queryable) => Promise<void>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await countUserServers(tx, userId)) >= maxApps) throw tooMany()
      if (!(await insertApp(tx, entry, userId))) return
      await appendAudit(tx, {
        appId: entry.id,
        isOwn: true,
        event: 'added',
        status: 'pending',
        actor: 'product',
        note: 'You added this server.',
      })
      await then(tx)
    })

  const tooMany = () =>
    capReached(`You have added ${inWords(maxApps)} servers. Remove one you no longer need`)

  const connect = async (userId: string, app: AppRow): Promise<Inspection> => {
    if (app.transport.kind !== 'http') throw new AppError('NOT_FOUND', NO_SUCH_APP)
    const { url } = app.transport
    try {
      return await inspect({ id: app.id, url, auth: app.auth }, userId, () =>
        access.open({ userId, appId: app.id }, url),
      )
    } catch (error) {
      throw explainFailure(error, 'This server cannot be used')
    }
  }

  /** Pins the tools of a server that waited for a sign-in or a key. Does nothing for others. */
  const pinFirst = async (userId: string, id: string): Promise<void> => {
    const app = await findApp(db, id, userId)
    if (app?.ownerId !== userId || app.tools !== null || !isAllowed) return
    assertNotRejected(app)
    const met = await connect(userId, app)
    await db.transaction(async (tx) => {
      await accept(tx, userId, id, met)
    })
  }

  return {
    /** Returns the id of the app. An app of the same address is kept as it is, except for a new key. */
    async add(userId: string, given: Given): Promise<string> {
      assertAllowed()
      const url = normalizeAddress(given.url)
      const id = userServerId(userId, url)
      const key = readKey(given)
      const known = await findApp(db, id, userId)
      assertNotRejected(known)
      const credentials = async () => (key === null ? null : { kind: 'key' as const, key: key.key })
      if (known !== undefined && (known.tools !== null || key === null)) {
        if (known.tools === null) await pinFirst(userId, id).catch(ignoreUnauthorized)
        return id
      }
      if (known === undefined && (await countUserServers(db, userId)) >= maxApps) throw tooMany()
      const auth = key?.auth ?? null
      let met: Inspection
      try {
        met = await inspect({ id, url, auth }, userId, credentials)
      } catch (error) {
        if (!isUnauthorized(error) || key !== null) {
          throw explainFailure(error, 'This server cannot be added')
        }
        // It waits for a sign-in or a key.
        const entry = userServerEntry({ id, url, name: given.name ?? '', auth: null })
        await insert(userId, entry, (tx) => markAsksSignIn(tx, id))
        return id
      }
      if (known !== undefined) await db.transaction((tx) => deleteUserServer(tx, { userId, id }))
      const name = given.name === undefined || given.name === '' ? met.serverName : given.name
      await insert(userId, userServerEntry({ id, url, name, auth }), async (tx) => {
        await accept(tx, userId, id, met)
      })
      if (key !== null) await secrets.write({ userId, appId: id }, { kind: 'key', key: key.key })
      return id
    },

    pinFirst,

    /** Compares the tools with the accepted ones. `pin` accepts exactly the tools that the user has seen. */
    async check(userId: string, id: string, pin: string | undefined) {
      assertAllowed()
      const app = await requireServer(userId, id)
      assertNotRejected(app)
      const met = await connect(userId, app)
      const found = hashTools(met.tools)
      if (pin !== undefined && pin !== found) {
        throw new AppError('CONFLICT', 'The tools changed again. Check them once more.')
      }
      const isCurrent = app.pin === found && app.auditStatus === 'approved'
      const isAccepted = !isCurrent && (pin === found || app.tools === null || app.pin === found)
      if (isAccepted) {
        await db.transaction(async (tx) => {
          await accept(tx, userId, id, met)
        })
        await calls.drop(app, userId)
      }
      return {
        pin: found,
        is_current: isCurrent || isAccepted,
        latency_ms: met.latencyMs,
        changes: app.tools === null ? [] : compareTools(app.tools, met.tools),
        findings: lintTools(met.tools),
      }
    },

    async remove(userId: string, id: string): Promise<void> {
      const app = await requireServer(userId, id)
      const secret = await secrets.read({ userId, appId: id })
      await db.transaction((tx) => deleteUserServer(tx, { userId, id }))
      await calls.drop(app, userId, new ConnectionClosedError('the app was removed'))
      access.end(id, secret)
    },

    async choose(
      userId: string,
      id: string,
      given: Readonly<Record<string, ToolChoice>>,
    ): Promise<void> {
      const app = await findApp(db, id, userId)
      if (app === undefined || app.installedAt === null) {
        throw new AppError('NOT_FOUND', NO_SUCH_APP)
      }
      const names = new Set((app.tools ?? []).map(({ name }) => name))
      const entries = Object.entries(given)
      const unknown = entries.find(([name]) => !names.has(name))
      if (unknown !== undefined) throw invalidChoice('names a tool that the app does not have')
      if (
        entries.some(([name, choice]) => choice === 'always' && app.writingTools.includes(name))
      ) {
        throw invalidChoice('a tool that changes something always asks')
      }
      const choices = Object.fromEntries([...Object.entries(app.toolChoices), ...entries])
      await saveToolChoices(db, { userId, appId: id, choices: known(choices, names) })
    },
  }
}

const known = (
  choices: Readonly<Record<string, ToolChoice | undefined>>,
  names: ReadonlySet<string>,
): Record<string, ToolChoice> =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([name, choice]) =>
      names.has(name) && choice !== undefined ? [[name, choice]] : [],
    ),
  )

const invalidChoice = (reason: string): AppError =>
  new AppError('VALIDATION_FAILED', `choices: ${reason}`, { fields: { choices: reason } })

class UnusableTools extends Error {}

const MAX_TOOLS_CHARS = 256_000

const assertUsable = (tools: readonly ToolDefinition[]): void => {
  if (JSON.stringify(tools).length > MAX_TOOLS_CHARS) {
    throw new UnusableTools('its list of tools is longer than is accepted')
  }
  if (tools.length > MAX_TOOLS) {
    throw new UnusableTools(`it offers ${inWords(tools.length)} tools, more than ${MAX_TOOLS}`)
  }
  const fault = lintTools(tools).find(({ severity }) => severity === 'block')
  if (fault === undefined) return
  throw new UnusableTools(
    fault.tool === null ? `it ${fault.text}` : `its tool “${fault.tool}” ${fault.text}`,
  )
}

const isUnauthorized = (error: unknown): boolean =>
  !(error instanceof UnusableTools) && toMcpError(error).reason === 'unauthorized'

const ignoreUnauthorized = (error: unknown): void => {
  const isWaiting = error instanceof AppError && error.fields?.['authorization'] !== undefined
  if (!isWaiting) throw error
}

const explainFailure = (error: unknown, what: string): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof UnusableTools) {
    return new AppError('APP_NOT_APPROVED', `${what}: ${error.message}.`)
  }
  const failure: McpError = toMcpError(error)
  const { reason, message } = failure
  if (reason === 'not_allowed') {
    return new AppError(
      'ADDRESS_NOT_ALLOWED',
      `${what}: its address is not on the public internet.`,
    )
  }
  const fields = reason === 'unauthorized' ? { authorization: message } : { url: message }
  return new AppError('APP_UNREACHABLE', `${what}: ${message}.`, { cause: failure, fields })
}
