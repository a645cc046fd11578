/** The public interface of the engine. The server and the benches import only this file. */
export { findWallets } from '#engine/finder/wallet-finder.ts'
export type { Funder } from '#engine/judge/clusters.ts'
export { type AnalysisInput, analyze } from '#engine/report/report.ts'
export { readBalances } from '#engine/scan/balances.ts'
export { type Evidence, readWindow } from '#engine/scan/dataset.ts'
export { STABLE_MINTS, USDC_MINT } from '#engine/scan/known-addresses.ts'
export { ranksWithinSlots } from '#engine/scan/slot-order.ts'
export {
  type RawTransaction,
  accountKeys,
  isSuccessful,
  lamportDelta,
  signatureOf,
  signerCount,
} from '#engine/scan/transaction.ts'
export { isTrade } from '#engine/trades/trades.ts'
