import { useEffect, useState } from 'react'

/** Returns true until `retryAtMs` (Unix milliseconds), then draws again; false without a time. */
export const useIsTooEarly = (retryAtMs: number | null | undefined): boolean => {
  const [passedMs, setPassedMs] = useState<number | null>(null)
  useEffect(() => {
    if (retryAtMs == null) return undefined
    const timer = setTimeout(() => setPassedMs(retryAtMs), Math.max(0, retryAtMs - Date.now()))
    return () => clearTimeout(timer)
  }, [retryAtMs])
  return retryAtMs != null && passedMs !== retryAtMs
}
