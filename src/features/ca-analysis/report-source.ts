import { createContext, use } from 'react'
import type { QueryOf, ResponseOf } from '#contract/endpoint/endpoint.ts'
import { sharedSeries, sharedWallet, sharedWallets } from '#contract/analysis/report-links.ts'
import { reportSeries, reportWallet, reportWallets } from '#contract/analysis/report-parts.ts'
import { api } from '#src/platform/auth/page-session.ts'

/** Calls that read the parts of a report. `id` is its id, or the token of a shared link. */
type ReportSource = {
  wallets: (
    id: string,
    query: QueryOf<typeof reportWallets>,
    signal: AbortSignal,
  ) => Promise<ResponseOf<typeof reportWallets>>
  wallet: (
    id: string,
    address: string,
    signal: AbortSignal,
  ) => Promise<ResponseOf<typeof reportWallet>>
  series: (
    id: string,
    interval: number | undefined,
    signal: AbortSignal,
  ) => Promise<ResponseOf<typeof reportSeries>>
}

const buildIntervalQuery = (interval: number | undefined) =>
  interval === undefined ? {} : { interval }

const OWN: ReportSource = {
  wallets: (id, query, signal) => api.call(reportWallets, { params: { id }, query, signal }),
  wallet: (id, address, signal) => api.call(reportWallet, { params: { id, address }, signal }),
  series: (id, interval, signal) =>
    api.call(reportSeries, {
      params: { id },
      query: buildIntervalQuery(interval),
      signal,
    }),
}

export const SHARED_SOURCE: ReportSource = {
  wallets: (token, query, signal) => api.call(sharedWallets, { params: { token }, query, signal }),
  wallet: (token, address, signal) =>
    api.call(sharedWallet, { params: { token, address }, signal }),
  series: (token, interval, signal) =>
    api.call(sharedSeries, {
      params: { token },
      query: buildIntervalQuery(interval),
      signal,
    }),
}

export const ReportSourceContext = createContext<ReportSource>(OWN)

export const useReportSource = (): ReportSource => use(ReportSourceContext)
