import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  MAX_WAITING_ALERTS,
  readTokenPrice,
  type PriceAlert,
} from '#contract/analysis/alerts.ts'
import type { BodyOf } from '#contract/endpoint/endpoint.ts'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { usePagedList } from '#src/platform/lists/use-paged-list.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

export const ALERTS_KEY = ['price-alerts']
const PRICE_EVERY_MS = 30_000

/** Loads the user's alerts: waiting ones, then reached ones. */
export const usePriceAlerts = () => {
  const list = usePagedList({
    key: ALERTS_KEY,
    pageSize: MAX_PAGE,
    load: (page, signal) => api.call(listPriceAlerts, { query: page, signal }),
  })
  const waiting = list.rows.filter(({ fired }) => fired === null).length
  return { ...list, isFull: waiting >= MAX_WAITING_ALERTS }
}

/** Loads the price of a token, and reloads it while it is shown. */
export const useTokenPrice = (address: string) =>
  useQuery({
    queryKey: ['token-price', address],
    queryFn: ({ signal }) => api.callForData(readTokenPrice, { query: { address }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : PRICE_EVERY_MS),
    retry: false,
  })

type NewAlert = BodyOf<typeof createPriceAlert>

/** Creates an alert. Setting a reached one again replaces it. */
export const useCreateAlert = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ alert, replaced }: { alert: NewAlert; replaced?: string }) => {
      await api.call(createPriceAlert, { body: alert })
      if (replaced !== undefined) await api.call(deletePriceAlert, { params: { id: replaced } })
    },
    onSettled: (_data, _error, { alert }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ALERTS_KEY }),
        queries.invalidateQueries({ queryKey: ['token-price', alert.contract_address] }),
      ]),
  })
}

export const useDeleteAlert = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PriceAlert) => api.call(deletePriceAlert, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ALERTS_KEY }),
    onError: (error) => showFailure(getErrorMessage(error)),
  })
}
