import type { AnalysisProgress, ProvisionalRanking } from '#contract/analysis/analysis.ts'

type Stage = AnalysisProgress['stage']

/** The span of each stage in the total progress, in percent. */
const SPANS: Record<Stage, readonly [from: number, to: number]> = {
  queued: [0, 0],
  enumerating: [2, 5],
  signatures: [5, 20],
  transactions: [20, 80],
  funders: [80, 95],
  analysing: [95, 99],
}

/** Within a stage, progress is reported no more often. */
const PAUSE_MS = 100

type Step = Pick<AnalysisProgress, 'stage' | 'message' | 'done' | 'total'> & {
  provisional: ProvisionalRanking | undefined
}

/** Reports progress at most a few times a second, but each new stage and ranking at once. The percentage never falls. */
export class ProgressReporter {
  readonly #onProgress: (progress: AnalysisProgress) => void
  #percent = 0
  readonly #stages = new Set<Stage>()
  #provisional: ProvisionalRanking | undefined
  #nextAt = 0

  constructor(onProgress: (progress: AnalysisProgress) => void) {
    this.#onProgress = onProgress
  }

  report({ provisional, ...step }: Step): void {
    // Histories are still listed while transactions are read, so the stages alternate.
    const isNews = !this.#stages.has(step.stage) || provisional !== this.#provisional
    const now = performance.now()
    if (!isNews && now < this.#nextAt) return
    this.#stages.add(step.stage)
    this.#provisional = provisional
    this.#nextAt = now + PAUSE_MS
    this.#percent = Math.max(this.#percent, computePercent(step.stage, step.done, step.total))
    const progress = { ...step, percent: this.#percent }
    this.#onProgress(provisional ? { ...progress, provisional } : progress)
  }
}

function computePercent(stage: Stage, done: number, total: number | null): number {
  const [from, to] = SPANS[stage]
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total)
  return Math.round(from + (to - from) * share)
}
