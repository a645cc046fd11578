import { systemClock, type Clock } from '#src/lib/clock.ts'
import { readField } from '#src/lib/read-field.ts'
import type { Rpc } from './rpc.ts'

const POLL_MS = 250
const DONE = new Set<unknown>(['confirmed', 'finalized'])

/**
 * Returns true as soon as the chain has confirmed or rejected the transaction, false after `withinMs`. Retries when the
 * node does not answer. Never rejects.
 */
export const waitForConfirmation = async (
  rpc: Rpc,
  signature: string,
  { withinMs, clock = systemClock }: { withinMs: number; clock?: Clock },
): Promise<boolean> => {
  const endMs = clock.now() + withinMs
  for (;;) {
    if (await isDecided(rpc, signature)) return true
    const leftMs = endMs - clock.now()
    if (leftMs <= 0) return false
    await clock.sleep(Math.min(POLL_MS, leftMs))
  }
}

const isDecided = async (rpc: Rpc, signature: string): Promise<boolean> => {
  try {
    const statuses = readField(await rpc('getSignatureStatuses', [[signature]]), 'value')
    const status: unknown = Array.isArray(statuses) ? statuses[0] : null
    if (status === null || status === undefined) return false
    const error = readField(status, 'err')
    return (
      DONE.has(readField(status, 'confirmationStatus')) || (error !== null && error !== undefined)
    )
  } catch {
    return false
  }
}
