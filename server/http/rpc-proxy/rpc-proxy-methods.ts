import { isRecord } from '#server/lib/is-record.ts'

/** The methods that wallets, our pages and web3.js call. */
const CALLS = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getEpochInfo',
  'getFeeForMessage',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getSignatureStatuses',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
])
const AIRDROP = 'requestAirdrop'
const SUBSCRIPTIONS = new Set(['accountSubscribe', 'signatureSubscribe'])
const CANCELLATIONS = new Set(['accountUnsubscribe', 'signatureUnsubscribe'])

const MAX_BATCH = 20

/** JSON-RPC 2.0 codes, and 429 as hosted Solana nodes use it. */
export const PROXY_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  upstream: -32603,
  tooMany: 429,
} as const

export type RpcId = string | number | null
export type RpcCall = { id: RpcId; method: string; params: readonly unknown[] | undefined }
export type RpcRefusal = { id: RpcId; code: number; message: string }
export type CallReading = { ok: true; call: RpcCall } | { ok: false; refusal: RpcRefusal }

export const isHttpMethod = (method: string, { allowAirdrop }: { allowAirdrop: boolean }) =>
  CALLS.has(method) || (allowAirdrop && method === AIRDROP)

export type SocketMethod = 'subscribe' | 'unsubscribe' | null

/** Returns null for a method that clients may not call over WebSocket. */
export function classifySocketMethod(method: string): SocketMethod {
  if (SUBSCRIPTIONS.has(method)) return 'subscribe'
  return CANCELLATIONS.has(method) ? 'unsubscribe' : null
}

/** Reads one call or a batch. A malformed call does not refuse the others of its batch. */
export function readBody(
  body: unknown,
): { ok: true; batch: boolean; readings: CallReading[] } | { ok: false; refusal: RpcRefusal } {
  if (!Array.isArray(body)) return { ok: true, batch: false, readings: [readCall(body)] }
  if (body.length === 0 || body.length > MAX_BATCH) {
    return {
      ok: false,
      refusal: {
        id: null,
        code: PROXY_ERROR.invalidRequest,
        message: `A batch has 1 to ${MAX_BATCH} calls`,
      },
    }
  }
  return { ok: true, batch: true, readings: body.map(readCall) }
}

export function readCall(given: unknown): CallReading {
  const { id, method, params } = isRecord(given) ? given : {}
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null
  const isValid =
    typeof method === 'string' &&
    (params === undefined || Array.isArray(params)) &&
    (id === undefined || id === null || knownId !== null)
  return isValid
    ? { ok: true, call: { id: knownId, method, params } }
    : {
        ok: false,
        refusal: { id: knownId, code: PROXY_ERROR.invalidRequest, message: 'Invalid request' },
      }
}

export const methodNotFound = (id: RpcId): RpcRefusal => ({
  id,
  code: PROXY_ERROR.methodNotFound,
  message: 'Method not found',
})

export const toRefusalBody = ({ id, code, message }: RpcRefusal) => ({
  jsonrpc: '2.0',
  error: { code, message },
  id,
})
