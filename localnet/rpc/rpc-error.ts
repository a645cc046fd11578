import { getErrorMessage } from '#contract/error-message.ts'
/** Codes of the JSON-RPC answers. Source: https://solana.com/docs/rpc (the node's custom errors are -32001 … -32016). */
export const RPC_ERROR = {
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const

export class ChainRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'ChainRpcError'
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message: string): ChainRpcError =>
  new ChainRpcError(RPC_ERROR.invalidParams, message)

export function toRpcError(error: unknown): ChainRpcError {
  if (error instanceof ChainRpcError) return error
  return new ChainRpcError(RPC_ERROR.internal, `Internal error: ${getErrorMessage(error)}`)
}
