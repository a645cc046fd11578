import type { IdempotentCall, Once } from '#server/plugins/idempotency.ts'

/**
 * Binds an Idempotency-Key to a request without keeping its answer: for calls that may be repeated at will, and whose
 * answer moves on with the chain. Another request under the key throws `IDEMPOTENCY_CONFLICT`.
 */
export const bindKey = (once: Once, call: IdempotentCall): Promise<true> =>
  once<true>(call, async () => true)
