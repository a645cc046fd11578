import type { HeldToken, WalletOverview } from '#contract/analysis/watched.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { readHoldings, type Holding } from '#server/clients/solana-rpc/token-holdings.ts'
import { readTokens } from '#server/clients/solana-rpc/token-lookup.ts'
import { AppError } from '#server/errors.ts'
import { toShownName } from '#server/lib/text/visible-text.ts'
import { readAddress } from '#server/modules/analysis/analysis-request.ts'
import { createTradeReader, fetchTrades, isUnavailable, toTrade } from './trade-reader.ts'

/** As many as one call of the node can name. */
const MAX_TOKENS = 50
const TRANSACTIONS = 40
const MAX_NAME = 40
const TIMEOUT_MS = 20_000

/** Reads a wallet from the chain. Throws `INVALID_ADDRESS` and `CHAIN_UNAVAILABLE`. */
export async function readWalletOverview(rpc: SolanaRpc, given: string): Promise<WalletOverview> {
  const address = readAddress(given, 'address')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const [account, holdings, { trades, count }] = await Promise.all([
      rpc.getAccountInfo(address, { signal }),
      readHoldings(rpc, address, { signal }),
      fetchTrades(createTradeReader(rpc, signal), address, { until: null, limit: TRANSACTIONS }),
    ])
    return {
      address,
      lamports: String(account?.lamports ?? 0n),
      tokens: await nameTokens(rpc, holdings, signal),
      token_count: holdings.length,
      trades: trades.toSorted((a, b) => b.slot - a.slot).map(toTrade),
      transactions_read: count,
    }
  } catch (error) {
    if (isUnavailable(error) || error instanceof RpcError || signal.aborted) {
      throw new AppError('CHAIN_UNAVAILABLE', 'The chain did not return this wallet. Try again.')
    }
    throw error
  }
}

async function nameTokens(
  rpc: SolanaRpc,
  holdings: readonly Holding[],
  signal: AbortSignal,
): Promise<HeldToken[]> {
  const shown = holdings.slice(0, MAX_TOKENS)
  const found = await readTokens(
    rpc,
    shown.map(({ mint }) => mint),
    { signal },
  )
  const tokens = shown.map(({ mint, amount }, index): HeldToken => {
    const { mint: state = null, metadata = null } = found[index] ?? {}
    return {
      mint,
      name: toShownName(metadata?.name, MAX_NAME),
      symbol: toShownName(metadata?.symbol, MAX_NAME),
      amount: String(amount),
      decimals: state?.decimals ?? null,
    }
  })
  return tokens.toSorted((a, b) => Number(a.symbol === null) - Number(b.symbol === null))
}
