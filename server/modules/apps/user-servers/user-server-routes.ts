import type { FastifyInstance } from 'fastify'
import { addOwnApp, checkOwnApp, removeOwnApp, setToolChoices } from '#contract/apps/own-apps.ts'
import { route, success } from '#server/http/route.ts'
import type { AppService } from '#server/modules/apps/store/app-service.ts'
import type { UserServers } from '#server/modules/apps/user-servers/user-servers.ts'

export function registerUserServerRoutes(
  app: FastifyInstance,
  { own, apps }: { own: UserServers; apps: Pick<AppService, 'detail'> },
): void {
  route(app, addOwnApp, async ({ user, body }) =>
    success(await apps.detail(user.id, await own.add(user.id, body))),
  )
  route(app, checkOwnApp, async ({ user, params, body }) => {
    const checked = await own.check(user.id, params.id, body.accept)
    return success({ ...checked, app: await apps.detail(user.id, params.id) })
  })
  route(app, removeOwnApp, async ({ user, params }) => {
    await own.remove(user.id, params.id)
    return success({ success: true })
  })
  route(app, setToolChoices, async ({ user, params, body }) => {
    await own.choose(user.id, params.id, body.choices)
    return success(await apps.detail(user.id, params.id))
  })
}
