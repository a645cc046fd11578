import type { AppServer, AuditEntry, StoreApp, StoreAppDetail } from '#contract/apps/apps.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { AppAccess } from '#server/modules/apps/sign-in/app-access.ts'
import { resolveAuth, canSignIn } from '#server/modules/apps/sign-in/app-auth.ts'
import { isReviewed, type AppCalls } from '#server/modules/apps/connections/app-calls.ts'
import { ConnectionClosedError } from '#server/modules/apps/connections/app-connection.ts'
import {
  findApp,
  listApps,
  listInstalled,
  markInstalled,
  markUninstalled,
  type AppListRow,
  type AppRow,
} from './app-repository.ts'
import type { AppSecrets, Secret } from '#server/modules/apps/sign-in/app-secrets.ts'
import { INSTALL_FAILED, NO_SUCH_APP, notInstallable, OWN_SERVERS_OFF } from './app-texts.ts'
import { auditHistory, type AuditRow } from '#server/modules/apps/review/audit-repository.ts'
import { maskedSecret } from '#server/lib/secret-box.ts'
import {
  listServerRows,
  type ServerRow,
} from '#server/modules/apps/connections/server-repository.ts'
import { choiceFor } from '#server/modules/apps/user-servers/tool-choices.ts'
import { offeredTools, findSuspicion } from '#server/modules/apps/review/tool-lint.ts'

type Services = {
  db: Database
  calls: Pick<AppCalls, 'verify' | 'drop'>
  secrets: AppSecrets
  access: Pick<AppAccess, 'end'>
  /** Pins the tools of a user's own server that waited for a key. */
  pinFirst: (userId: string, appId: string) => Promise<void>
  /** False if the operator has switched users' own servers off. */
  allowsUserApps: boolean
}

export type AppService = ReturnType<typeof createAppService>

export const createAppService = (services: Services) => {
  const { db, calls, secrets, access, pinFirst, allowsUserApps } = services
  const existing = async (id: string, userId: string): Promise<AppRow> => {
    const app = await findApp(db, id, userId)
    if (app === undefined) throw new AppError('NOT_FOUND', NO_SUCH_APP)
    return app
  }

  const assertAllowed = ({ ownerId }: AppRow): void => {
    if (ownerId !== null && !allowsUserApps) throw new AppError('APP_NOT_APPROVED', OWN_SERVERS_OFF)
  }

  const withKey = async (id: string, userId: string): Promise<AppRow> => {
    const app = await existing(id, userId)
    assertAllowed(app)
    if (app.auditStatus !== 'approved' && app.ownerId === null) throw refusal(app.auditStatus)
    if (resolveAuth(app) === null) throw new AppError('BAD_REQUEST', 'This app takes no key')
    return app
  }

  return {
    /** `category` is a chip's id; `all` or undefined returns every app. */
    async list(userId: string, category: string | undefined) {
      const [apps, installed] = await Promise.all([
        listApps(db, { userId, category: category === 'all' ? null : (category ?? null) }),
        listInstalled(db, userId),
      ])
      return { app_list: apps.map(storeApp), installed_apps: installed.map(storeApp) }
    },

    async detail(userId: string, id: string): Promise<StoreAppDetail> {
      const app = await existing(id, userId)
      const [history, secret] = await Promise.all([
        auditHistory(db, id),
        resolveAuth(app) === null ? null : secrets.read({ userId, appId: id }),
      ])
      return toDetail(app, history, secret?.kind ?? null)
    },

    /** Null until the server has been reached and offered the reviewed tools. */
    async install(userId: string, id: string) {
      const app = await existing(id, userId)
      assertAllowed(app)
      if (app.auditStatus !== 'approved') throw refusal(app.auditStatus)
      if (!isReviewed(app)) throw refusal('pending')
      const { pin } = app
      const met = await calls.verify(app, userId)
      if (!met.ok) {
        const now = await existing(id, userId)
        if (met.needsKey) throw keyNeeded(now)
        if (now.auditStatus !== 'approved') throw refusal(now.auditStatus)
        throw new AppError('APP_UNREACHABLE', INSTALL_FAILED, { fields: { server: met.text } })
      }
      const installedAt = await db.transaction((tx) =>
        markInstalled(tx, { userId, appId: id, pin }),
      )
      if (installedAt === null) throw refusal('pending')
      const tools = offeredTools(app.tools).length
      return {
        success: true,
        app: storeApp({ ...app, installedAt }),
        steps: [
          { step: 'connect' as const, text: `Connected (MCP ${met.protocol})` },
          { step: 'list_tools' as const, text: `${tools} ${tools === 1 ? 'tool' : 'tools'}` },
          { step: 'pin' as const, text: `Pinned ${pin.slice(0, 12)}` },
        ],
      }
    },

    async uninstall(userId: string, id: string): Promise<{ success: boolean }> {
      const app = await existing(id, userId)
      const secret = await secrets.read({ userId, appId: id })
      const wasInstalled = await db.transaction((tx) => markUninstalled(tx, { userId, appId: id }))
      await calls.drop(app, userId, new ConnectionClosedError('the app was uninstalled'))
      access.end(id, secret)
      if (!wasInstalled) throw new AppError('NOT_FOUND', 'This app is not installed')
      return { success: true }
    },

    async authorize(userId: string, id: string, value: string) {
      const app = await withKey(id, userId)
      const before = await secrets.read({ userId, appId: id })
      await secrets.write({ userId, appId: id }, { kind: 'key', key: value })
      access.end(id, before)
      await calls.drop(app, userId)
      if (app.ownerId !== null) await pinFirst(userId, id)
      return { is_set: true, masked: maskedSecret(value) }
    },

    async forget(userId: string, id: string) {
      const app = await existing(id, userId)
      const before = await secrets.read({ userId, appId: id })
      await secrets.remove({ userId, appId: id })
      access.end(id, before)
      await calls.drop(app, userId)
      return { is_set: false }
    },

    servers: async (userId: string): Promise<AppServer[]> =>
      (await listServerRows(db, userId)).map(toServer),
  }
}

