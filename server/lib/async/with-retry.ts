import { pause } from './pause.ts'

type RetryOptions = {
  /** Returns the pause before the next attempt, or null when there is none. `attempt` counts from 1. */
  pauseMs: (error: unknown, attempt: number) => number | null
  signal?: AbortSignal | undefined
}

/** Runs `work` until it succeeds. Throws its last error, or the reason of `signal`, which also ends a pause. */
export async function withRetry<T>(
  work: (attempt: number) => Promise<T>,
  { pauseMs, signal }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await work(attempt)
    } catch (error) {
      signal?.throwIfAborted()
      const delayMs = pauseMs(error, attempt)
      if (delayMs === null) throw error
      await pause(delayMs, signal)
    }
  }
}
