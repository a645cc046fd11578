import type { ResearchStage } from '#contract/research/research.ts'
import type { Running } from './research-job.ts'

/** Where a stage begins, in percent; asking takes most of the time. */
const BEGINS: Readonly<Record<ResearchStage, number>> = {
  queued: 2,
  planning: 5,
  asking: 10,
  reading: 75,
  digesting: 85,
  writing: 90,
  finished: 100,
}

/** How far a research is, 0 to 100; while sources are asked, by how many of them are through. */
export const computeProgressPercent = ({
  stage,
  sources,
}: Pick<Running, 'stage' | 'sources'>): number => {
  const begins = BEGINS[stage]
  if (stage !== 'asking' || sources.length === 0) return begins
  const through = sources.filter(({ state }) => state !== 'waiting' && state !== 'asking').length
  return begins + (through / sources.length) * (BEGINS.reading - begins)
}
