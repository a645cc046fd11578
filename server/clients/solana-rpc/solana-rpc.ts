import * as z from 'zod/mini'
import {
  createJsonRpc,
  type CallOptions,
  type JsonRpcCall,
  type JsonRpcOutcome,
} from './json-rpc.ts'
import { postCalls, type BulkReply, type SendBody } from './post-calls.ts'
import { createRpcPacer } from './rpc-pacer.ts'
import { RpcUnavailable } from './solana-rpc-errors.ts'
import {
  AccountInfo,
  InContext,
  JsonTransaction,
  LamportsAnswer,
  LargestTokenAccount,
  LatestBlockhash,
  RawTransaction,
  SignatureInfo,
  SignatureStatus,
  TokenAmount,
  type Commitment,
} from './solana-rpc-schemas.ts'

export type SolanaRpcSettings = {
  url: string
  timeoutMs: number
  retries?: number
  maxBatch?: number
  fetch?: typeof globalThis.fetch
  random?: () => number
  /** Called once per call and per batch entry, retries included. */
  onCall?: (method: string, outcome: 'ok' | 'error') => void
}

type AtCommitment = CallOptions & { commitment?: Commitment | undefined }
type AccountOptions = AtCommitment & { dataSlice?: { offset: number; length: number } }
type SignaturesOptions = AtCommitment & {
  before?: string | undefined
  until?: string | undefined
  limit?: number | undefined
}
type TransactionOptions<E extends 'base64' | 'json'> = AtCommitment & { encoding: E }

export type SolanaRpc = ReturnType<typeof createSolanaRpc>

/**
 * Creates a client with the node calls that the server uses. Throws `RpcUnavailable` if a response can't be parsed,
 * or the node can't be reached or doesn't know; `RpcError` if it refuses. Default commitment: `confirmed`.
 */
export function createSolanaRpc({
  url,
  timeoutMs,
  retries = 0,
  maxBatch = 50,
  fetch = (input, init) => globalThis.fetch(input, init),
  random = Math.random,
  onCall = () => undefined,
}: SolanaRpcSettings) {
  const jsonRpc = countCalls(
    createJsonRpc({ url, timeoutMs, retries, maxBatch, fetch, random }),
    onCall,
  )
  const reader = createReader(jsonRpc)
  return {
    /** Paces the bulk reads of all users of this client. Single calls need not wait. */
    pacer: createRpcPacer(),
    ...createBulkCalls({ url, fetch, onCall }),
    /** Returns the unparsed `result` of a method without a function here. */
    call: jsonRpc.call,
    batch: (calls: readonly JsonRpcCall[], options?: CallOptions): Promise<JsonRpcOutcome[]> =>
      jsonRpc.batch(calls, options),

    ...createTransactionCalls(reader),
    ...createAccountCalls(reader),
    ...createBlockCalls(reader),
  }
}

/** Requests of many calls, whose senders pace and parse them. */
function createBulkCalls({
  url,
  fetch,
  onCall,
}: Required<Pick<SolanaRpcSettings, 'url' | 'fetch' | 'onCall'>>) {
  const exchange: SendBody = async (body, { method, calls }, signal) => {
    let outcome: 'ok' | 'error' = 'error'
    try {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.ok) outcome = 'ok'
      return { status: response.status, retryAfter: response.headers.get('retry-after'), bytes }
    } finally {
      for (let nth = 0; nth < calls; nth++) onCall(method, outcome)
    }
  }
  return {
    exchange,
    postCalls: (
      calls: readonly JsonRpcCall[],
      options: { signal: AbortSignal; timeoutMs: number },
    ): Promise<BulkReply> => postCalls(exchange, calls, options),
  }
}

type Reader = ReturnType<typeof createReader>

function createReader(jsonRpc: JsonRpc) {
  async function read<T extends z.ZodMiniType>(
    schema: T,
    method: string,
    params: readonly unknown[],
    options: CallOptions = {},
  ): Promise<z.infer<T>> {
    return parseResult(schema, method, await jsonRpc.call(method, params, options))
  }

  async function readInContext<T extends z.ZodMiniType>(
    schema: T,
    method: string,
    params: readonly unknown[],
    options: CallOptions = {},
  ): Promise<{ slot: number; value: z.infer<T> }> {
    const { context, value } = await read(InContext, method, params, options)
    return { slot: context.slot, value: parseResult(schema, method, value) }
  }

  const readValue = async <T extends z.ZodMiniType>(
    schema: T,
    method: string,
    params: readonly unknown[],
    options: CallOptions = {},
  ): Promise<z.infer<T>> => (await readInContext(schema, method, params, options)).value

  return { read, readInContext, readValue }
}

