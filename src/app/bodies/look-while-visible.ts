import type { Clock } from '#src/lib/clock.ts'

/**
 * Calls `look` at once and every `everyMs`, but only while the page is visible; a failed call is repeated the next time.
 * Returns a function that stops it and aborts the signal.
 */
export const lookWhileVisible = (
  { clock, everyMs }: { clock: Clock; everyMs: number },
  look: (signal: AbortSignal) => Promise<void>,
): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  let lookedAtMs = Number.NEGATIVE_INFINITY

  const tryToLook = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || clock.now() - lookedAtMs < everyMs) return
    lookedAtMs = clock.now()
    await look(signal).catch(() => undefined)
  }
  const repeat = async () => {
    while (!signal.aborted) {
      await tryToLook()
      await clock.sleep(everyMs, signal)
    }
  }
  document.addEventListener('visibilitychange', () => void tryToLook(), { signal })
  repeat().catch(() => undefined)
  return () => over.abort()
}
