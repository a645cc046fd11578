import {
  collectPoolStates,
  findPriceMark,
  type PoolState,
  type PriceMark,
} from '#engine/books/price-mark.ts'
import { buildTraders, type Trader } from '#engine/books/trader.ts'
import { findTransferLinks, type TransferLink } from '#engine/judge/clusters.ts'
import { pricePercentiles } from '#engine/judge/score.ts'
import { createTimingTest } from '#engine/judge/timing.ts'
import { judgeTrades, type TradeFindings } from '#engine/judge/trade-labels.ts'
import type { Evidence, Window } from '#engine/window/dataset.ts'
import { WindowReader } from '#engine/window/window-reader.ts'
import { STABLE_MINTS } from '#engine/scan/known-addresses.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { gradeTrader, type Grade } from './wallet-results.ts'

/** The trades of a mint with the books of every wallet: everything that does not depend on funders. */
export type Market = {
  window: Window
  traders: readonly Trader[]
  links: readonly TransferLink[]
  mark: PriceMark | null
  states: ReadonlyMap<string, PoolState>
  /** Grades each trader once, for the first ranking and for the report. */
  gradeOf: (trader: Trader) => Grade
  /** Returns the findings that do not depend on funders, computed once. */
  judgeTrades: () => TradeFindings
  mintAuthority: string | null
}

export type MarketInput = PriceInput & {
  mint: string
  evidence: readonly Evidence[]
  accountPrograms: ReadonlyMap<string, string>
}

type PriceInput = {
  mintAuthority: string | null
  /** Transactions used only for the price of SOL. */
  priceEvidence: readonly Evidence[]
  /** US dollars per SOL, used where the window has no price. */
  solUsd: number | null
}

/** Reads the trades and computes the books of every wallet. Call it once per input. */
export function readMarket(input: MarketInput): Market {
  const reader = new WindowReader(input.mint)
  reader.add(input.evidence, input.accountPrograms)
  return buildMarket(reader, input)
}

/** Computes the books of every wallet from what was read. Invalidates earlier results of the same reader. */
export function buildMarket(
  reader: WindowReader,
  { mintAuthority, ...prices }: PriceInput,
): Market {
  const window = reader.window(prices)
  const { flows } = window
  const mark = findPriceMark(window)
  const context = { mark, percentile: pricePercentiles(flows), timing: createTimingTest(flows) }
  const traders = buildTraders(flows)
  const links = findTransferLinks(window)
  const grades = new Map<Trader, Grade>()
  let inTrades: TradeFindings | undefined
  return {
    window,
    traders,
    links,
    mark,
    states: collectPoolStates(window),
    gradeOf(trader) {
      const grade = grades.get(trader) ?? gradeTrader(trader, context)
      grades.set(trader, grade)
      return grade
    },
    judgeTrades() {
      inTrades ??= judgeTrades({ flows, traders, links })
      return inTrades
    },
    mintAuthority,
  }
}

/** Returns true if a trade for dollars cannot be valued in SOL by prices in the window. */
export function lacksSolPrice({ window: { flows, prices } }: Market): boolean {
  return flows.some((flow) => {
    const { quoteMint, grossMint, slot } = flow
    const isStable = (mint: string | null): boolean => STABLE_MINTS.has(mint ?? '')
    const isValued = (mint: string | null): boolean =>
      mint === WSOL_MINT || (isStable(mint) && prices.isKnown(slot))
    if (!isTrade(flow) || !isStable(quoteMint ?? grossMint)) return false
    return !isValued(quoteMint) && !isValued(grossMint)
  })
}
