import { systemClock } from '#src/lib/clock.ts'

const RETRY_DELAY_MS = 10_000

type KeepTryingOptions = {
  readonly signal: AbortSignal
  readonly onFailure: (error: unknown) => void
}

/** Starts work, and retries every 10 s until it has started or the signal aborts. */
export const keepTrying = async (
  start: () => Promise<void>,
  { signal, onFailure }: KeepTryingOptions,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      return await start()
    } catch (error) {
      onFailure(error)
    }
    await systemClock.sleep(RETRY_DELAY_MS, signal).catch(() => undefined)
  }
}
