/**
 * Codes with which a node says "I cannot know yet", not "no": block not available (-32004), node unhealthy (-32005),
 * history not available (-32011), status not yet available (-32014), context slot not reached (-32016), long-term
 * storage unreachable (-32019), internal error (-32603), and the throttling codes of hosted providers.
 * Source: agave, rpc-client-api/src/custom_error.rs.
 */
const UNAVAILABLE_CODES = new Set([
  -32004, -32005, -32011, -32014, -32016, -32019, -32603, 429, -32429,
])

/** Codes of hosted providers for too many calls. */
const BUSY_CODES = new Set([429, -32429])

/** The chain was unavailable or had no answer. This proves nothing about the requested item. */
export class RpcUnavailable extends Error {
  readonly method: string
  readonly retryAfterMs: number | undefined
  readonly isBusy: boolean

  constructor(
    method: string,
    reason: string,
    {
      cause,
      retryAfterMs,
      isBusy = false,
    }: { cause?: unknown; retryAfterMs?: number; isBusy?: boolean } = {},
  ) {
    super(`${method}: ${reason}`, cause === undefined ? undefined : { cause })
    this.name = 'RpcUnavailable'
    this.method = method
    this.retryAfterMs = retryAfterMs
    this.isBusy = isBusy
  }
}

/** The node understood the call and refused it. */
export class RpcError extends Error {
  readonly method: string
  readonly code: number
  readonly data: unknown

  constructor(method: string, code: number, message: string, data?: unknown) {
    super(`${method}: ${message} (${code})`)
    this.name = 'RpcError'
    this.method = method
    this.code = code
    this.data = data
  }
}

/** Returns the error for the `error` member of a JSON-RPC response. */
export function toRpcError(
  method: string,
  error: { code: number; message: string; data?: unknown },
): RpcError | RpcUnavailable {
  return UNAVAILABLE_CODES.has(error.code)
    ? new RpcUnavailable(method, `${error.message} (${error.code})`, {
        isBusy: BUSY_CODES.has(error.code),
      })
    : new RpcError(method, error.code, error.message, error.data)
}
