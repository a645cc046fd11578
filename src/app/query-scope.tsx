import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { onUserChange } from '#src/platform/auth/personal-storage.ts'
import { usePreferences } from '#src/platform/preferences/preferences-store.ts'

const FRESH_MS = 10_000

const createClient = () =>
  new QueryClient({
    // The API client retries.
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS },
      // Offline, they fail at once, so that the user can press the button again.
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** A separate cache for each user. */
const current = createStore<{ client: QueryClient; nth: number }>(() => ({
  client: createClient(),
  nth: 1,
}))

onUserChange(() => current.setState(({ nth }) => ({ client: createClient(), nth: nth + 1 })))

export const getQueryClient = (): QueryClient => current.getState().client

const QueryScope = ({ children }: { children: ReactNode }) => {
  const { client, nth } = useStore(current)
  return (
    // Mounted queries keep their first cache, so they remount for the next user.
    <QueryClientProvider key={nth} client={client}>
      {children}
    </QueryClientProvider>
  )
}

/** Wraps a component in the cache. The desktop does not need it, and so loads without the library. */
export const scoped = <Props extends object>(Inner: ComponentType<Props>) => {
  const Scoped = (props: Props) => {
    // Renders again when the user chooses another format of numbers or times.
    usePreferences()
    return (
      <QueryScope>
        <Inner {...props} />
      </QueryScope>
    )
  }
  return Scoped
}
