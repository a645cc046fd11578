import type { Clock } from '#src/lib/clock.ts'

/**
 * Calls `poll` at once and every `everyMs`, but only while the page is visible. Ignores failures until the next call.
 * Returns a function that stops it and aborts the signal.
 */
export const pollWhileVisible = (
  { clock, everyMs }: { clock: Clock; everyMs: number },
  poll: (signal: AbortSignal) => Promise<void>,
): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  let polledAtMs = Number.NEGATIVE_INFINITY

  const tryToPoll = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || clock.now() - polledAtMs < everyMs) return
    polledAtMs = clock.now()
    await poll(signal).catch(() => undefined)
  }
  const repeat = async () => {
    while (!signal.aborted) {
      await tryToPoll()
      await clock.sleep(everyMs, signal)
    }
  }
  document.addEventListener('visibilitychange', () => void tryToPoll(), { signal })
  repeat().catch(() => undefined)
  return () => over.abort()
}
