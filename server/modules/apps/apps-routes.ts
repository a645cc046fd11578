import type { FastifyInstance } from 'fastify'
import {
  deleteAppAuthorization,
  getApp,
  installApp,
  listApps,
  listCategories,
  listServers,
  setAppAuthorization,
  uninstallApp,
  type Category,
} from '#contract/apps/apps.ts'
import { route, success } from '#server/http/route.ts'
import type { Apps } from './apps.ts'
import { registerSignInRoutes } from '#server/modules/apps/sign-in/sign-in-routes.ts'
import { addOwnApp, checkOwnApp, removeOwnApp, setToolChoices } from '#contract/apps/own-apps.ts'
import type { AppService } from '#server/modules/apps/store/app-service.ts'
import type { UserServers } from '#server/modules/apps/user-servers/user-servers.ts'

const CATEGORIES: readonly Category[] = [
  { id: 'all', name: 'All' },
  { id: 'defi', name: 'DeFi' },
  { id: 'nft', name: 'NFT' },
  { id: 'wallet', name: 'Wallet' },
  { id: 'analytics', name: 'Analytics' },
  { id: 'trading', name: 'Trading' },
  { id: 'governance', name: 'Governance' },
]

export function registerAppRoutes(
  app: FastifyInstance,
  parts: Pick<Apps, 'service' | 'own' | 'signInParts'>,
): void {
  const apps = parts.service
  route(app, listCategories, () => success([...CATEGORIES]))
  route(app, listServers, async ({ user }) => success(await apps.listServers(user.id)))
  route(app, listApps, async ({ user, query }) => success(await apps.list(user.id, query.category)))
  route(app, getApp, async ({ user, params }) => success(await apps.getDetail(user.id, params.id)))
  route(app, installApp, async ({ user, body }) => success(await apps.install(user.id, body.appId)))
  route(app, uninstallApp, async ({ user, body }) =>
    success(await apps.uninstall(user.id, body.appId)),
  )
  route(app, setAppAuthorization, async ({ user, params, body }) =>
    success(await apps.saveKey(user.id, params.id, body.value)),
  )
  route(app, deleteAppAuthorization, async ({ user, params }) =>
    success(await apps.deleteKey(user.id, params.id)),
  )
  registerUserServerRoutes(app, { own: parts.own, apps })
  registerSignInRoutes(app, parts.signInParts)
}

function registerUserServerRoutes(
  app: FastifyInstance,
  { own, apps }: { own: UserServers; apps: Pick<AppService, 'getDetail'> },
): void {
  route(app, addOwnApp, async ({ user, body }) =>
    success(await apps.getDetail(user.id, await own.add(user.id, body))),
  )
  route(app, checkOwnApp, async ({ user, params, body }) => {
    const checked = await own.check(user.id, params.id, body.accept)
    return success({ ...checked, app: await apps.getDetail(user.id, params.id) })
  })
  route(app, removeOwnApp, async ({ user, params }) => {
    await own.remove(user.id, params.id)
    return success({ success: true })
  })
  route(app, setToolChoices, async ({ user, params, body }) => {
    await own.choose(user.id, params.id, body.choices)
    return success(await apps.getDetail(user.id, params.id))
  })
}
