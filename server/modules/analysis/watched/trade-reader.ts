import type { WatchedTrade } from '#contract/analysis/watched.ts'
import { isTrade, readFlows, type Flow, type TransactionFacts } from '#engine/index.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { AppError } from '#server/errors.ts'
import { lookUpAddress } from '#server/modules/analysis/analysis-request.ts'
import { NodeLink } from '#server/modules/analysis/collect/node-link.ts'
import { fetchTransactions } from '#server/modules/analysis/collect/transaction-fetcher.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import type { TradeRow } from './watched-repository.ts'

const SOL_DECIMALS = 9

export type TradeReader = {
  rpc: SolanaRpc
  link: NodeLink
  /** Returns a token's symbol, asked once per token; null if it has none. */
  readSymbol: (mint: string) => Promise<string | null>
  signal: AbortSignal
}

export const createTradeReader = (
  rpc: SolanaRpc,
  signal: AbortSignal,
  readSymbol = createSymbolReader(rpc),
): TradeReader => ({ rpc, link: new NodeLink(rpc, signal, () => undefined), readSymbol, signal })

export const isUnavailable = (error: unknown): boolean =>
  error instanceof RpcUnavailable ||
  (error instanceof AppError && error.code === 'CHAIN_UNAVAILABLE')

type FetchedTrades = {
  /** Signature of the newest transaction; null if there is none after `until`. */
  newest: string | null
  /** Listed transactions that the node did not return. */
  missing: { signature: string; blockTime?: number | null | undefined }[]
  trades: TradeRow[]
  /** Number of transactions read. */
  count: number
}

/**
 * Fetches the purchases and sales in the newest `limit` transactions of a wallet, down to `until` if it is not null.
 * Throws `RpcError` and the errors of `isUnavailable`.
 */
export async function fetchTrades(
  { rpc, link, readSymbol, signal }: TradeReader,
  address: string,
  { until, limit }: { until: string | null; limit: number },
): Promise<FetchedTrades> {
  const listed = await link.ask('getSignaturesForAddress', (options) =>
    rpc.getSignaturesForAddress(address, {
      ...options,
      commitment: 'finalized',
      until: until ?? undefined,
      limit,
    }),
  )
  const worked = listed.filter(({ err }) => err == null)
  const read = await fetchTransactions(
    { link, signal },
    worked.map(({ signature }) => signature),
  )
  const trades = [...read.values()].flatMap((tx) => readTrades(tx, address))
  return {
    newest: listed[0]?.signature ?? null,
    count: read.size,
    missing: worked.filter(({ signature }) => !read.has(signature)),
    trades: await Promise.all(
      trades.map(async (trade) => ({ ...trade, symbol: await readSymbol(trade.mint) })),
    ),
  }
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

/** Prefers the wallet's own balance change to the pool's. */
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
export function createSymbolReader(rpc: SolanaRpc): TradeReader['readSymbol'] {
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

export const toTrade = (row: TradeRow): WatchedTrade => ({
  sig: row.signature,
  kind: row.kind,
  token: { mint: row.mint, amount: row.tokens, decimals: row.decimals, symbol: row.symbol },
  quote:
    row.quoteMint === null || row.quoteAmount === null || row.quoteDecimals === null
      ? null
      : { mint: row.quoteMint, amount: row.quoteAmount, decimals: row.quoteDecimals },
  time: row.tradedAt.toISOString(),
})