function createTransactionCalls({ read, readValue }: Reader) {
  function getTransaction(
    signature: string,
    options: TransactionOptions<'base64'>,
  ): Promise<RawTransaction | null>
  function getTransaction(
    signature: string,
    options: TransactionOptions<'json'>,
  ): Promise<JsonTransaction | null>
  async function getTransaction(
    signature: string,
    options: TransactionOptions<'base64' | 'json'>,
  ): Promise<RawTransaction | JsonTransaction | null> {
    const { encoding, commitment } = options
    const params = buildTransactionParams(signature, encoding, commitment)
    return encoding === 'base64'
      ? read(z.nullable(RawTransaction), 'getTransaction', params, options)
      : read(z.nullable(JsonTransaction), 'getTransaction', params, options)
  }

  return {
    /** Null if the node doesn't have it at that commitment, which doesn't prove that it never landed. */
    getTransaction,

    /** Newest first, at most 1,000 (`limit`), older than `before`, newer than `until`. */
    getSignaturesForAddress: (
      address: string,
      options: SignaturesOptions = {},
    ): Promise<SignatureInfo[]> => {
      const { before, until, limit, commitment = 'confirmed' } = options
      const config = { before, until, limit, commitment }
      return read(z.array(SignatureInfo), 'getSignaturesForAddress', [address, config], options)
    },

    /** Null for a signature that the node does not know. Without `searchTransactionHistory`, it knows only recent ones. */
    getSignatureStatuses: (
      signatures: readonly string[],
      options: CallOptions & { searchTransactionHistory?: boolean } = {},
    ): Promise<(SignatureStatus | null)[]> =>
      readValue(
        z.array(z.nullable(SignatureStatus)),
        'getSignatureStatuses',
        [signatures, { searchTransactionHistory: options.searchTransactionHistory ?? false }],
        options,
      ),
  }
}

const createAccountCalls = ({ readValue }: Reader) => ({
  /** Returns lamports; 0 for an unknown account. */
  getBalance: (address: string, options: AtCommitment = {}): Promise<bigint> =>
    readValue(LamportsAnswer, 'getBalance', [address, pickCommitment(options)], options),

  getAccountInfo: (address: string, options: AccountOptions = {}): Promise<AccountInfo | null> =>
    readValue(
      z.nullable(AccountInfo),
      'getAccountInfo',
      [address, buildAccountConfig(options)],
      options,
    ),

  getMultipleAccounts: (
    addresses: readonly string[],
    options: AccountOptions = {},
  ): Promise<(AccountInfo | null)[]> =>
    readValue(
      z.array(z.nullable(AccountInfo)),
      'getMultipleAccounts',
      [addresses, buildAccountConfig(options)],
      options,
    ),

  getTokenSupply: (mint: string, options: AtCommitment = {}): Promise<TokenAmount> =>
    readValue(TokenAmount, 'getTokenSupply', [mint, pickCommitment(options)], options),

  getTokenLargestAccounts: (
    mint: string,
    options: AtCommitment = {},
  ): Promise<LargestTokenAccount[]> =>
    readValue(
      z.array(LargestTokenAccount),
      'getTokenLargestAccounts',
      [mint, pickCommitment(options)],
      options,
    ),
})

const createBlockCalls = ({ read, readInContext }: Reader) => ({
  /** Also returns the slot of the response. */
  async getLatestBlockhash(
    options: AtCommitment = {},
  ): Promise<{ blockhash: string; lastValidBlockHeight: number; slot: number }> {
    const { slot, value } = await readInContext(
      LatestBlockhash,
      'getLatestBlockhash',
      [pickCommitment(options)],
      options,
    )
    const { blockhash, lastValidBlockHeight } = value
    return { blockhash, lastValidBlockHeight, slot }
  },

  getSlot: (options: AtCommitment = {}): Promise<number> =>
    read(z.int(), 'getSlot', [pickCommitment(options)], options),

  getBlockHeight: (options: AtCommitment = {}): Promise<number> =>
    read(z.int(), 'getBlockHeight', [pickCommitment(options)], options),

  /** Unix seconds; null if the node has no time for that slot. */
  getBlockTime: (slot: number, options: CallOptions = {}): Promise<number | null> =>
    read(z.nullable(z.int()), 'getBlockTime', [slot], options),

  getGenesisHash: (options: CallOptions = {}): Promise<string> =>
    read(z.string(), 'getGenesisHash', [], options),
})

type JsonRpc = ReturnType<typeof createJsonRpc>

const countCalls = (
  { call, batch }: JsonRpc,
  onCall: NonNullable<SolanaRpcSettings['onCall']>,
): JsonRpc => ({
  async call(method, params, options) {
    try {
      const result = await call(method, params, options)
      onCall(method, 'ok')
      return result
    } catch (error) {
      if (options?.signal?.aborted !== true) onCall(method, 'error')
      throw error
    }
  },
  async batch(calls, options) {
    try {
      const outcomes = await batch(calls, options)
      for (const [index, { method }] of calls.entries()) {
        onCall(method, outcomes[index]?.ok === true ? 'ok' : 'error')
      }
      return outcomes
    } catch (error) {
      if (options?.signal?.aborted !== true) for (const { method } of calls) onCall(method, 'error')
      throw error
    }
  },
})

function parseResult<T extends z.ZodMiniType>(
  schema: T,
  method: string,
  result: unknown,
): z.infer<T> {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  throw new RpcUnavailable(method, 'answer has another shape', { cause: parsed.error })
}

const pickCommitment = ({ commitment = 'confirmed' }: AtCommitment) => ({ commitment })

const buildAccountConfig = ({ commitment = 'confirmed', dataSlice }: AccountOptions) => ({
  encoding: 'base64',
  commitment,
  ...(dataSlice ? { dataSlice } : {}),
})

const buildTransactionParams = (
  signature: string,
  encoding: 'base64' | 'json',
  commitment: Commitment = 'confirmed',
) => [signature, { encoding, commitment, maxSupportedTransactionVersion: 0 }]
