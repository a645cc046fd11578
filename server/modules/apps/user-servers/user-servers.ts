import { formatNumber } from '#contract/numbers.ts'
import type { ToolChoice } from '#contract/apps/apps.ts'
import { compareTools, hashTools } from '#server/clients/mcp/mcp-tools.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError, createFieldError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import type { AppCalls } from '#server/modules/apps/connections/app-calls.ts'
import type { AppConnections } from '#server/modules/apps/connections/app-connections.ts'
import { ConnectionClosedError } from '#server/modules/apps/connections/connection-errors.ts'
import { recordServerStatus } from '#server/modules/apps/connections/server-repository.ts'
import { appendAudit } from '#server/modules/apps/review/audit-repository.ts'
import { lintTools, guessWritingTools } from '#server/modules/apps/review/tool-lint.ts'
import type { AppAccess } from '#server/modules/apps/sign-in/app-access.ts'
import type { AppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import {
  approveApp,
  findApp,
  insertApp,
  markAsksSignIn,
  markInstalled,
  type AppRow,
} from '#server/modules/apps/store/app-repository.ts'
import { NO_SUCH_APP, describeRefusal } from '#server/modules/apps/store/app-texts.ts'
import { explainFailure, inspectServer, isUnauthorized, type Inspection } from './inspect-server.ts'
import {
  normalizeAddress,
  readKey,
  createUserServerEntry,
  deriveUserServerId,
} from './user-server-entry.ts'
import { countUserServers, deleteUserServer, saveToolChoices } from './user-server-repository.ts'

type Services = {
  db: Database
  connections: Pick<AppConnections, 'open'>
  calls: Pick<AppCalls, 'drop'>
  secrets: AppSecrets
  access: Pick<AppAccess, 'open' | 'end'>
  /** False if the operator disabled users' own servers. */
  isAllowed: boolean
  /** Maximum number of own servers per user. */
  maxApps: number
}

type Given = {
  url: string
  name?: string | undefined
  authorization?: string | undefined
  /** Name of the header for the key. Default: `Authorization`. */
  header?: string | undefined
}

export type UserServers = ReturnType<typeof createUserServers>

/** Creates the service for servers that users add for themselves. The owner's acceptance replaces the review. */
export const createUserServers = (services: Services) => {
  const { db, calls, secrets, access } = services

  const requireServer = async (userId: string, id: string): Promise<AppRow> => {
    const app = await findApp(db, id, userId)
    if (app?.ownerId !== userId) throw new AppError('NOT_FOUND', NO_SUCH_APP)
    return app
  }

  return {
    /** Returns the id of the app. An existing app with the same address only gets the new key. */
    add: (userId: string, given: Given): Promise<string> => addServer(services, userId, given),

    /** Pins the tools of a server that waited for a sign-in or a key. Does nothing for others. */
    pinFirst: (userId: string, id: string): Promise<void> => pinFirst(services, userId, id),

    /** Compares the tools with the accepted ones. `pin` accepts exactly the tools that the user has seen. */
    async check(userId: string, id: string, pin: string | undefined) {
      assertAllowed(services)
      const app = await requireServer(userId, id)
      assertNotRejected(app)
      const found = await inspectApp(services, userId, app)
      const foundPin = hashTools(found.tools)
      if (pin !== undefined && pin !== foundPin) {
        throw new AppError('CONFLICT', 'The tools changed again. Check them once more.')
      }
      const isCurrent = app.pin === foundPin && app.auditStatus === 'approved'
      const isAccepted =
        !isCurrent && (pin === foundPin || app.tools === null || app.pin === foundPin)
      if (isAccepted) {
        await db.transaction((tx) => acceptTools(tx, userId, id, found))
        await calls.drop(app, userId)
      }
      return {
        pin: foundPin,
        is_current: isCurrent || isAccepted,
        latency_ms: found.latencyMs,
        changes: app.tools === null ? [] : compareTools(app.tools, found.tools),
        findings: lintTools(found.tools),
      }
    },

    async remove(userId: string, id: string): Promise<void> {
      const app = await requireServer(userId, id)
      const secret = await secrets.read({ userId, appId: id })
      await db.transaction((tx) => deleteUserServer(tx, { userId, id }))
      await calls.drop(app, userId, new ConnectionClosedError('the app was removed'))
      access.end(id, secret)
    },

    /** Stores for some tools whether they ask, always run or are blocked. */
    async choose(
      userId: string,
      id: string,
      given: Readonly<Record<string, ToolChoice>>,
    ): Promise<void> {
      const app = await findApp(db, id, userId)
      if (app === undefined || app.installedAt === null) {
        throw new AppError('NOT_FOUND', NO_SUCH_APP)
      }
      await saveToolChoices(db, { userId, appId: id, choices: mergeChoices(app, given) })
    },
  }
}

const assertAllowed = ({ isAllowed }: Services): void => {
  if (!isAllowed) throw new AppError('FORBIDDEN', 'Adding your own servers is switched off here.')
}

const assertNotRejected = (app: AppRow | undefined): void => {
  if (app?.auditStatus !== 'rejected') return
  throw new AppError('APP_NOT_APPROVED', describeRefusal('rejected'))
}

const addServer = async (services: Services, userId: string, given: Given): Promise<string> => {
  const { db, connections, secrets, maxApps } = services
  assertAllowed(services)
  const url = normalizeAddress(given.url)
  const id = deriveUserServerId(userId, url)
  const key = readKey(given)
  const known = await findApp(db, id, userId)
  assertNotRejected(known)
  if (known !== undefined && (known.tools !== null || key === null)) {
    if (known.tools === null) await pinFirst(services, userId, id).catch(ignoreUnauthorized)
    return id
  }
  if (known === undefined && (await countUserServers(db, userId)) >= maxApps) {
    throw tooMany(maxApps)
  }
  const auth = key?.auth ?? null
  let found: Inspection
  try {
    found = await inspectServer(connections, { id, url, auth, userId }, async () =>
      key === null ? null : { kind: 'key', key: key.key },
    )
  } catch (error) {
    if (!isUnauthorized(error) || key !== null) {
      throw explainFailure(error, 'This server cannot be added')
    }
    // It waits for a sign-in or a key.
    const entry = createUserServerEntry({ id, url, name: given.name ?? '', auth: null })
    await insertServer(services, userId, entry, (tx) => markAsksSignIn(tx, id))
    return id
  }
  if (known !== undefined) await db.transaction((tx) => deleteUserServer(tx, { userId, id }))
  const name = given.name === undefined || given.name === '' ? found.serverName : given.name
  const entry = createUserServerEntry({ id, url, name, auth })
  await insertServer(services, userId, entry, (tx) => acceptTools(tx, userId, id, found))
  if (key !== null) await secrets.write({ userId, appId: id }, { kind: 'key', key: key.key })
  return id
}

const pinFirst = async (services: Services, userId: string, id: string): Promise<void> => {
  const { db, isAllowed } = services
  const app = await findApp(db, id, userId)
  if (app?.ownerId !== userId || app.tools !== null || !isAllowed) return
  assertNotRejected(app)
  const found = await inspectApp(services, userId, app)
  await db.transaction((tx) => acceptTools(tx, userId, id, found))
}

const inspectApp = async (
  { connections, access }: Services,
  userId: string,
  { id, transport, auth }: AppRow,
): Promise<Inspection> => {
  if (transport.kind !== 'http') throw new AppError('NOT_FOUND', NO_SUCH_APP)
  const { url } = transport
  try {
    return await inspectServer(connections, { id, url, auth, userId }, () =>
      access.open({ userId, appId: id }, url),
    )
  } catch (error) {
    throw explainFailure(error, 'This server cannot be used')
  }
}

const insertServer = async (
  { db, maxApps }: Services,
  userId: string,
  entry: ReturnType<typeof createUserServerEntry>,
  then: (tx: Queryable) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await countUserServers(tx, userId)) >= maxApps) throw tooMany(maxApps)
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

