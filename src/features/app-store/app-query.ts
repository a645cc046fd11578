import { queryOptions } from '@tanstack/react-query'
import { getApp, listServers } from '#contract/apps/apps.ts'
import { api } from '#src/platform/auth/page-session.ts'

export const APP_KEY = ['app'] as const

export const appQuery = (id: string) =>
  queryOptions({
    queryKey: [...APP_KEY, id],
    queryFn: ({ signal }) => api.callForData(getApp, { params: { id }, signal }),
  })

export const SERVERS_KEY = ['app-servers'] as const

/** Loads whether each app's server was reachable last time. */
export const serversQuery = () =>
  queryOptions({
    queryKey: SERVERS_KEY,
    queryFn: ({ signal }) => api.callForData(listServers, { signal }),
  })
