import type { WalletRow } from '#contract/analysis/report-parts.ts'

/** How the cost of a sale is determined: average cost, or oldest tokens first. */
export const COST_BASES = [
  { value: 'average', label: 'Average cost' },
  { value: 'fifo', label: 'First in, first out' },
] as const
export type CostBasis = (typeof COST_BASES)[number]['value']

/**
 * Returns the wallet with the results at a cost basis; at average cost where an early report has no other. `solUsd` is
 * the price of SOL when the report was made.
 */
export const applyCostBasis = <Row extends Pick<WalletRow, 'fifo' | 'pnl_usd'>>(
  wallet: Row,
  basis: CostBasis,
  solUsd: number | null,
): Row =>
  basis === 'average' || wallet.fifo === null
    ? wallet
    : {
        ...wallet,
        ...wallet.fifo,
        pnl_usd: solUsd === null ? null : wallet.fifo.pnl_sol * solUsd,
      }
