import type { SourceReport } from '#contract/research-digest.ts'
import type { ResearchEvent, ResearchStage } from '#contract/research.ts'
import type { ProgressReporter } from './run-research.ts'

/** What a research shows while it runs. */
export type ResearchProgress = {
  stage: ResearchStage
  isDemo: boolean
  sources: SourceReport[]
}

export type StoredEvent = Omit<ResearchEvent, 'seq' | 'research_id'>

/** Turns the steps of a research into its progress and the events that readers see. */
export function createProgress(
  isDemo: boolean,
  reportProgress: (progress: ResearchProgress, event: StoredEvent) => void,
): ProgressReporter {
  const reports = new Map<string, SourceReport>()
  let stage: ResearchStage = 'planning'
  const add = (event: Pick<StoredEvent, 'type' | 'message' | 'source'>): void =>
    reportProgress(
      { stage, isDemo, sources: [...reports.values()] },
      { ...event, stage, status: 'running', failure: null },
    )
  return {
    stage: (next, message) => {
      stage = next
      add({ type: 'stage', message, source: null })
    },
    source: (report) => {
      reports.set(report.id, report)
      add({ type: 'source', message: sentenceOf(report), source: report })
    },
  }
}

function sentenceOf({ name, state, items, reason }: SourceReport): string {
  switch (state) {
    case 'waiting':
      return `${name} waits`
    case 'asking':
      return `Asking ${name}`
    case 'answered':
      return `${name} gave ${items} ${items === 1 ? 'item' : 'items'}`
    case 'empty':
      return `${name} has nothing on it`
    case 'failed':
      return `${name} ${reason ?? 'failed'}`
    case 'skipped':
      return `${name} ${reason ?? 'was not asked'}`
  }
}
