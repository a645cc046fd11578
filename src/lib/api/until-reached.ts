import { systemClock } from '#src/lib/clock.ts'
import { isTemporary } from './api-error.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 15_000

type UntilReachedOptions = {
  /** Ends the tries; its reason is thrown. */
  readonly signal: AbortSignal
  /** Called after each try that did not reach the server. */
  readonly onLost: () => void
}

/**
 * Runs a read until the server answers it: with growing pauses, and at once when the browser is online again. Throws the
 * first failure that another try would not change.
 */
export const untilReached = async (
  read: () => Promise<void>,
  { signal, onLost }: UntilReachedOptions,
): Promise<void> => {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error
    }
    onLost()
    await pause(delayMs, signal)
  }
}

/** Ends after the time, or when the browser is online again. */
const pause = async (delayMs: number, signal: AbortSignal): Promise<void> => {
  const over = new AbortController()
  try {
    await Promise.race([
      systemClock.sleep(delayMs, AbortSignal.any([signal, over.signal])),
      new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { signal: over.signal })
      }),
    ])
  } finally {
    over.abort()
  }
}
