import { useEffect, useRef } from 'react'

const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 60_000
const MAX_TRIES = 10

type AskedQuery = {
  readonly isError: boolean
  readonly isSuccess: boolean
  readonly isPending: boolean
  readonly errorUpdateCount: number
  readonly refetch: () => Promise<unknown>
}

/**
 * Repeats a query that failed: with growing pauses, and at once when the browser is online again. Returns true from the
 * failure until an answer, also while the next try is under way.
 */
export const useAskAgain = ({
  isError,
  isSuccess,
  isPending,
  errorUpdateCount,
  refetch,
}: AskedQuery): boolean => {
  const tries = useRef(0)
  useEffect(() => {
    if (isSuccess) tries.current = 0
    if (!isError) return undefined
    const again = () => void refetch()
    window.addEventListener('online', again)
    const timer =
      tries.current < MAX_TRIES
        ? setTimeout(
            () => {
              tries.current += 1
              again()
            },
            Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** tries.current),
          )
        : undefined
    return () => {
      window.removeEventListener('online', again)
      clearTimeout(timer)
    }
  }, [isError, isSuccess, errorUpdateCount, refetch])
  return isError || (isPending && errorUpdateCount > 0)
}
