import { isTrade, readFlows, type Flow, type TransactionFacts } from '#engine/index.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import { lookUpAddress } from '#server/modules/analysis/analysis-request.ts'
import { NodeLink } from '#server/modules/analysis/collect/node-link.ts'
import { fetchTransactions } from '#server/modules/analysis/collect/transaction-fetcher.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import {
  claimDueWatches,
  deleteUnwatched,
  savePoll,
  type DueWatch,
  type TradeRow,
} from './watched-repository.ts'

/** Kind of the job. */
export const TRADE_WATCH = 'watched-wallets'
/** Every minute. */
const SCHEDULE = '* * * * *'
const BATCH = 20
const KEPT_TRADES = 100
/** Transactions of the first poll, which show the wallet's latest trades. */
const FIRST_POLL = 20
/** A listed transaction that the node still does not return at this age is skipped. */
const SKIPPED_AFTER_S = 600
const SOL_DECIMALS = 9

type Parts = {
  db: Database
  rpc: SolanaRpc
  /** Time between two polls of the same wallet. */
  everyMinutes: number
}

/** Returns the job that looks for new trades of watched wallets, once for all users who watch the same one. */
export const createTradeWatchJob = (parts: Parts): JobKind => ({
  kind: TRADE_WATCH,
  concurrency: 1,
  maxAttempts: 1,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => pollDueWallets(parts, signal),
})

/**
 * Polls each due wallet once. A failing wallet does not stop the others; `AggregateError` reports them at the end. Stops early if the
 * node is unavailable: the remaining wallets are polled at their next time.
 */
export async function pollDueWallets(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, rpc, everyMinutes } = parts
  const link = new NodeLink(rpc, signal, () => undefined)
  const readSymbol = createSymbolReader(rpc)
  const failures: unknown[] = []
  for (;;) {
    signal.throwIfAborted()
    const due = await claimDueWatches(db, { everyMinutes, limit: BATCH })
    if (due.length === 0) break
    for (const watch of due) {
      try {
        if (watch.isWatched) await pollWallet(watch, { db, rpc, link, readSymbol, signal })
        else await db.transaction((tx) => deleteUnwatched(tx, watch.address))
      } catch (error) {
        if (isUnavailable(error)) return
        signal.throwIfAborted()
        if (!(error instanceof RpcError)) failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'wallets could not be polled')
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof RpcUnavailable ||
  (error instanceof AppError && error.code === 'CHAIN_UNAVAILABLE')

type Poll = Pick<Parts, 'db' | 'rpc'> & {
  link: NodeLink
  readSymbol: (mint: string) => Promise<string | null>
  signal: AbortSignal
}

async function pollWallet(
  { address, newestSignature }: DueWatch,
  { db, rpc, link, readSymbol, signal }: Poll,
): Promise<void> {
  const listed = await link.ask('getSignaturesForAddress', (options) =>
    rpc.getSignaturesForAddress(address, {
      ...options,
      commitment: 'finalized',
      until: newestSignature ?? undefined,
      // Trades of older transactions would not be kept.
      limit: newestSignature === null ? FIRST_POLL : KEPT_TRADES,
    }),
  )
  const worked = listed.filter(({ err }) => err == null)
  const read = await fetchTransactions(
    { link, signal },
    worked.map(({ signature }) => signature),
  )
  const trades = [...read.values()].flatMap((tx) => readTrades(tx, address))
  const named = await Promise.all(
    trades.map(async (trade) => ({ ...trade, symbol: await readSymbol(trade.mint) })),
  )
  const skippedBeforeS = Date.now() / 1_000 - SKIPPED_AFTER_S
  const isWhole = worked.every(
    ({ signature, blockTime }) =>
      read.has(signature) || (blockTime != null && blockTime < skippedBeforeS),
  )
  await db.transaction((tx) =>
    savePoll(tx, {
      address,
      newestSignature: isWhole ? (listed[0]?.signature ?? null) : null,
      trades: named,
      keep: KEPT_TRADES,
    }),
  )
}

/** Returns the purchases and sales of one wallet in a transaction. */
function readTrades(tx: TransactionFacts, address: string): TradeRow[] {
  const { timeS } = tx
  if (timeS === null) return []
  return readFlows(tx)
    .filter((flow) => flow.owner === address && isTrade(flow))
    .map((flow) => ({
      address,
      signature: flow.signature,
      kind: flow.kind === 'BUY' ? 'BUY' : 'SELL',
      mint: flow.mint,
      symbol: null,
      tokens: String(flow.tokens),
      decimals: findDecimals(tx, flow.mint) ?? 0,
      ...readQuote(tx, flow),
      slot: flow.slot,
      tradedAt: new Date(timeS * 1_000),
    }))
}

/** Prefers what reached or left the wallet to what the pool paid or received. */
function readQuote(
  tx: TransactionFacts,
  { quoteMint, quoteNet, grossMint, quoteGross }: Flow,
): Pick<TradeRow, 'quoteMint' | 'quoteAmount' | 'quoteDecimals'> {
  const [mint, amount] = quoteNet > 0n ? [quoteMint, quoteNet] : [grossMint, quoteGross]
  const decimals = mint === null ? null : findDecimals(tx, mint)
  return mint === null || decimals === null || amount === 0n
    ? { quoteMint: null, quoteAmount: null, quoteDecimals: null }
    : { quoteMint: mint, quoteAmount: String(amount), quoteDecimals: decimals }
}

const findDecimals = ({ balances }: TransactionFacts, mint: string): number | null =>
  mint === WSOL_MINT
    ? SOL_DECIMALS
    : (balances.find((balance) => balance.mint === mint)?.decimals ?? null)

/** Returns a function that asks the chain for a token's symbol, once per token. Null if the token has none. */
function createSymbolReader(rpc: Parts['rpc']): Poll['readSymbol'] {
  const known = new Map<string, Promise<string | null>>()
  const ask = async (mint: string): Promise<string | null> => {
    try {
      return (await lookUpAddress(rpc, mint)).symbol
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (error instanceof AppError || error instanceof RpcError) return null
      throw error
    }
  }
  return (mint) => {
    const asked = known.get(mint) ?? ask(mint)
    known.set(mint, asked)
    return asked
  }
}