const tooMany = (maxApps: number) =>
  createCapError(`You have added ${formatNumber(maxApps)} servers. Remove one you no longer need`)

const acceptTools = async (
  tx: Queryable,
  userId: string,
  appId: string,
  { tools, ...server }: Inspection,
): Promise<void> => {
  const pin = hashTools(tools)
  await approveApp(tx, appId, { tools, pin, writingTools: guessWritingTools(tools) })
  await appendAudit(tx, {
    appId,
    isOwn: true,
    event: 'approved',
    status: 'approved',
    actor: 'product',
    note: 'You accepted these tools.',
    pin,
    findings: lintTools(tools),
  })
  await recordServerStatus(tx, { appId, status: 'connected', ...server, lastError: null })
  await markInstalled(tx, { userId, appId, pin })
}

/** Merges the choices, without tools that the app no longer has. Throws for a tool that it does not have. */
const mergeChoices = (
  { tools, toolChoices, writingTools }: AppRow,
  given: Readonly<Record<string, ToolChoice>>,
): Record<string, ToolChoice> => {
  const names = new Set((tools ?? []).map(({ name }) => name))
  const entries = Object.entries(given)
  if (entries.some(([name]) => !names.has(name))) {
    throw createFieldError('choices', 'names a tool that the app does not have')
  }
  if (entries.some(([name, choice]) => choice === 'always' && writingTools.includes(name))) {
    throw createFieldError('choices', 'a tool that changes something always asks')
  }
  return Object.fromEntries(
    [...Object.entries(toolChoices), ...entries].flatMap(([name, choice]) =>
      names.has(name) && choice !== undefined ? [[name, choice] as const] : [],
    ),
  )
}

const ignoreUnauthorized = (error: unknown): void => {
  const isWaiting = error instanceof AppError && error.fields?.['authorization'] !== undefined
  if (!isWaiting) throw error
}
