import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listWatchedWallets, unwatchWallet, watchWallet } from '#contract/analysis/watched.ts'
import { MAX_PAGE } from '#contract/endpoint/lists.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { usePagedList } from '#src/platform/lists/use-paged-list.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

export const WATCHED_KEY = ['watched-wallets']

export const useWatchedWallets = ({ everyMs }: { everyMs?: number } = {}) =>
  usePagedList({
    ...(everyMs === undefined ? {} : { everyMs }),
    key: WATCHED_KEY,
    pageSize: MAX_PAGE,
    load: (page, signal) => api.call(listWatchedWallets, { query: page, signal }),
  })

export type Watching = {
  isWatched: (address: string) => boolean
  toggle: (address: string) => void
}

/** Returns the wallets that the user watches, and a function that changes them. Shows failures as a toast. */
export const useWatching = (): Watching => {
  const { rows } = useWatchedWallets()
  const queries = useQueryClient()
  const watched = new Set(rows.map(({ address }) => address))
  const change = useMutation({
    mutationFn: async ({ address, isOn }: { address: string; isOn: boolean }) => {
      if (isOn) await api.call(watchWallet, { params: { address }, body: {} })
      else await api.call(unwatchWallet, { params: { address } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WATCHED_KEY }),
    onError: (error) => showFailure(getErrorMessage(error)),
  })
  return {
    isWatched: (address) =>
      change.isPending && change.variables.address === address
        ? change.variables.isOn
        : watched.has(address),
    toggle: (address) => change.mutate({ address, isOn: !watched.has(address) }),
  }
}
