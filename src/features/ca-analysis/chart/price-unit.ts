import type { ReportHead } from '#contract/analysis/report-parts.ts'
import {
  formatAxisPrice,
  formatPrice,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'

/** Unit of the prices on the chart. They are stored in SOL per token. */
export type PriceUnit = {
  readonly value: 'sol' | 'usd' | 'cap'
  readonly label: string
  /** Multiplies a price in SOL per token. */
  readonly factor: number
  /** For the labels of the axis. */
  readonly format: (value: number) => string
  /** For sentences. */
  readonly write: (value: number) => string
  readonly about: string
}

type PriceUnits = readonly [PriceUnit, ...PriceUnit[]]

const SOL: PriceUnit = {
  value: 'sol',
  label: 'SOL',
  factor: 1,
  format: formatAxisPrice,
  write: (value) => `${formatPrice(value)} SOL`,
  about: 'SOL per token, from the trades of this report',
}

/** Returns the units that a report can show prices in: SOL always, dollars and market cap where they are known. */
export const listPriceUnits = ({ price, token }: ReportHead): PriceUnits => {
  const { sol, sol_usd: solUsd } = price
  if (solUsd === null) return [SOL]
  const dollars = { format: formatUsd, write: formatUsd }
  const usd: PriceUnit = {
    ...dollars,
    value: 'usd',
    label: 'USD',
    factor: solUsd,
    about: 'Dollars per token, at the price of SOL when the report was made',
  }
  const capSol = token?.market_cap_sol ?? null
  if (sol === null || sol === 0 || capSol === null) return [SOL, usd]
  const cap: PriceUnit = {
    ...dollars,
    value: 'cap',
    label: 'Market cap',
    factor: (capSol / sol) * solUsd,
    about: 'Supply × price, with the supply and the price of SOL when the report was made',
  }
  return [SOL, usd, cap]
}
