import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCategories } from '#contract/apps/apps.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { DEFAULT_CATEGORIES, withAll } from './store-list.ts'

const FRESH_MS = 300_000

/** Returns the server's categories, or the default ones while there are none. */
export const useCategories = () => {
  const { data, isError } = useQuery({
    queryKey: ['app-categories'],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => api.fetchData(listCategories, { signal }),
  })
  const categories = useMemo(
    () => withAll(data === undefined || data.length === 0 ? DEFAULT_CATEGORIES : data),
    [data],
  )
  return { categories, isError }
}
