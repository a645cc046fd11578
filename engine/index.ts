/** The engine's public interface: CA analysis and Wallet Finder as pure functions. Others import only this file. */
export { computeTokenPrice } from '#engine/books/price-mark.ts'
export { type FinderInput, findWallets } from '#engine/finder/wallet-finder.ts'
export type { Funder } from '#engine/judge/clusters.ts'
export { chooseFundersToTrace, chooseWalletsToTrace } from '#engine/judge/passes.ts'
export { lacksSolPrice, type Market, buildMarket, readMarket } from '#engine/report/market.ts'
export {
  type DraftReport,
  draftReport,
  ENGINE_VERSION,
  buildReport,
  type ReportInput,
  completeReport,
} from '#engine/report/report.ts'
export { rankProvisionally } from '#engine/report/ranking.ts'
export { SeriesBuilder } from '#engine/report/series.ts'
export { type MintBalance, proveComplete } from '#engine/window/completeness.ts'
export type { Evidence } from '#engine/window/dataset.ts'
export { DEX_PROGRAMS, USDC_MINT } from '#engine/scan/known-addresses.ts'
export { FactsTable } from '#engine/scan/facts/facts-table.ts'
export { decodeState, encodeState } from '#engine/window/window-codec.ts'
export type { Flow } from '#engine/scan/flow.ts'
export { isTrade, readFlows } from '#engine/trades/trades.ts'
export { WindowReader, type WindowState } from '#engine/window/window-reader.ts'
export { rankWithinSlots } from '#engine/scan/slot-order.ts'
export {
  type TransactionFacts,
  findLamportChange,
  findLamportDelta,
  listSigners,
} from '#engine/scan/facts/facts.ts'
export { decodeFacts, encodeFacts } from '#engine/scan/facts/facts-codec.ts'
export { Addresses } from '#engine/scan/answer/addresses.ts'
export { type Scanned, scanAnswer, scanTransaction } from '#engine/scan/answer/scan-answer.ts'
