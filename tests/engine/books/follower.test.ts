import { expect, it } from 'vitest'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { crowd, entryOf, POOL, reportOf, transaction, walletOf } from '#tests/engine/market.ts'

const SOL = 1_000_000_000n
const wallet = walletOf('leader')

/** A pool without fees whose balances keep their product. Slots are 0.4 s apart, so a follower is 37 slots late. */
function openPool() {
  const pool = { tokens: 800_000_000_000_000n, lamports: 80_000_000_000n }
  const states: { tokens: number; lamports: number }[] = []
  const trades: TransactionFacts[] = []
  const swap = (
    owner: string,
    slot: number,
    tokens: bigint,
    lamports: bigint,
    heldBefore: bigint,
  ) => {
    trades.push(
      transaction({
        slot,
        moves: [
          { owner, signs: true, tokens, heldBefore, lamports },
          {
            owner: POOL,
            tokens: -tokens,
            heldBefore: pool.tokens,
            wsol: -lamports,
            wsolBefore: pool.lamports,
          },
        ],
      }),
    )
    pool.tokens -= tokens
    pool.lamports -= lamports
    states.push({ tokens: Number(pool.tokens), lamports: Number(pool.lamports) })
  }
  return {
    trades,
    /** The pool after the nth trade, from 0. */
    after: (nth: number) => states[nth] ?? { tokens: 0, lamports: 0 },
    buy(owner: string, slot: number, lamports: bigint): bigint {
      const tokens = (pool.tokens * lamports) / (pool.lamports + lamports)
      swap(owner, slot, tokens, -lamports, 0n)
      return tokens
    },
    sell(owner: string, slot: number, tokens: bigint, held = tokens) {
      swap(owner, slot, -tokens, (pool.lamports * tokens) / (pool.tokens + tokens), held)
    },
  }
}

type State = ReturnType<ReturnType<typeof openPool>['after']>

/** Lamports for the tokens that were bought with `paid` lamports at one state, in the pool of another without them. */
function computeProceeds(entry: State, paid: number, exit: State): number {
  const bought = entry.tokens - (entry.tokens * entry.lamports) / (entry.lamports + paid)
  const constant = exit.tokens * exit.lamports
  return constant / (exit.tokens - bought) - constant / exit.tokens
}

it("trades 15 s after the wallet, at the pool's depth at that time", () => {
  const pool = openPool()
  const bought = pool.buy(wallet, 1_000, SOL)
  const late = pool.buy(walletOf('b'), 1_020, 10n * SOL)
  pool.buy(walletOf('c'), 2_000, 20n * SOL)
  pool.sell(wallet, 3_000, bought)
  pool.sell(walletOf('b'), 3_010, late)
  pool.buy(walletOf('d'), 4_000, 50n * SOL)
  const { follower_pnl_sol, follower_roi, copyability, pnl_sol } = entryOf(
    reportOf(pool.trades),
    wallet,
  )
  const expected = (computeProceeds(pool.after(1), 1e9, pool.after(4)) - 1e9) / 1e9
  expect(follower_pnl_sol).toBeCloseTo(expected, 8)
  expect(follower_roi).toBeCloseTo(expected, 5)
  expect(expected).toBeGreaterThan(0)
  expect(copyability).toBeCloseTo((100 * expected) / pnl_sol, 4)
  expect(copyability).toBeLessThan(100)
})

it('sells the same share as the wallet, and the rest at the end', () => {
  const pool = openPool()
  const bought = pool.buy(wallet, 1_000, SOL)
  pool.buy(walletOf('b'), 2_000, 20n * SOL)
  pool.sell(wallet, 3_000, bought / 4n, bought)
  const { follower_pnl_sol } = entryOf(reportOf(pool.trades), wallet)
  const profit = computeProceeds(pool.after(0), 1e9, pool.after(2)) - 1e9
  expect(follower_pnl_sol).toBeCloseTo(profit / 1e9, 8)
})

it('is 100 in a pool without other traders', () => {
  const pool = openPool()
  pool.buy(walletOf('b'), 500, SOL)
  pool.buy(wallet, 1_000, 8n * SOL)
  expect(entryOf(reportOf(pool.trades), wallet).follower_pnl_sol).toBeCloseTo(0, 8)
})

it('is measured despite trades that move the price a lot', () => {
  const pool = openPool()
  pool.buy(wallet, 1_000, SOL)
  pool.buy(walletOf('b'), 1_020, 60n * SOL)
  pool.buy(walletOf('c'), 3_000, 10n * SOL)
  const { follower_pnl_sol } = entryOf(reportOf(pool.trades), wallet)
  const profit = computeProceeds(pool.after(1), 1e9, pool.after(2)) - 1e9
  expect(follower_pnl_sol).toBeCloseTo(profit / 1e9, 8)
})

it('is zero for a wallet that sells before a follower can buy', () => {
  const pool = openPool()
  const bought = pool.buy(wallet, 1_000, SOL)
  pool.buy(walletOf('b'), 1_005, 10n * SOL)
  pool.sell(wallet, 1_010, bought)
  pool.buy(walletOf('c'), 2_000, SOL)
  const found = entryOf(reportOf(pool.trades), wallet)
  expect(found.pnl_sol).toBeGreaterThan(0.2)
  expect(found.follower_pnl_sol).toBeCloseTo(0, 8)
  expect(found.copyability).toBeCloseTo(0, 4)
})

it("is unknown if the pool's depth is unknown", () => {
  const [first] = crowd(1_000)
  const blind = transaction({
    slot: 900,
    moves: [{ owner: wallet, signs: true, tokens: 10n ** 12n, heldBefore: 0n, lamports: -SOL }],
  })
  const found = entryOf(reportOf([blind, ...crowd(100_000), ...(first ? [first] : [])]), wallet)
  expect(found).toMatchObject({ follower_pnl_sol: null, follower_roi: null, copyability: 0 })
})