const refusal = (status: 'pending' | 'rejected'): AppError =>
  new AppError('APP_NOT_APPROVED', notInstallable(status))

const keyNeeded = (app: AppRow): AppError => {
  const asked = canSignIn(app)
    ? 'you to sign in'
    : `for your ${resolveAuth(app)?.label ?? 'access key'}`
  const fields = { authorization: `${app.name} asks ${asked} first` }
  return new AppError('APP_UNREACHABLE', INSTALL_FAILED, { fields })
}

const storeApp = (app: AppListRow): StoreApp => ({
  id: app.id,
  name: app.name,
  description: app.description,
  icon: app.icon,
  rating: null,
  downloads: Number(app.downloads),
  detailUrl: app.detailUrl,
  installed: app.installedAt !== null,
  installDate: app.installedAt?.toISOString() ?? null,
  audit_status: app.auditStatus,
  appType: 'mcp',
  is_disabled: app.installedAt !== null && app.auditStatus !== 'approved',
  category: app.category,
  publisher: app.publisher,
  is_own: app.ownerId !== null,
  needs_key: app.needsKey,
  suggested_questions: app.suggestedQuestions && {
    ...app.suggestedQuestions,
    modules: app.suggestedQuestions.modules.map(({ title, content, icon }) => ({
      title,
      content,
      icon,
    })),
  },
})

const toDetail = (
  app: AppRow,
  history: AuditRow[],
  given: Secret['kind'] | null,
): StoreAppDetail => {
  const { transport, tools, writingTools } = app
  const auth = resolveAuth(app)
  return {
    ...storeApp(app),
    publisher_url: app.publisherUrl,
    licence: app.licence,
    server:
      transport.kind === 'http'
        ? { kind: 'remote', url: transport.url }
        : { kind: transport.kind === 'stdio' ? 'local' : 'built_in', url: null },
    tools_source: tools === null ? 'announced' : 'reviewed',
    tools:
      tools === null
        ? app.announcedTools.map((tool) => ({
            ...tool,
            title: null,
            writes: null,
            input_schema: null,
            choice: null,
            warning: null,
          }))
        : offeredTools(tools).map(({ name, title, description, inputSchema }) => ({
            name,
            title,
            description,
            writes: writingTools.includes(name),
            input_schema: { ...inputSchema },
            ...choiceAndWarning(app, name),
          })),
    permissions: listPermissions(app),
    pins: { reviewed: app.pin, installed: app.installedPin },
    authorization:
      auth === null
        ? null
        : {
            label: auth.label,
            required: auth.required,
            is_set: given !== null,
            can_sign_in: canSignIn(app),
            is_signed_in: given === 'grant',
          },
    audit_history: history.map(auditEntry),
  }
}

const choiceAndWarning = (app: AppRow, name: string) => {
  const tool = app.tools?.find((each) => each.name === name)
  if (tool === undefined || app.installedAt === null) return { choice: null, warning: null }
  return {
    choice: choiceFor(app, tool),
    warning: app.ownerId === null ? null : findSuspicion(tool),
  }
}

const listPermissions = (app: AppRow) => {
  const { transport, writingTools } = app
  const auth = resolveAuth(app)
  return [
    transport.kind === 'http'
      ? {
          id: 'network',
          text: `Sends what its tools are asked to ${URL.parse(transport.url)?.host ?? 'its server'}`,
        }
      : transport.kind === 'stdio'
        ? { id: 'process', text: 'Runs as a separate process that the operator chose' }
        : { id: 'built_in', text: 'Built in; no data leaves SolDesk' },
    ...(auth === null
      ? []
      : [
          {
            id: 'key',
            text: canSignIn(app)
              ? 'Uses your own account at its service'
              : `Uses your own ${auth.label}`,
          },
        ]),
    ...(app.tools === null
      ? // A publisher's announcement proves nothing.
        [{ id: 'unreviewed', text: 'Nobody has reviewed what else it does' }]
      : [writingPermission(writingTools), NO_WALLET]),
  ]
}

const NO_WALLET = { id: 'no_wallet', text: 'Can’t sign transactions' }

const writingPermission = ({ length }: readonly string[]) =>
  length === 0
    ? { id: 'read', text: 'Read-only' }
    : {
        id: 'write',
        text: `Can change things with ${length === 1 ? 'one tool; it asks' : `${length} tools; each asks`} you first`,
      }

const auditEntry = ({
  event,
  status,
  actor,
  note,
  createdAt,
  pin,
  findings,
  changes,
}: AuditRow): AuditEntry => ({
  event,
  status,
  actor,
  note,
  at: createdAt.toISOString(),
  pin,
  findings,
  changes,
})

const toServer = (row: ServerRow): AppServer => ({
  id: row.id,
  name: row.name,
  status: row.status ?? 'unknown',
  audit_status: row.auditStatus,
  installed: row.installed,
  protocol: row.protocol,
  tools: row.tools,
  latency_ms: row.latencyMs,
  last_error: row.lastError,
  checked_at: row.checkedAt?.toISOString() ?? null,
})
