import { SOL_MINT } from '#contract/analysis/alerts.ts'
import type { WatchedTrade } from '#contract/analysis/watched.ts'
import { formatSol, formatTokens } from '#src/features/ca-analysis/report/report-format.ts'
import { shortenAddress } from '#src/ui/address.tsx'

/** Mints in which most trades are paid. */
const QUOTE_NAMES: Readonly<Record<string, string>> = {
  [SOL_MINT]: 'SOL',
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
}

export const nameToken = ({ mint, symbol }: WatchedTrade['token']): string =>
  symbol ?? shortenAddress(mint)

/** Returns `for 0.5 SOL`; empty if the price is unknown. */
export const formatQuote = (quote: WatchedTrade['quote']): string => {
  if (quote === null) return ''
  const name = QUOTE_NAMES[quote.mint] ?? shortenAddress(quote.mint)
  return `for ${formatSol(Number(quote.amount) / 10 ** quote.decimals)} ${name}`
}

/** Returns `1.5M COMET for 0.5 SOL`, without the price if it is unknown. */
export const formatTrade = ({ token, quote }: WatchedTrade): string => {
  const amount = formatTokens(token.amount, token.decimals)
  return `${amount} ${nameToken(token)} ${formatQuote(quote)}`.trim()
}
