import { getErrorCode } from '#contract/error-message.ts'

/** The connection failed. Whether its statement took effect is unknown; repeat it only under its idempotency key. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The caller of a slow read left before it finished. */
export class ReadAborted extends Error {
  override name = 'ReadAborted'

  constructor(options?: ErrorOptions) {
    super('the read was aborted by its caller', options)
  }
}

/** The table is missing. */
export const isUndefinedTable = (error: unknown): boolean => getErrorCode(error) === '42P01'

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

// Class 08, admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const GONE = /^(08...|57P0[123]|53300)$/

// pg reports these without a code.
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/

/** Returns true if another transaction rolled this one back (serialization_failure, deadlock_detected): retry it. */
export function isRetryable(error: unknown): boolean {
  const code = getErrorCode(error)
  return code === '40001' || code === '40P01'
}

/** Returns true if the database canceled a statement, usually at its timeout: query_canceled. */
export function isStatementTimeout(error: unknown): boolean {
  return getErrorCode(error) === '57014'
}

/** Returns true if a prepared statement is outdated after a migration, or unknown to a connection pooler. */
export function isStalePlan(error: unknown): boolean {
  const code = getErrorCode(error)
  if (code === '26000') return true
  return code === '0A000' && error instanceof Error && error.message.startsWith('cached plan')
}

/** Returns true if the connection failed and not the statement. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure)
  const code = getErrorCode(error)
  return NETWORK_CODES.has(code) || GONE.test(code) || DRIVER_MESSAGES.test(error.message)
}

export const isUniqueViolation = (error: unknown): boolean => getErrorCode(error) === '23505'
