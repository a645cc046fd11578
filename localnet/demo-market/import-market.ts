import { demoClosingSignature, demoMarketLines, demoMints } from './demo-market.ts'

/** The import takes 0.2 s; a busy machine may take this long. */
const IMPORT_MS = 60_000

/** Calls one RPC method and returns its `result`. */
type RpcCaller = {
  call(method: string, params: unknown[], options?: { timeoutMs?: number }): Promise<unknown>
}

/**
 * Imports the demo market into the archive of a localnet unless it is there, ending at `endTime` (unix seconds).
 * Returns the demo tokens, the main one first.
 */
export async function ensureDemoMarket(
  rpc: RpcCaller,
  { endTime }: { endTime: number },
): Promise<{ mints: readonly [string, string]; imported: boolean }> {
  const mints = demoMints()
  const closing = await rpc.call('getSignatureStatuses', [
    [demoClosingSignature()],
    { searchTransactionHistory: true },
  ])
  if (isKnown(closing)) return { mints, imported: false }
  await rpc.call('chain_import', [{ lines: demoMarketLines({ endTime }) }], {
    timeoutMs: IMPORT_MS,
  })
  return { mints, imported: true }
}

function isKnown(answer: unknown): boolean {
  const value =
    typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null
  return Array.isArray(value) && Boolean(value[0])
}
