import { useSyncExternalStore } from 'react'

const follow = (hear: () => void) => {
  window.addEventListener('online', hear)
  window.addEventListener('offline', hear)
  return () => {
    window.removeEventListener('online', hear)
    window.removeEventListener('offline', hear)
  }
}

/** False while the browser knows that it has no connection. */
export const useIsOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine)
