import { setTimeout as sleep } from 'node:timers/promises'

/** Aborts `cancelled` once the work's record says that it no longer runs; ends with `signal`. */
export async function watchCancellation(
  isRunning: () => Promise<boolean>,
  {
    pollMs,
    cancelled,
    signal,
  }: { pollMs: number; cancelled: AbortController; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    // A database that is away decides nothing; the next look will.
    const goesOn = await isRunning().catch(() => true)
    if (!goesOn) cancelled.abort(new Error('the work was cancelled'))
  }
}
