import type { WalletFinderReport } from '#contract/analysis/finder.ts'

/** A page takes no more at once. */
const MAX_CHARACTERS = 250_000

const sizeOf = (value: unknown): number => JSON.stringify(value).length

/**
 * Returns what a page shows of a stored Wallet Finder report. Of a large one it leaves out the transactions, and then the
 * wallets that follow the first ones; the export has all.
 */
export function finderPart(body: string): WalletFinderReport & { wallets_total: number } {
  const report = JSON.parse(body) as WalletFinderReport
  const whole = { ...report, wallets_total: report.wallets.length }
  if (body.length <= MAX_CHARACTERS) return whole
  const rest = sizeOf({ ...report, wallets: [] })
  let space = MAX_CHARACTERS - rest
  const wallets: WalletFinderReport['wallets'] = []
  for (const wallet of report.wallets) {
    const short = { ...wallet, hits: wallet.hits.map((hit) => ({ ...hit, evidence: [] })) }
    space -= sizeOf(short)
    if (space < 0) break
    wallets.push(short)
  }
  return { ...whole, wallets }
}
