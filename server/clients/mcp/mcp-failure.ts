import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { findOutboundError, type OutboundError } from '#server/clients/outbound/outbound-address.ts'

/** Messages for users. They never contain the server's own text. */
const TEXTS = {
  not_allowed: 'address not allowed',
  timeout: 'the server did not answer in time',
  unreachable: 'the server cannot be reached',
  unauthorized: 'the server asks for an access key',
  not_mcp: 'the address answers, but not as an MCP server',
  too_large: 'the server sent more than is accepted',
  closed: 'the server ended the connection',
  answer: 'the server answered with an error',
} as const
type McpReason = keyof typeof TEXTS

export class McpError extends Error {
  readonly reason: McpReason

  constructor(reason: McpReason, options?: ErrorOptions) {
    super(TEXTS[reason], options)
    this.name = 'McpError'
    this.reason = reason
  }

  /** The server's own message; null if it sent none. Untrusted, and of any length. */
  get serverText(): string | null {
    return this.cause instanceof ProtocolError ? this.cause.message : null
  }
}

/** Returns the error as an `McpError`. The reason of an unknown error is `not_mcp`. */
export const toMcpError = (error: unknown): McpError => {
  if (error instanceof McpError) return error
  const outbound = findOutboundError(error)
  if (outbound !== null) return mapOutboundError(outbound)
  if (error instanceof SdkHttpError) {
    const { status } = error
    const reason =
      status === 401 || status === 403 ? 'unauthorized' : status >= 500 ? 'unreachable' : 'not_mcp'
    return new McpError(reason, { cause: error })
  }
  if (error instanceof ProtocolError) return new McpError('answer', { cause: error })
  if (error instanceof SdkError) return new McpError(mapSdkCode(error.code), { cause: error })
  if (error instanceof Error && error.name === 'UnauthorizedError') {
    return new McpError('unauthorized', { cause: error })
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new McpError('timeout', { cause: error })
  }
  return new McpError(isSpawnFailure(error) ? 'unreachable' : 'not_mcp', { cause: error })
}

const mapOutboundError = (error: OutboundError): McpError => {
  const reason = error.isRefusal
    ? 'not_allowed'
    : error.reason === 'too_large' || error.reason === 'timeout'
      ? error.reason
      : 'unreachable'
  return new McpError(reason, { cause: error })
}

const mapSdkCode = (code: SdkErrorCode): McpReason => {
  if (code === SdkErrorCode.RequestTimeout) return 'timeout'
  if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected) return 'closed'
  if (code === SdkErrorCode.ListPaginationExceeded) return 'too_large'
  return 'not_mcp'
}

const isSpawnFailure = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn')
