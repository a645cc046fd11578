import type { FinderMint } from '#contract/analysis/finder.ts'
import { shortenAddress } from '#src/ui/address.tsx'

const MAX_SYMBOL = 12

export type TokenNames = (mint: string) => string

const cleanSymbol = ({ symbol }: FinderMint): string => (symbol ?? '').trim()

/** Returns a function that names a token by its symbol, its short address, or both if tokens share the symbol. */
export const createTokenNames = (mints: readonly FinderMint[]): TokenNames => {
  const symbols = mints.map(cleanSymbol)
  const names = new Map(
    mints.map((token) => {
      const symbol = cleanSymbol(token)
      const short = symbol.length > MAX_SYMBOL ? `${symbol.slice(0, MAX_SYMBOL)}…` : symbol
      const address = shortenAddress(token.mint)
      const isShared = symbols.filter((each) => each === symbol).length > 1
      return [token.mint, symbol === '' ? address : isShared ? `${short} ${address}` : short]
    }),
  )
  return (mint) => names.get(mint) ?? shortenAddress(mint)
}
