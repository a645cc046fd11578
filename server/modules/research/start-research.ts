import type { ResearchFocus } from '#contract/research/focus.ts'
import type { ResearchCounts, ResearchEvent } from '#contract/research/research.ts'
import type {
  ResearchProgress,
  StoredEvent,
} from '#server/modules/research/pipeline/run-research.ts'
import type { Runs } from '#server/modules/runs/runs.ts'

export type ResearchInput = {
  query: string
  /** An earlier research that a short question refers to. */
  followUpTo: string | null
  /** Absent: all sources. */
  focus?: ResearchFocus
}

export type ResearchShape = {
  input: ResearchInput
  progress: ResearchProgress
  counts: ResearchCounts
  event: StoredEvent
  ids: Pick<ResearchEvent, 'research_id'>
}

/** Maximum length of a topic's title, and of the question in the history of charges. */
export const MAX_TITLE_CHARS = 80

export type StartResearch = ReturnType<typeof createStart>

/** Returns the function that charges and starts a research. `keyScope` keeps the keys of requests and schedules apart. */
export const createStart =
  (runs: Runs<ResearchShape>) =>
  (
    userId: string,
    input: ResearchInput,
    {
      topicId,
      idempotencyKey,
      keyScope = 'RESEARCH',
    }: { topicId: string | null; idempotencyKey: string | undefined; keyScope?: string },
  ) => {
    const { query, followUpTo, focus = 'all' } = input
    return runs.start({
      userId,
      input,
      consumption: { type: 'PREMIUM_FEATURE', description: describe(query) },
      groupId: topicId,
      idempotencyKey,
      keyScope,
      // A search of all sources keeps the identity that it had before there was a focus.
      identity: { query, followUpTo, topicId, ...(focus === 'all' ? {} : { focus }) },
    })
  }

const describe = (query: string): string =>
  `Research: ${query.length > MAX_TITLE_CHARS ? `${query.slice(0, MAX_TITLE_CHARS)}…` : query}`
