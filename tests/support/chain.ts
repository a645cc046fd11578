import {
  startLocalChain,
  type LocalChainHandle,
  type LocalChainOptions,
} from '#localnet/start-local-chain.ts'

/**
 * A local chain on a free port, in memory unless a `dir` is given. Slots of 100 ms confirm four times as fast as
 * mainnet's and still leave a blockhash valid for 15 s; `chain_warp` gets to finality at once.
 */
export function testChain(options: Partial<LocalChainOptions> = {}): Promise<LocalChainHandle> {
  return startLocalChain({ port: 0, slotMs: 100, ...options })
}

type RpcReply = {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** One JSON-RPC call, its reply as it came. */
export async function rpcReply(
  { rpcUrl }: Pick<LocalChainHandle, 'rpcUrl'>,
  method: string,
  params: readonly unknown[] = [],
): Promise<RpcReply> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as RpcReply
}

/** The result of one JSON-RPC call; throws when the node answers with an error. */
export async function rpcResult<T>(
  chain: Pick<LocalChainHandle, 'rpcUrl'>,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const { result, error } = await rpcReply(chain, method, params)
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
  return result as T
}
