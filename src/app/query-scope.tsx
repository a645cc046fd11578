import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { authStore, useAuth } from '#src/platform/auth/auth-state.ts'

const FRESH_MS = 10_000

const createClient = () =>
  new QueryClient({
    // The API client repeats what may be repeated.
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS },
      mutations: { retry: false },
    },
  })

type UserId = string | number | null

let kept: { userId: UserId; client: QueryClient } | null = null

/** One cache for one user: the next one starts with nothing of the one before. */
const clientOf = (userId: UserId): QueryClient => {
  if (kept?.userId !== userId) kept = { userId, client: createClient() }
  return kept.client
}

/** The cache of who is signed in. */
export const queryClient = (): QueryClient => clientOf(authStore.getState().user?.id ?? null)

const QueryScope = ({ children }: { children: ReactNode }) => {
  const userId = useAuth(({ user }) => user?.id ?? null)
  return <QueryClientProvider client={clientOf(userId)}>{children}</QueryClientProvider>
}

/** The component within the cache. The desktop itself needs none, so that it comes without the library. */
export const scoped = <Props extends object>(Inner: ComponentType<Props>) => {
  const Scoped = (props: Props) => (
    <QueryScope>
      <Inner {...props} />
    </QueryScope>
  )
  return Scoped
}
