import * as z from 'zod/mini'
import { named } from '#contract/endpoint/described.ts'
import { createLinkEndpoints, GET_SHARED } from '#contract/endpoint/link-endpoints.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { Id } from '#contract/endpoint/ids.ts'
import { listOf, statusEnvelope } from '#contract/endpoint/lists.ts'
import { FinderPart } from './finder.ts'
import {
  ReportHead,
  reportSeries,
  ReportSeries,
  WalletDetail,
  WalletRow,
  WalletsQuery,
} from './report-parts.ts'

export const reportLink = createLinkEndpoints({
  name: 'ReportLink',
  path: '/analysis/reports/{id}/link',
  summaries: {
    read: 'Say whether a report has a link, and since when',
    create: 'Make a link by which anyone can read a report; an earlier link of it ends',
    end: 'End the link of a report',
  },
  createErrors: ['CONFLICT'],
})
export const readReportLink = reportLink.read
export const createReportLink = reportLink.create
export const deleteReportLink = reportLink.end

/** A CA report without its wallets, and without what only its owner may know. */
const SharedReport = named('SharedReport', z.omit(ReportHead, { changes: true }))

export const sharedReport = endpoint({
  name: 'sharedReport',
  path: '/analysis/shared/{token}',
  summary: 'Summary of a shared CA report',
  ...GET_SHARED,
  response: statusEnvelope(SharedReport),
})

/** Without the comparison, which reads another report of the owner's. */
const SharedWalletsQuery = z.omit(WalletsQuery, { since: true, changed: true })

export const sharedWallets = endpoint({
  name: 'sharedWallets',
  path: '/analysis/shared/{token}/wallets',
  summary: 'Wallets of a shared CA report, sorted and filtered',
  ...GET_SHARED,
  query: SharedWalletsQuery,
  response: listOf(WalletRow),
})

export const sharedWallet = endpoint({
  name: 'sharedWallet',
  path: '/analysis/shared/{token}/wallets/{address}',
  summary: 'A wallet of a shared CA report with its transactions',
  ...GET_SHARED,
  params: z.object({ token: Id, address: Id }),
  response: statusEnvelope(WalletDetail),
})

export const sharedSeries = endpoint({
  name: 'sharedSeries',
  path: '/analysis/shared/{token}/series',
  summary: 'Prices, volume, traders and holders of a shared CA report over time',
  ...GET_SHARED,
  query: reportSeries.query,
  response: statusEnvelope(ReportSeries),
})

export const sharedFinder = endpoint({
  name: 'sharedFinder',
  path: '/analysis/shared/{token}/finder',
  summary: 'A shared Wallet Finder report',
  ...GET_SHARED,
  response: statusEnvelope(named('SharedFinder', FinderPart)),
})
