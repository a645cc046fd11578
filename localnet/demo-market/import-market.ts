import { demoClosingSignature, demoMarketLines, demoMints } from './demo-market.ts'

/** An import takes a fifth of a second; a start on a busy machine may wait this long for it. */
const IMPORT_MS = 60_000

/** Calls one RPC method and returns its `result`. */
type RpcCaller = {
  call(method: string, params: unknown[], options?: { timeoutMs?: number }): Promise<unknown>
}

/**
 * Brings the demo market into the archive of a localnet that does not have it, ending `endTime` (unix seconds); a chain
 * that has it is left alone. Gives the demo tokens, whose first is the one to show.
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
