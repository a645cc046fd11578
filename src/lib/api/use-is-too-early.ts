import { useEffect, useState } from 'react'

export const useIsTooEarly = (retryAtMs: number | null | undefined): boolean => {
  const [passedMs, setPassedMs] = useState<number | null>(null)
  useEffect(() => {
    if (retryAtMs == null) return undefined
    const timer = setTimeout(() => setPassedMs(retryAtMs), Math.max(0, retryAtMs - Date.now()))
    return () => clearTimeout(timer)
  }, [retryAtMs])
  return retryAtMs != null && passedMs !== retryAtMs
}
