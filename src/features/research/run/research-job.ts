import type { ResearchFocus } from '#contract/research/focus.ts'
import type { Digest, SourceReport } from '#contract/research/digest.ts'
import {
  refreshTopic,
  startResearch,
  type getResearch,
  type ResearchEvent,
  type ResearchStage,
} from '#contract/research/research.ts'
import type { ResponseOf } from '#contract/endpoint/endpoint.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { ResearchRequest } from '#src/features/research/research-link.ts'

export type ResearchDetail = ResponseOf<typeof getResearch>['data']

export type Running = {
  readonly phase: 'running'
  readonly researchId: string
  readonly query: string
  readonly focus: ResearchFocus
  readonly stage: ResearchStage
  /** The server's description of its current step. */
  readonly message: string
  readonly sources: readonly SourceReport[]
  /** null until a first part is readable. A model may still be writing. */
  readonly digest: Digest | null
  readonly isCancelling: boolean
  /** The server is unreachable. The research continues there. */
  readonly isLost: boolean
}

export type ResearchView =
  /** `request` could not be started, and is filled in again. */
  | { readonly phase: 'ask'; readonly request: ResearchRequest | null }
  | { readonly phase: 'starting'; readonly request: ResearchRequest }
  | { readonly phase: 'loading'; readonly researchId: string; readonly isLost: boolean }
  /** `reason`: why the research could not be read. */
  | { readonly phase: 'unread'; readonly researchId: string; readonly reason: string }
  | Running
  | { readonly phase: 'digest'; readonly detail: ResearchDetail; readonly digest: Digest }
  | {
      readonly phase: 'ended'
      readonly status: 'failed' | 'cancelled'
      readonly detail: ResearchDetail
    }

/**
 * Starts and pays for a research. Returns its id.
 * @param idempotencyKey the same for each try, so that a lost answer is not paid for twice
 */
export const beginResearch = async (
  request: ResearchRequest,
  idempotencyKey: string,
): Promise<string> => {
  const { research_id: researchId } =
    request.kind === 'topic'
      ? await api.callForData(refreshTopic, { idempotencyKey, params: { id: request.topicId } })
      : await api.callForData(startResearch, {
          idempotencyKey,
          body: {
            query: request.query,
            follow_up_to: request.followUpTo,
            ...(request.focus === undefined ? {} : { focus: request.focus }),
          },
        })
  return researchId
}

/** Returns the view of a stored research. A finished one without a digest counts as failed. */
export const toView = (detail: ResearchDetail): ResearchView => {
  const { status, digest } = detail
  switch (status) {
    case 'queued':
    case 'running':
      return {
        phase: 'running',
        researchId: detail.research_id,
        query: detail.query,
        focus: detail.focus ?? 'all',
        stage: detail.stage,
        message: status === 'queued' ? 'In queue' : '',
        sources: detail.sources,
        digest,
        isCancelling: false,
        isLost: false,
      }
    case 'failed':
    case 'cancelled':
      return { phase: 'ended', status, detail }
    case 'done':
      return digest === null
        ? { phase: 'ended', status: 'failed', detail }
        : { phase: 'digest', detail, digest }
  }
}

/** Applies an event to a running research. Sources stay in the order in which they were first reported. */
export const withEvent = (running: Running, event: ResearchEvent): Running => {
  const { stage, message, source } = event
  const known = running.sources.some(({ id }) => id === source?.id)
  const sources =
    source === null
      ? running.sources
      : known
        ? running.sources.map((before) => (before.id === source.id ? source : before))
        : [...running.sources, source]
  return { ...running, stage, message, sources, isLost: false }
}
