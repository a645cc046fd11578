import type { Evidence, Wallet } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { PathPoint } from '#engine/books/paths.ts'
import { round } from '#engine/judge/score.ts'
import type { SolPrices } from '#engine/trades/sol-price.ts'
import { toSol } from './wallet-results.ts'

const convertSolToUsd = (lamports: bigint, slot: number, prices: SolPrices): number | null => {
  const price = prices.at(slot)
  return price === null ? null : round(toSol(lamports) * price)
}

/** Returns the sum in dollars at the time of each trade; null if one has no price. */
export function sumUsd(
  flows: readonly ValuedFlow[],
  kind: 'BUY' | 'SELL',
  prices: SolPrices,
): number | null {
  let sum = 0
  for (const flow of flows) {
    if (flow.kind !== kind) continue
    const usd =
      flow.valueLamports === null ? null : convertSolToUsd(flow.valueLamports, flow.slot, prices)
    if (usd === null) return null
    sum += usd
  }
  return round(sum)
}

/** Returns the raw tokens of the trades that have a value. */
export function sumPricedTokens(flows: readonly ValuedFlow[], kind: 'BUY' | 'SELL'): bigint {
  let tokens = 0n
  for (const flow of flows) {
    if (flow.kind === kind && flow.valueLamports !== null) tokens += flow.tokens
  }
  return tokens
}

/** Returns SOL per whole token; null without tokens. */
export function computeAveragePrice(
  lamports: bigint,
  tokens: bigint,
  decimals: number,
): number | null {
  return tokens === 0n ? null : (Number(lamports) / Number(tokens)) * 10 ** (decimals - 9)
}

export const describePoint = ({
  flow,
  realized,
  fifoRealized,
  heldTokens,
  paperValue,
}: PathPoint): Wallet['pnl_series'][number] => ({
  slot: flow.slot,
  time: flow.timeS,
  realized_sol: Math.round(realized) / 1e9,
  fifo_realized_sol: Math.round(fifoRealized) / 1e9,
  held_tokens: BigInt(Math.round(heldTokens)).toString(),
  paper_value_sol: paperValue === null ? null : Math.round(paperValue) / 1e9,
})

export function describeEvidence(flow: ValuedFlow, prices: SolPrices): Evidence {
  return {
    signature: flow.signature,
    slot: flow.slot,
    time: flow.timeS,
    kind: flow.kind,
    token_raw: flow.tokens.toString(),
    quote_mint: flow.quoteMint,
    quote_net: flow.quoteNet.toString(),
    quote_gross: flow.quoteGross.toString(),
    gross_mint: flow.grossMint,
    value_lamports: flow.valueLamports?.toString() ?? null,
    value_usd:
      flow.valueLamports === null ? null : convertSolToUsd(flow.valueLamports, flow.slot, prices),
    fee_lamports: flow.feeLamports.toString(),
    tip_lamports: flow.tipLamports.toString(),
    rent_lamports: flow.rentLamports.toString(),
    token_tax_raw: flow.taxedTokens.toString(),
    pool: flow.pool,
    flags: [...flow.flags],
  }
}
