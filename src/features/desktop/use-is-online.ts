import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  const leaving = new AbortController()
  window.addEventListener('online', onChange, { signal: leaving.signal })
  window.addEventListener('offline', onChange, { signal: leaving.signal })
  return () => leaving.abort()
}

/** Whether the browser believes itself connected. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
