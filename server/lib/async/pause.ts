import { setTimeout as sleep } from 'node:timers/promises'

/** Waits. Throws the reason of `signal` when it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal?.throwIfAborted())
}
