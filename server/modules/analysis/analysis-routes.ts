import type { FastifyInstance } from 'fastify'
import {
  deleteReport,
  getReport,
  listReports,
  lookUpAddress,
  reportEvents,
  startCaAnalysis,
  startWalletFinder,
} from '#contract/analysis/analysis.ts'
import {
  reportCsv,
  reportJson,
  reportSeries,
  reportWallet,
  reportWallets,
} from '#contract/analysis/report-parts.ts'
import { eventRoute, parseLastEventId } from '#server/http/event-stream.ts'
import { fileRoute, route, success, successList } from '#server/http/route.ts'

import type { Analysis } from './analysis-service.ts'

export function registerAnalysisRoutes(app: FastifyInstance, analysis: Analysis): void {
  route(app, startCaAnalysis, async (context) => {
    const { user, body, idempotencyKey } = context
    return success(
      await context.withIdempotencyKey(() => analysis.startCa(user.id, body, idempotencyKey)),
    )
  })

  route(app, startWalletFinder, async (context) => {
    const { user, body, idempotencyKey } = context
    return success(
      await context.withIdempotencyKey(() => analysis.startFinder(user.id, body, idempotencyKey)),
    )
  })

  route(app, lookUpAddress, async ({ user, query }) =>
    success(await analysis.lookUp(user.id, query.address)),
  )

  route(app, listReports, async ({ user, query }) =>
    successList(await analysis.list(user.id, query), query),
  )

  fileRoute(app, reportCsv, async ({ user, params: { id } }) => ({
    content: await analysis.exportCsv(user.id, id),
    contentType: 'text/csv; charset=utf-8',
    fileName: `analysis-${id}.csv`,
  }))

  fileRoute(app, reportJson, async ({ user, params: { id } }) => ({
    content: await analysis.exportJson(user.id, id),
    contentType: 'application/json; charset=utf-8',
    fileName: `analysis-${id}.json`,
  }))

  route(app, reportWallets, async ({ user, params, query }) =>
    successList(await analysis.listWallets(user.id, params.id, query), query),
  )

  route(app, reportWallet, async ({ user, params: { id, address } }) =>
    success(await analysis.getWallet(user.id, id, address)),
  )

  route(app, reportSeries, async ({ user, params, query: { interval } }) =>
    success(await analysis.getSeries(user.id, params.id, interval)),
  )

  route(app, getReport, async ({ user, params }) =>
    success(await analysis.read(user.id, params.id)),
  )

  route(app, deleteReport, async ({ user, params }) => {
    await analysis.remove(user.id, params.id)
    return {}
  })

  eventRoute(app, reportEvents, ({ user, params, lastEventId, signal }) =>
    analysis.follow(user.id, params.id, parseLastEventId(lastEventId), signal),
  )
}
