import { HttpError, NetworkError, isTemporary } from './api-error.ts'

/** Two retries cover a restart or a lost packet. More would only delay the report of an outage. */
const MAX_RETRIES = 2
const FIRST_DELAY_MS = 300
/** A longer Retry-After counts as a failure, because the user is waiting. */
const MAX_DELAY_MS = 3_000

/**
 * Returns the delay before a GET is repeated, or null. Other methods are not safe to repeat (RFC 9110 §9.2.1), and
 * after a timeout the user has waited long enough. `random` in [0, 1) spreads clients over half to one and a half
 * times the delay.
 */
export const retryDelayMs = (
  error: unknown,
  { method, attempt, random }: { method: string; attempt: number; random: () => number },
): number | null => {
  if (method !== 'GET' || attempt >= MAX_RETRIES) return null
  if (!(error instanceof NetworkError) && !(error instanceof HttpError)) return null
  if (!isTemporary(error)) return null
  const askedMs = error instanceof HttpError ? error.retryAfterMs : null
  const delayMs = askedMs ?? FIRST_DELAY_MS * 2 ** attempt * (0.5 + random())
  return delayMs > MAX_DELAY_MS ? null : delayMs
}

/** Parses seconds or an HTTP date (RFC 9110 §10.2.3) into milliseconds from now; null when unreadable. */
export const parseRetryAfter = (header: string | null, nowMs: number): number | null => {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : null
}
