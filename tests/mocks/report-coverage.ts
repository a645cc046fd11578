import type { ReportHead } from '#contract/analysis/report-parts.ts'

/** The coverage of a report on one transaction, complete and without pools. */
export const COVERAGE: ReportHead['coverage'] = {
  signatures: 1,
  parsed: 1,
  failed: 0,
  missing: 0,
  pages: 1,
  addresses: 1,
  pools: [],
  window: { from_slot: null, to_slot: null, from_time: null, to_time: null },
  creation: null,
  owner_unknown: 0,
  unpriced: 0,
  complete: true,
  gaps: [],
  explained: 1,
  reasons: [],
}
