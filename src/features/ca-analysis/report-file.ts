import type { FinderPart } from '#contract/analysis/finder.ts'
import type { ReportHead } from '#contract/analysis/report-parts.ts'

const MAX_SYMBOL = 16

const toFilePart = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '').slice(0, MAX_SYMBOL)

const joinParts = (parts: readonly string[]): string => {
  const day = new Date().toISOString().slice(0, 10)
  return [...parts.filter((part) => part !== ''), day].join('-')
}

/** Returns a name without its ending, such as `BONK-DezXAZ8z-2026-11-24`. */
export const nameReportFile = ({ mint, token }: Pick<ReportHead, 'mint' | 'token'>): string =>
  joinParts([toFilePart(token?.symbol ?? ''), mint.slice(0, 8)])

/** Returns a name without its ending, such as `wallet-finder-BONK-WIF-2026-11-24`. */
export const nameFinderFile = ({ mints }: Pick<FinderPart, 'mints'>): string =>
  joinParts([
    'wallet-finder',
    ...mints.map(({ symbol, mint }) => toFilePart(symbol ?? '') || mint.slice(0, 8)),
  ])
