import { queryOptions } from '@tanstack/react-query'
import { listAgents } from '#contract/apps/agents.ts'
import { listApps, type StoreApp } from '#contract/apps/apps.ts'
import { AGENTS_KEY, APPS_KEY } from './app-list-changes.ts'
import { api } from '#src/platform/auth/page-session.ts'

export const ALL_CATEGORIES = 'all'

export type AppLists = { app_list: StoreApp[]; installed_apps: StoreApp[] }

export const appsQuery = (category: string) =>
  queryOptions({
    queryKey: [...APPS_KEY, category],
    queryFn: ({ signal }): Promise<AppLists> =>
      api.callForData(listApps, {
        query: category === ALL_CATEGORIES ? {} : { category },
        signal,
      }),
  })

export const agentsQuery = () =>
  queryOptions({
    queryKey: AGENTS_KEY,
    queryFn: ({ signal }) => api.callForData(listAgents, { signal }),
  })
