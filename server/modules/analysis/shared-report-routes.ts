import type { FastifyInstance } from 'fastify'
import {
  createReportLink,
  deleteReportLink,
  readReportLink,
  sharedFinder,
  sharedReport,
  sharedSeries,
  sharedWallet,
  sharedWallets,
} from '#contract/analysis/report-links.ts'
import { publicRoute, route, success, successList } from '#server/http/route.ts'
import type { Analysis } from './analysis-service.ts'
import type { ShareLinks } from '#server/modules/sharing/share-links.ts'

export function registerSharedReportRoutes(
  app: FastifyInstance,
  { analysis, links }: { analysis: Analysis; links: ShareLinks },
): void {
  route(app, readReportLink, async ({ user, params: { id } }) =>
    success({ created_at: await analysis.findLinkTime(user.id, id) }),
  )

  route(app, createReportLink, async ({ user, params: { id } }) =>
    success(await analysis.createLink(user.id, id)),
  )

  route(app, deleteReportLink, async ({ user, params: { id } }) => {
    await analysis.deleteLink(user.id, id)
    return {}
  })

  publicRoute(app, sharedReport, async ({ params: { token } }) => {
    const { userId, itemId: reportId } = await links.find(token)
    return success(await analysis.readShared(userId, reportId))
  })

  publicRoute(app, sharedFinder, async ({ params: { token } }) => {
    const { userId, itemId: reportId } = await links.find(token)
    return success(await analysis.readSharedFinder(userId, reportId))
  })

  publicRoute(app, sharedWallets, async ({ params: { token }, query }) => {
    const { userId, itemId: reportId } = await links.find(token)
    return successList(await analysis.listWallets(userId, reportId, query), query)
  })

  publicRoute(app, sharedWallet, async ({ params: { token, address } }) => {
    const { userId, itemId: reportId } = await links.find(token)
    return success(await analysis.getWallet(userId, reportId, address))
  })

  publicRoute(app, sharedSeries, async ({ params: { token }, query: { interval } }) => {
    const { userId, itemId: reportId } = await links.find(token)
    return success(await analysis.getSeries(userId, reportId, interval))
  })
}
