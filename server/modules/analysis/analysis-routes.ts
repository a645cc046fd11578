import type { FastifyInstance } from 'fastify'

import type { CaReport } from '#contract/analysis/report.ts'
import {
  deleteReport,
  getReport,
  listReports,
  reportCsv as reportCsvEndpoint,
  reportEvents,
  reportJson,
  startCaAnalysis,
  startWalletFinder,
} from '#contract/analysis/analysis.ts'
import type { WalletFinderReport } from '#contract/analysis/finder.ts'
import { eventRoute, seenSeq } from '#server/http/event-stream.ts'
import { fileRoute, route, success, successList } from '#server/http/route.ts'

import type { Analysis } from './analysis-service.ts'
import { finderCsv, reportCsv } from './report-csv.ts'

/** Binds the calls below `/analysis`. */
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

  route(app, listReports, async ({ user, query }) =>
    successList(await analysis.list(user.id, query), query),
  )

  fileRoute(app, reportCsvEndpoint, async ({ user, params }) => {
    const { id, kind, body } = await analysis.finished(user.id, params.id)
    const content =
      kind === 'CA_ANALYSIS'
        ? reportCsv(JSON.parse(body) as CaReport)
        : finderCsv(JSON.parse(body) as WalletFinderReport)
    return { content, contentType: 'text/csv; charset=utf-8', fileName: `analysis-${id}.csv` }
  })

  fileRoute(app, reportJson, async ({ user, params }) => {
    const { id, body } = await analysis.finished(user.id, params.id)
    return {
      content: body,
      contentType: 'application/json; charset=utf-8',
      fileName: `analysis-${id}.json`,
    }
  })

  route(app, getReport, async ({ user, params }) =>
    success(await analysis.read(user.id, params.id)),
  )

  route(app, deleteReport, async ({ user, params }) => {
    await analysis.remove(user.id, params.id)
    return {}
  })

  eventRoute(app, reportEvents, ({ user, params, lastEventId, signal }) =>
    analysis.follow(user.id, params.id, seenSeq(lastEventId), signal),
  )
}
