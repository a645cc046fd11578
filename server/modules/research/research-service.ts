import { randomUUID } from 'node:crypto'

import { DEFAULT_LIMITS, type LimitSettings } from '#contract/limits.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { Digest } from '#contract/research-digest.ts'
import type { ResearchEvent, ResearchSummary, ResearchTopic } from '#contract/research.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { followEvents, type EventLog } from '#server/jobs/job-events.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { sha256 } from '#server/lib/sha256.ts'
import { checkStart } from '#server/http/user-caps.ts'

import { deliver, RESEARCH_JOB } from './research-jobs.ts'
import {
  abandonResearch,
  appendEvent,
  eventsAfter,
  findOwnResearch,
  findResearchByTransfer,
  findRunningOfTopic,
  hasEnded,
  hideResearch,
  insertResearch,
  listOwnResearch,
  readDigest,
  type ResearchRow,
} from './research-repository.ts'
import {
  findOwnTopic,
  hideTopic,
  listOwnTopics,
  lockTopic,
  saveTopicRow,
  type TopicRow,
} from './topic-repository.ts'

export type ResearchServices = {
  db: Database
  ledger: Pick<Ledger, 'charge' | 'refund' | 'markConsumption'>
  caps?: LimitSettings
  /** Told when work has been put on record, so that a worker in this process need not wait for its next look. */
  onEnqueued?: () => void
}

/** How often a reader of the live view looks for news; any process may be writing it. */
const EVENT_POLL_MS = 150
const JOB_ATTEMPTS = 3
const DESCRIBED_CHARS = 80

type Started = { id: string; research_id: string; status: 'queued' }
type PageRequest = { offset: number; limit: number }
type Request = {
  userId: string
  query: string
  followUpTo: string | null
  topicId: string | null
  /** The caller's `Idempotency-Key`; absent, every call is a query of its own. */
  idempotencyKey: string | undefined
}

export type Research = ReturnType<typeof createResearch>

