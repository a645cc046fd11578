import { describe, expect, it } from 'vitest'
import { POOL, entryOf, reportOf, transaction, walletOf } from '#tests/engine/market.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'

const M = 1_000_000_000_000n
const bags = walletOf('bags')

/** Swaps against a concentrated position with this liquidity: the balances say nothing of the price. */
function concentrated(liquidity: number, count: number): TransactionFacts[] {
  const found: TransactionFacts[] = []
  let root = Math.sqrt(1e-4)
  let held = 900_000_000_000_000n
  let vault = 5_000_000_000n
  for (let nth = 0; nth < count; nth++) {
    const isSale = nth % 6 >= 4
    const after = root + ((isSale ? -1 : 1) * 2e8) / liquidity
    const tokens = BigInt(Math.round(Math.abs(liquidity / root - liquidity / after)))
    const quote = BigInt(Math.round(liquidity * Math.abs(after - root)))
    const sign = isSale ? -1n : 1n
    found.push(
      transaction({
        slot: 100 + nth * 10,
        moves: [
          {
            owner: nth === 0 ? bags : walletOf(`swapper ${nth}`),
            signs: true,
            tokens: sign * tokens,
            heldBefore: isSale ? tokens : 0n,
            lamports: -sign * quote,
          },
          {
            owner: POOL,
            tokens: -sign * tokens,
            heldBefore: held,
            wsol: sign * quote,
            wsolBefore: vault,
          },
        ],
      }),
    )
    held -= sign * tokens
    vault += sign * quote
    root = after
  }
  return found
}

describe('depth of a concentrated pool', () => {
  it('is measured from its own swaps', () => {
    const liquidity = 8e12
    const report = reportOf(concentrated(liquidity, 40))
    const wallet = entryOf(report, bags)
    const tokens = Number(BigInt(wallet.held_tokens))
    const root = Math.sqrt((report.price.sol ?? 0) * 1e3)
    const exact = liquidity * (root - liquidity / (liquidity / root + tokens))
    expect(Math.abs((wallet.exit_value_sol ?? 0) / (exact / 1e9) - 1)).toBeLessThan(0.02)
    expect(wallet.exit_value_sol).toBeLessThan(wallet.paper_value_sol ?? 0)
  })

  it("is the depth at the follower's time", () => {
    const [liquidity, paid] = [8e12, 2e8]
    const report = reportOf(concentrated(liquidity, 40))
    const steps = (until: number) =>
      Array.from({ length: until + 1 }, (_, nth) => (nth % 6 >= 4 ? -1 : 1)).reduce<number>(
        (a, b) => a + b,
        0,
      )
    const rootAfter = (nth: number) => Math.sqrt(1e-4) + (steps(nth) * paid) / liquidity
    // Swaps are 4 s apart, so a follower of the 31st is there after the 34th.
    const [entry, end] = [rootAfter(33), rootAfter(39)]
    const bought = liquidity / entry - liquidity / (entry + paid / liquidity)
    const proceeds = liquidity ** 2 / (liquidity / end - bought) - liquidity * end
    const { follower_roi } = entryOf(report, walletOf('swapper 30'))
    expect(follower_roi).toBeCloseTo(proceeds / paid - 1, 3)
    expect(entryOf(report, bags)).toMatchObject({ follower_roi: null, copyability: 0 })
  })

  it('is unknown without enough swaps, and then no paper profit counts', () => {
    const wallet = entryOf(reportOf(concentrated(8e12, 6)), bags)
    expect(wallet).toMatchObject({ exit_value_sol: null, unrealized_sol: null, pnl_sol: 0 })
    expect(wallet.fifo).toMatchObject({ unrealized_sol: null, pnl_sol: 0 })
    expect(wallet.paper_value_sol).toBeGreaterThan(0)
  })

  it('is unknown for more tokens than the pool ever took', () => {
    const whale = transaction({
      slot: 50,
      moves: [{ owner: walletOf('whale'), signs: true, tokens: 900n * M, heldBefore: 0n }],
    })
    const wallet = entryOf(reportOf([whale, ...concentrated(8e12, 40)]), walletOf('whale'))
    expect(wallet).toMatchObject({ exit_value_sol: null })
  })
})
