import { WSOL_MINT } from '#solana/programs.ts'
import { listActorsOf } from './demo-actors.ts'
import { mintTo, signer, type DemoInstruction } from './market-instructions.ts'
import type { DemoLedger } from './market-ledger.ts'
import { openTokenAccount, type DemoPool, type PoolParts } from './market-pools.ts'
import type { DemoWorld } from './roles.ts'
import { createSwapPool, createWrapping, type SwapPool } from './swap-pools.ts'
import { SOL, sol } from './trading.ts'

/** The dollar coin of mainnet. Source: https://www.circle.com/multi-chain-usdc/solana */
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const DOLLAR = 1_000_000n
const FIRST_DOLLARS = 900_000n * DOLLAR
const FIRST_LAMPORTS = 6_000n * SOL
const EXCHANGE_INTERVAL_SECONDS = 100
const TRADER_INTERVAL_SECONDS = 40
/** Smaller trades are not worth it. */
const MIN_DOLLARS = 4n * DOLLAR
const ROUTED_SHARE = 0.3

export type DollarParts = {
  ledger: DemoLedger
  /** The pool of SOL and dollars. */
  sol: PoolParts
  /** The pool of the token and dollars. */
  token: PoolParts
}

type Span = { fromSeconds: number; toSeconds: number }

/** Opens a pool of SOL and dollars and keeps moving its price a little. */
export function simulateDollarExchange(
  { random, timeline, trading }: DemoWorld,
  { ledger, sol: parts }: DollarParts,
  { fromSeconds, toSeconds }: Span,
): void {
  const dealer = random.wallet('dollar dealer')
  ledger.airdrop(dealer, 3n * FIRST_LAMPORTS)
  const pool = createSwapPool(parts, WSOL_MINT)
  const { open, fill, close } = createWrapping(parts)
  timeline.at(fromSeconds, (slot) =>
    trading.submit(dealer, slot, [
      openTokenAccount(parts, dealer, dealer, USDC_MINT),
      mintTo(
        USDC_MINT,
        parts.findTokenAccount(dealer, USDC_MINT),
        signer(dealer),
        FIRST_DOLLARS + 200_000n * DOLLAR,
      ),
      ...fill(dealer, FIRST_LAMPORTS),
      ...pool.open(dealer, FIRST_DOLLARS, FIRST_LAMPORTS),
      close(dealer),
    ]),
  )
  for (
    let seconds = fromSeconds + EXCHANGE_INTERVAL_SECONDS;
    seconds < toSeconds;
    seconds += EXCHANGE_INTERVAL_SECONDS * random.between(0.6, 1.4)
  ) {
    const lamports = sol(random.around(12, 0.5))
    const isBuy = random.unit() < 0.5
    timeline.at(seconds, (slot) =>
      trading.submit(
        dealer,
        slot,
        isBuy
          ? [...fill(dealer, lamports), ...pool.buy(dealer, lamports), close(dealer)]
          : [open(dealer), ...pool.sell(dealer, (lamports * 150n) / 1_000n), close(dealer)],
      ),
    )
  }
}

/**
 * Opens a pool of the token and dollars. Its traders buy there while it is cheaper than `main`, and sell while it is more
 * expensive: some with their own dollars, some with SOL through the pool of SOL and dollars.
 */
export function simulateDollarTrading(
  { random, timeline, trading, actors }: DemoWorld,
  { ledger, sol: solParts, token: parts }: DollarParts,
  {
    main,
    market,
    span: { fromSeconds, toSeconds },
  }: { main: DemoPool; market: number; span: Span },
): void {
  const maker = random.wallet('market maker')
  ledger.airdrop(maker, sol(20))
  const pool = createSwapPool(parts, USDC_MINT)
  const exchange = createSwapPool(solParts, WSOL_MINT)
  const { fill, close } = createWrapping(solParts)
  const countDollars = (wallet: string) =>
    ledger.getTokens(parts.findTokenAccount(wallet, USDC_MINT))
  const toDollars = (wallet: string, lamports: bigint): DemoInstruction[] => [
    ...fill(wallet, lamports),
    ...exchange.buy(wallet, lamports),
    close(wallet),
  ]
  timeline.at(fromSeconds, (slot) => {
    trading.submit(maker, slot, toDollars(maker, sol(9)))
    timeline.atSlot(slot + 2, (at) => trading.buy(main, maker, at, sol(6)))
  })
  timeline.at(fromSeconds + 400, (slot) => {
    const tokens = trading.getTokens(maker, main)
    // The pool starts at the market price.
    const worth = exchange.tokensFor(main.lamportsFor(tokens))
    const dollars = worth < countDollars(maker) ? worth : countDollars(maker)
    trading.submit(maker, slot, pool.open(maker, tokens, dollars))
  })

  const traders = listActorsOf(actors, 'dollar', market)
  traders.forEach((trader, nth) => {
    timeline.at(fromSeconds + 60 + nth * 7, (slot) =>
      trading.submit(trader, slot, toDollars(trader, sol(random.between(1, 2)))),
    )
    if (nth % 2 > 0) return
    timeline.at(fromSeconds + random.between(100, 390), (slot) =>
      trading.buy(main, trader, slot, sol(random.between(0.4, 0.8))),
    )
  })
  const trade = (slot: number) => {
    const wanted = computeDollarGap(pool, ledger, main, exchange)
    const holders = traders.filter((wallet) => trading.getTokens(wallet, main) > 0n)
    const trader = random.pick(wanted < 0n && holders.length > 0 ? holders : traders)
    const size = (abs(wanted) * BigInt(random.whole(30, 90))) / 100n
    if (size < MIN_DOLLARS) return
    if (wanted < 0n) {
      const balance = trading.getTokens(trader, main)
      const tokens = pool.tokensFor(size)
      const sold = tokens < balance ? tokens : balance
      if (sold > 0n) trading.submit(trader, slot, pool.sell(trader, sold))
      return
    }
    if (random.unit() < ROUTED_SHARE) {
      const lamports = exchange.quoteFor(size)
      const dollars = exchange.tokensFor(lamports)
      if (!trading.canSpend(trader, lamports)) return
      trading.submit(trader, slot, [...toDollars(trader, lamports), ...pool.buy(trader, dollars)])
      return
    }
    const own = countDollars(trader)
    const paid = size < own ? size : own
    if (paid >= MIN_DOLLARS) trading.submit(trader, slot, pool.buy(trader, paid))
  }
  for (
    let seconds = fromSeconds + 430;
    seconds < toSeconds;
    seconds += TRADER_INTERVAL_SECONDS * random.between(0.5, 1.5)
  ) {
    timeline.at(seconds, trade)
  }
}

/** Returns the dollars to pay into the pool (negative: to take out) until its price equals that of the main pool. */
function computeDollarGap(
  pool: SwapPool,
  ledger: DemoLedger,
  main: DemoPool,
  exchange: SwapPool,
): bigint {
  const tokens = Number(ledger.getTokens(pool.vaults.token))
  const dollars = Number(ledger.getTokens(pool.vaults.quote))
  const tokensPerSol = Number(main.tokensFor(SOL / 100n)) * 100
  const dollarsPerSol = Number(exchange.tokensFor(SOL))
  const balanced = Math.sqrt((tokens * dollars * dollarsPerSol) / tokensPerSol)
  return Number.isFinite(balanced) ? BigInt(Math.round(balanced - dollars)) : 0n
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
