import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { reportWallets, WalletRow } from '#contract/analysis/report-parts.ts'
import type { QueryOf } from '#contract/endpoint/endpoint.ts'
import { useReportSource } from '#src/features/ca-analysis/report-source.ts'

const PAGE_ROWS = 50

export type RowsQuery = Omit<QueryOf<typeof reportWallets>, 'offset' | 'limit'>

type WalletRows = {
  /** Null until the first page has loaded. */
  total: number | null
  /** True while the rows are those of the previous query. */
  isOutdated: boolean
  rowAt: (index: number) => WalletRow | undefined
  isError: boolean
  refetch: () => Promise<unknown>
}

/** Loads the pages of a report's wallets that hold the rows from `first` to `last`. */
export const useWalletRows = (
  reportId: string,
  query: RowsQuery,
  { first, last }: { first: number; last: number },
): WalletRows => {
  const source = useReportSource()
  const buildPageQuery = (page: number) => ({
    queryKey: ['report-wallets', reportId, query, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source.wallets(reportId, { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }, signal),
    // A report never changes.
    staleTime: Infinity,
  })
  // Keeps the previous rows, and so the focus, until those of a new filter or order have loaded.
  const top = useQuery({ ...buildPageQuery(0), placeholderData: keepPreviousData })
  const from = Math.max(1, Math.floor(first / PAGE_ROWS))
  const to = Math.floor(Math.max(first, last) / PAGE_ROWS)
  const pages = Array.from({ length: Math.max(0, to - from + 1) }, (_, nth) => from + nth)
  const answers = [top, ...useQueries({ queries: pages.map(buildPageQuery) })]
  const byPage = new Map([0, ...pages].map((page, index) => [page, answers[index]?.data?.data]))
  return {
    total: top.data?.meta.total ?? null,
    isOutdated: top.isPlaceholderData,
    rowAt: (index) => byPage.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    isError: answers.some(({ isError }) => isError),
    refetch: () =>
      Promise.all(answers.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

/** The range of rows that a table shows. */
export const useVisibleRows = () => useState({ first: 0, last: PAGE_ROWS - 1 })

/** Returns the number of wallets that match; null without a report and while loading. */
export const useMatchCount = (reportId: string | null, query: RowsQuery): number | null => {
  const source = useReportSource()
  const { data } = useQuery({
    queryKey: ['report-matches', reportId, query],
    enabled: reportId !== null,
    queryFn: ({ signal }) =>
      source.wallets(reportId ?? '', { ...query, offset: 0, limit: 1 }, signal),
    staleTime: Infinity,
  })
  return reportId === null ? null : (data?.meta.total ?? null)
}
