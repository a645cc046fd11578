import type { FastifyInstance } from 'fastify'
import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  readTokenPrice,
} from '#contract/analysis/alerts.ts'
import { route, success, successList } from '#server/http/route.ts'
import type { PriceAlerts } from './price-alerts.ts'

export function registerAlertRoutes(app: FastifyInstance, alerts: PriceAlerts): void {
  route(app, readTokenPrice, async ({ query }) => success(await alerts.readPrice(query.address)))

  route(app, listPriceAlerts, async ({ user, query }) =>
    successList(await alerts.list(user.id, query), query),
  )

  route(app, createPriceAlert, async ({ user, body }) => {
    const { alert } = await alerts.create(user.id, body)
    return success(alert)
  })

  route(app, deletePriceAlert, async ({ user, params: { id } }) => {
    await alerts.remove(user.id, id)
    return {}
  })
}
