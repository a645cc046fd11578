import type { AnalysisProgress } from '#contract/analysis/analysis.ts'

type Stage = AnalysisProgress['stage']

/** The part of the whole work that each stage takes, in percent. */
const SPANS: Record<Stage, readonly [from: number, to: number]> = {
  queued: [0, 0],
  enumerating: [2, 5],
  signatures: [5, 20],
  transactions: [20, 80],
  funders: [80, 95],
  analysing: [95, 99],
}

/** Returns the progress of the whole work from 0 to 100. */
export function percentOf(stage: Stage, done: number, total: number | null): number {
  const [from, to] = SPANS[stage]
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total)
  return Math.round(from + (to - from) * share)
}
