import type {
  AnalysisEvent,
  AnalysisProgress,
  ReportKind,
  ReportSummary,
} from '#contract/analysis/analysis.ts'

/** The kind of the runs. */
export const ANALYSIS = 'analysis'

export type ReportInput = {
  kind: ReportKind
  addresses: readonly string[]
  /** In how many tokens a wallet has to be ranked; null for the analysis of one token. */
  minHits: number | null
}

export type ReportShape = {
  input: ReportInput
  progress: AnalysisProgress
  /** With the token's name, which the history shows. */
  counts: NonNullable<ReportSummary['counts']> & Partial<Pick<ReportSummary, 'name' | 'symbol'>>
  event: Omit<AnalysisEvent, 'seq' | 'report_id'>
  ids: { report_id: string }
}
