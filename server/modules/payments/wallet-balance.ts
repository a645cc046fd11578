import { lamportsToSol } from '#contract/money.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { parseWalletAddress } from '#server/modules/payments/orders/payment-input.ts'

const LOOKUP_TIMEOUT_MS = 3_000
const PRICE_TIMEOUT_MS = 1_500

type Dependencies = {
  rpc: Pick<SolanaRpc, 'getBalance'>
  ledger: Pick<Ledger, 'getBalance'>
  price: SolPrice | null
  now: () => number
}

/**
 * Returns the caller's balance in the product and that of an on-chain wallet, in SOL. Values that can't be looked up
 * are null, but the caller's balance never is. `usdValue` is the value of the caller's balance.
 */
export async function readBalances(
  { rpc, ledger, price, now }: Dependencies,
  { userId, walletAddress }: { userId: string; walletAddress: unknown },
) {
  const address =
    walletAddress === undefined ? undefined : parseWalletAddress(walletAddress, 'wallet_address')
  const [lamports, walletLamports, usdPerSol] = await Promise.all([
    ledger.getBalance(userId),
    address === undefined ? null : readWallet(rpc, address),
    readPrice(price),
  ])
  const sol = lamportsToSol(lamports)
  return {
    success: true,
    ...(address === undefined ? {} : { address }),
    wallet_balance: walletLamports === null ? null : lamportsToSol(walletLamports),
    user_sol_balance: sol,
    usdValue: usdPerSol === null ? null : Math.round(sol * usdPerSol * 100) / 100,
    usd_per_sol: usdPerSol,
    lastUpdated: new Date(now()).toISOString(),
  }
}

async function readWallet(rpc: Dependencies['rpc'], address: string): Promise<bigint | null> {
  try {
    const options = { commitment: 'confirmed', timeoutMs: LOOKUP_TIMEOUT_MS, retries: 0 } as const
    return await rpc.getBalance(address, options)
  } catch (error) {
    if (error instanceof RpcUnavailable || error instanceof RpcError) return null
    throw error
  }
}

async function readPrice(price: SolPrice | null): Promise<number | null> {
  if (price === null) return null
  try {
    return await price({ signal: AbortSignal.timeout(PRICE_TIMEOUT_MS) })
  } catch {
    return null
  }
}

const STEPS = 60
const DAY_SECONDS = 86_400

/** Returns the balance in 60 equal steps over the last days, in SOL. */
export async function readBalanceSeries(
  ledger: Pick<Ledger, 'getBalanceHistory'>,
  { userId, days }: { userId: string; days: number },
) {
  const stepSeconds = (days * DAY_SECONDS) / STEPS
  const { opening, steps } = await ledger.getBalanceHistory({ userId, stepSeconds, count: STEPS })
  return {
    success: true,
    data: steps.map(({ at, balance, credited, spent, refunded, granted }) => ({
      at: at.toISOString(),
      balance: lamportsToSol(balance),
      credited: lamportsToSol(credited),
      spent: lamportsToSol(spent),
      refunded: lamportsToSol(refunded),
      granted: lamportsToSol(granted),
    })),
    meta: { days, step_seconds: stepSeconds, opening_balance: lamportsToSol(opening) },
  }
}
