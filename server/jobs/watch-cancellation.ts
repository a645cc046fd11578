import { setTimeout as sleep } from 'node:timers/promises'

/** Aborts `cancelled` once the record of the run says that it stopped; ends with `signal`. */
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
    // An unreachable database decides nothing; the next poll will.
    const goesOn = await isRunning().catch(() => true)
    if (!goesOn) cancelled.abort(new Error('the work was cancelled'))
  }
}
