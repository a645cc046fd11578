import type { ResearchStage } from '#contract/research/research.ts'
import type { Running } from './research-job.ts'

/** The percentage at which a stage begins. Searching takes most of the time. */
const BEGINS: Readonly<Record<ResearchStage, number>> = {
  queued: 2,
  planning: 5,
  asking: 10,
  reading: 75,
  digesting: 85,
  writing: 90,
  finished: 100,
}

/** Returns the progress of a research, 0 to 100; during the search, by the share of sources that are done. */
export const computeProgressPercent = ({
  stage,
  sources,
}: Pick<Running, 'stage' | 'sources'>): number => {
  const begins = BEGINS[stage]
  if (stage !== 'asking' || sources.length === 0) return begins
  const through = sources.filter(({ state }) => state !== 'waiting' && state !== 'asking').length
  return begins + (through / sources.length) * (BEGINS.reading - begins)
}
