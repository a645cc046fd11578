import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'

const FRESH_MS = 10_000

/** One cache for one user: it goes when the signed-in half of the page goes. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const [queries] = useState(
    () =>
      new QueryClient({
        // The API client repeats what may be repeated.
        defaultOptions: {
          queries: { retry: false, staleTime: FRESH_MS },
          mutations: { retry: false },
        },
      }),
  )
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