/** Paid researches and the topics kept of them: starting, following, reading and giving them back. */
export function createResearch(services: ResearchServices) {
  const { db, ledger, caps = DEFAULT_LIMITS, onEnqueued } = services

  /** Charge, research and job are one transaction: a POINT is never taken without the work being on record. */
  async function start(request: Request): Promise<Started> {
    const { userId, query, followUpTo, topicId, idempotencyKey } = request
    const id = uuidv7()
    const started = await db.transaction(async (tx) => {
      if (topicId !== null) {
        await lockTopic(tx, topicId)
        const running = await findRunningOfTopic(tx, topicId)
        if (running !== undefined) return running
      }
      const charge = await ledger.charge(
        {
          userId,
          lamports: LAMPORTS_PER_POINT,
          idempotencyKey: `RESEARCH:${sha256(idempotencyKey ?? randomUUID())}`,
          requestHash: sha256(JSON.stringify({ query, followUpTo, topicId })),
          consumption: { type: 'PREMIUM_FEATURE', description: describe(query), featureId: id },
        },
        tx,
      )
      if (!charge.ok) {
        throw charge.reason === 'insufficient_balance'
          ? new AppError(
              'INSUFFICIENT_BALANCE',
              'One query costs 1 POINT (0.01 SOL): please top up',
            )
          : new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another query')
      }
      const { transferId } = charge
      if (charge.replayed) {
        const earlier = await findResearchByTransfer(tx, transferId)
        if (earlier) return earlier.id
      }
      await checkStart(tx, userId, caps)
      await insertResearch(tx, { id, userId, query, followUpTo, topicId, transferId })
      await appendEvent(tx, id, {
        type: 'stage',
        status: 'queued',
        stage: 'queued',
        message: 'Waiting',
        source: null,
        failure: null,
      })
      await enqueueJob(tx, {
        kind: RESEARCH_JOB,
        payload: { researchId: id },
        dedupeKey: id,
        maxAttempts: JOB_ATTEMPTS,
      })
      return id
    })
    onEnqueued?.()
    return { id: started, research_id: started, status: 'queued' }
  }

  async function own(userId: string, id: string): Promise<ResearchRow> {
    const row = isUuid(id) ? await findOwnResearch(db, userId, id) : undefined
    if (!row) throw new AppError('NOT_FOUND', 'There is no such research')
    return row
  }

  async function ownTopic(userId: string, id: string): Promise<TopicRow> {
    const row = isUuid(id) ? await findOwnTopic(db, userId, id) : undefined
    if (!row) throw new AppError('NOT_FOUND', 'There is no such topic')
    return row
  }

  async function digestOfRow({ id }: ResearchRow): Promise<Digest | null> {
    const body = await readDigest(db, id)
    return body === null ? null : (JSON.parse(body) as Digest)
  }

  return {
    async start(
      userId: string,
      { query, followUpTo }: { query: string; followUpTo: string | null },
      idempotencyKey: string | undefined,
    ): Promise<Started> {
      const earlier = followUpTo === null ? null : await own(userId, followUpTo)
      const asked = storable(query)
      if (asked === '') throw new AppError('VALIDATION_FAILED', 'query: Ask a question')
      const request = { userId, query: asked, followUpTo: earlier?.id ?? null, topicId: null }
      return start({ ...request, idempotencyKey })
    },

    async list(
      userId: string,
      page: PageRequest & { topicId: string | null },
    ): Promise<Page<ResearchSummary>> {
      const topic = page.topicId === null ? null : await ownTopic(userId, page.topicId)
      const found = await listOwnResearch(db, { ...page, userId, topicId: topic?.id ?? null })
      return { ...found, rows: found.rows.map(summaryOf) }
    },

    async read(userId: string, id: string) {
      const row = await own(userId, id)
      return { ...summaryOf(row), sources: row.sources ?? [], digest: await digestOfRow(row) }
    },

    /** Throws CONFLICT while there is no digest. */
    async digest(userId: string, id: string): Promise<Digest> {
      const digest = await digestOfRow(await own(userId, id))
      if (digest === null) throw new AppError('CONFLICT', 'This research has no digest yet')
      return digest
    },

    /**
     * Cancels and refunds a research without a digest. One whose digest can be read ends with it, without a refund;
     * one that has ended leaves the history.
     */
    async remove(userId: string, id: string): Promise<void> {
      const row = await own(userId, id)
      const isEnded = await db.transaction(async (tx) => {
        const end = { status: 'cancelled', failure: null } as const
        if (!(await abandonResearch(tx, row.id, end))) return deliver({ ledger }, tx, row)
        await ledger.refund({ transferId: row.transferId, reason: 'cancelled by the user' }, tx)
        await appendEvent(tx, row.id, {
          ...end,
          type: 'cancelled',
          stage: 'finished',
          message: 'Cancelled, and the POINT was given back',
          source: null,
        })
        return true
      })
      if (!isEnded) await hideResearch(db, userId, row.id)
    },

    /** Events after `seq`, then live ones until the research has ended or the reader has gone. */
    async follow(userId: string, id: string, seq: number, signal: AbortSignal) {
      const row = await own(userId, id)
      const log: EventLog<ResearchEvent> = {
        after: (from) => eventsAfter(db, row.id, from),
        isLast: ({ type }) => ['done', 'failed', 'cancelled'].includes(type),
        hasEnded: (from) => hasEnded(db, row.id, from),
        pollMs: EVENT_POLL_MS,
      }
      return followEvents(log, seq, signal)
    },

    async saveTopic(
      userId: string,
      { researchId, title }: { researchId: string; title: string | undefined },
    ): Promise<ResearchTopic> {
      const row = await own(userId, researchId)
      const topic = { id: uuidv7(), userId, query: row.query, originId: row.id }
      const named = title ?? row.query.slice(0, DESCRIBED_CHARS)
      const id = await saveTopicRow(db, { ...topic, title: named })
      return topicOf(await ownTopic(userId, id))
    },

    async listTopics(userId: string, page: PageRequest): Promise<Page<ResearchTopic>> {
      const found = await listOwnTopics(db, { userId, ...page })
      return { ...found, rows: found.rows.map(topicOf) }
    },

    /** Starts a research of the topic; returns the running one when there is one. */
    async refreshTopic(
      userId: string,
      id: string,
      idempotencyKey: string | undefined,
    ): Promise<Started> {
      const topic = await ownTopic(userId, id)
      const { id: topicId, query } = topic
      return start({ userId, query, followUpTo: null, topicId, idempotencyKey })
    },

    async removeTopic(userId: string, id: string): Promise<void> {
      const topic = await ownTopic(userId, id)
      await hideTopic(db, userId, topic.id)
    },
  }
}

const summaryOf = (row: ResearchRow): ResearchSummary => ({
  id: row.id,
  research_id: row.id,
  query: row.query,
  status: row.status,
  stage: row.stage,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  failure: row.failure,
  is_refunded: row.status === 'failed' || row.status === 'cancelled',
  is_demo: row.isDemo,
  topic_id: row.topicId,
  counts: row.counts,
})

const topicOf = (row: TopicRow): ResearchTopic => ({
  id: row.id,
  topic_id: row.id,
  title: row.title,
  query: row.query,
  created_at: row.createdAt.toISOString(),
  last:
    row.lastId === null || row.lastAt === null
      ? null
      : {
          research_id: row.lastId,
          at: row.lastAt.toISOString(),
          new_stories: row.lastNewStories ?? 0,
        },
  running_id: row.runningId,
})

/** Without the characters that a database cannot keep and nobody can read. */
const storable = (query: string): string =>
  query
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()

const describe = (query: string): string =>
  `Research: ${query.length > DESCRIBED_CHARS ? `${query.slice(0, DESCRIBED_CHARS)}…` : query}`
