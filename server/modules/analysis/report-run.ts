import type {
  AnalysisEvent,
  AnalysisProgress,
  ReportKind,
  ReportSummary,
} from '#contract/analysis/analysis.ts'

export const ANALYSIS = 'analysis'

export type ReportInput = {
  kind: ReportKind
  addresses: readonly string[]
  /** Minimum number of tokens in which a wallet must rank. Null for the analysis of one token. */
  minHits: number | null
}

export type ReportShape = {
  input: ReportInput
  progress: AnalysisProgress
  /** With the names of the tokens, which the history shows. */
  counts: NonNullable<ReportSummary['counts']> &
    Partial<Pick<ReportSummary, 'name' | 'symbol' | 'symbols'>>
  event: Omit<AnalysisEvent, 'seq' | 'report_id'>
  ids: { report_id: string }
}
