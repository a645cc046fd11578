import type { AppServer, StoreAppDetail } from '#contract/apps/apps.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { AppAccess } from '#server/modules/apps/sign-in/app-access.ts'
import { resolveAuth, canSignIn } from '#server/modules/apps/sign-in/app-auth.ts'
import {
  isReviewed,
  type AppCalls,
  type Reviewable,
} from '#server/modules/apps/connections/app-calls.ts'
import { ConnectionClosedError } from '#server/modules/apps/connections/connection-errors.ts'
import {
  findApp,
  listApps,
  listInstalled,
  markInstalled,
  markUninstalled,
  type AppRow,
} from './app-repository.ts'
import type { AppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import { INSTALL_FAILED, NO_SUCH_APP, describeRefusal, OWN_SERVERS_OFF } from './app-texts.ts'
import { toStoreApp, toDetail, toServer } from './app-view.ts'
import { listAudits } from '#server/modules/apps/review/audit-repository.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { maskSecret } from '#server/lib/secret-box.ts'
import { listServerRows } from '#server/modules/apps/connections/server-repository.ts'
import { selectOfferedTools } from '#server/modules/apps/review/tool-lint.ts'

type Services = {
  db: Database
  calls: Pick<AppCalls, 'verify' | 'drop'>
  secrets: AppSecrets
  access: Pick<AppAccess, 'end'>
  /** Pins the tools of a user's own server that waited for a key. */
  pinFirst: (userId: string, appId: string) => Promise<void>
  /** False if the operator disabled users' own servers. */
  allowsUserApps: boolean
}

export type AppService = ReturnType<typeof createAppService>

/** Creates the service of the App Store for users. Its methods throw `NOT_FOUND` for an unknown app. */
export const createAppService = (services: Services) => {
  const { db, calls, secrets, access, pinFirst } = services
  const requireApp = async (id: string, userId: string): Promise<AppRow> => {
    const app = await findApp(db, id, userId)
    if (app === undefined) throw new AppError('NOT_FOUND', NO_SUCH_APP)
    return app
  }

  const requireAppWithKey = async (id: string, userId: string): Promise<AppRow> => {
    const app = await requireApp(id, userId)
    assertAllowed(services, app)
    if (app.auditStatus !== 'approved' && app.ownerId === null) throw refusal(app.auditStatus)
    if (resolveAuth(app) === null) throw new AppError('BAD_REQUEST', 'This app takes no key')
    return app
  }

  return {
    /** Returns the store and the installed apps. `category` is the id of a chip; `all` or undefined: every app. */
    async list(userId: string, category: string | undefined) {
      const [apps, installed] = await Promise.all([
        listApps(db, { userId, category: category === 'all' ? null : (category ?? null) }),
        listInstalled(db, userId),
      ])
      return { app_list: apps.map(toStoreApp), installed_apps: installed.map(toStoreApp) }
    },

    async getDetail(userId: string, id: string): Promise<StoreAppDetail> {
      const app = await requireApp(id, userId)
      const [history, secret] = await Promise.all([
        listAudits(db, id),
        resolveAuth(app) === null ? null : secrets.read({ userId, appId: id }),
      ])
      return toDetail(app, history, secret?.kind ?? null)
    },

    /** Installs once the server has been reached and offered the reviewed tools. */
    async install(userId: string, id: string) {
      const app = await requireApp(id, userId)
      assertAllowed(services, app)
      if (app.auditStatus !== 'approved') throw refusal(app.auditStatus)
      if (!isReviewed(app)) throw refusal('pending')
      return installApp(services, userId, app)
    },

    /** Uninstalls the app, ends its running calls and revokes its tokens. Throws `NOT_FOUND` if it is not installed. */
    async uninstall(userId: string, id: string): Promise<{ success: boolean }> {
      const app = await requireApp(id, userId)
      const secret = await secrets.read({ userId, appId: id })
      const wasInstalled = await db.transaction((tx) => markUninstalled(tx, { userId, appId: id }))
      await calls.drop(app, userId, new ConnectionClosedError('the app was uninstalled'))
      access.end(id, secret)
      if (wasInstalled) return { success: true }
      throw new AppError('NOT_FOUND', 'This app is not installed')
    },

    /** Stores the user's key and returns it masked. */
    async saveKey(userId: string, id: string, value: string) {
      const app = await requireAppWithKey(id, userId)
      const before = await secrets.read({ userId, appId: id })
      await secrets.write({ userId, appId: id }, { kind: 'key', key: value })
      access.end(id, before)
      await calls.drop(app, userId)
      if (app.ownerId !== null) await pinFirst(userId, id)
      return { is_set: true, masked: maskSecret(value) }
    },

    /** Deletes the user's key or grant, and revokes its tokens. */
    async deleteKey(userId: string, id: string) {
      const app = await requireApp(id, userId)
      const before = await secrets.read({ userId, appId: id })
      await secrets.remove({ userId, appId: id })
      access.end(id, before)
      await calls.drop(app, userId)
      return { is_set: false }
    },

    listServers: async (userId: string): Promise<AppServer[]> =>
      (await listServerRows(db, userId)).map(toServer),
  }
}

const assertAllowed = ({ allowsUserApps }: Services, { ownerId }: AppRow): void => {
  if (ownerId !== null && !allowsUserApps) throw new AppError('APP_NOT_APPROVED', OWN_SERVERS_OFF)
}

const installApp = async ({ db, calls }: Services, userId: string, app: Reviewable) => {
  const { id, pin } = app
  const verified = await calls.verify(app, userId)
  if (!verified.ok) {
    const now = await findApp(db, id, userId)
    if (now === undefined) throw new AppError('NOT_FOUND', NO_SUCH_APP)
    if (verified.needsKey) throw keyNeeded(now)
    if (now.auditStatus !== 'approved') throw refusal(now.auditStatus)
    throw new AppError('APP_UNREACHABLE', INSTALL_FAILED, { fields: { server: verified.text } })
  }
  const installedAt = await db.transaction((tx) => markInstalled(tx, { userId, appId: id, pin }))
  if (installedAt === null) throw refusal('pending')
  const tools = selectOfferedTools(app.tools).length
  return {
    success: true,
    app: toStoreApp({ ...app, installedAt }),
    steps: [
      { step: 'connect' as const, text: `Connected (MCP ${verified.protocol})` },
      { step: 'list_tools' as const, text: pluralize(tools, 'tool') },
      { step: 'pin' as const, text: `Pinned ${pin.slice(0, 12)}` },
    ],
  }
}

const refusal = (status: 'pending' | 'rejected'): AppError =>
  new AppError('APP_NOT_APPROVED', describeRefusal(status))

const keyNeeded = (app: AppRow): AppError => {
  const asked = canSignIn(app)
    ? 'you to sign in'
    : `for your ${resolveAuth(app)?.label ?? 'access key'}`
  const fields = { authorization: `${app.name} asks ${asked} first` }
  return new AppError('APP_UNREACHABLE', INSTALL_FAILED, { fields })
}
