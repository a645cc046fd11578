import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './ids.ts'
import { listOf, PageQuery, statusEnvelope } from './lists.ts'
import { Digest, SourceReport } from './research-digest.ts'
import { BIG_READ, CHANGE, READ } from './limits.ts'
import { named } from './named.ts'

/** A question of more is a document; the form says so before it is sent. */
const QUERY_CHARS = 2_000

const ResearchStatus = named(
  'ResearchStatus',
  z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
)
export type ResearchStatus = z.infer<typeof ResearchStatus>

const ResearchStage = named(
  'ResearchStage',
  z.enum(['queued', 'planning', 'asking', 'reading', 'digesting', 'writing', 'finished']),
)
export type ResearchStage = z.infer<typeof ResearchStage>

const ResearchCounts = named(
  'ResearchCounts',
  z.object({
    sources_asked: z.number(),
    sources_answered: z.number(),
    documents: z.number(),
    stories: z.number(),
    figures: z.number(),
    /** Against the topic's last research; 0 outside a topic. */
    new_stories: z.number(),
  }),
)
export type ResearchCounts = z.infer<typeof ResearchCounts>

/** A research as the history lists it. Times are ISO 8601. */
const ResearchSummary = named(
  'ResearchSummary',
  z.object({
    id: z.string(),
    research_id: z.string(),
    query: z.string(),
    status: ResearchStatus,
    stage: ResearchStage,
    created_at: z.string(),
    finished_at: z.nullable(z.string()),
    /** Why it failed, for people. */
    failure: z.nullable(z.string()),
    is_refunded: z.boolean(),
    is_demo: z.boolean(),
    topic_id: z.nullable(z.string()),
    counts: z.nullable(ResearchCounts),
  }),
)
export type ResearchSummary = z.infer<typeof ResearchSummary>

const Query = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Ask a question'),
    z.maxLength(QUERY_CHARS, 'Ask in at most 2,000 characters'),
  )

const Started = statusEnvelope(
  z.object({ id: z.string(), research_id: z.string(), status: ResearchStatus }),
)

export const startResearch = endpoint({
  name: 'startResearch',
  method: 'POST',
  path: '/research',
  summary:
    'Gather sources on a question and digest them with citations; one POINT, given back when too few gave anything',
  status: 202,
  idempotent: true,
  limits: CHANGE,
  caps: ['runningJobs', 'unpaidStarts'],
  errors: ['INSUFFICIENT_BALANCE', 'NOT_FOUND'],
  body: z.object({
    query: Query,
    /** An earlier research of the caller: what the question leaves open is taken from there. */
    follow_up_to: z.optional(z.nullable(Id)),
  }),
  response: Started,
})

export const listResearch = endpoint({
  name: 'listResearch',
  method: 'GET',
  path: '/research',
  summary: 'Research of the caller, newest first; of one topic when it is named',
  limits: READ,
  query: z.extend(PageQuery, { topic_id: z.optional(Id) }),
  response: listOf(ResearchSummary),
})

export const getResearch = endpoint({
  name: 'getResearch',
  method: 'GET',
  path: '/research/{id}',
  summary:
    'A research; `data.digest` is there as soon as it is made, and also says why nothing was found',
  limits: READ,
  params: IdParams,
  response: statusEnvelope(
    z.extend(ResearchSummary, { sources: z.array(SourceReport), digest: z.nullable(Digest) }),
  ),
})

export const deleteResearch = endpoint({
  name: 'deleteResearch',
  method: 'DELETE',
  path: '/research/{id}',
  summary:
    'Cancel and refund a research that has no digest yet; stop the model of one that has, without a refund; take a finished one out of the history',
  limits: CHANGE,
  params: IdParams,
  response: z.object({}),
})

const ResearchEvent = named(
  'ResearchEvent',
  z.object({
    /** Rises by one with each event of a research; send the last as `Last-Event-ID` to go on from there. */
    seq: z.number(),
    /** `digest`: it can be read, while a model may still be writing. The last is `done`, `failed` or `cancelled`. */
    type: z.enum(['stage', 'source', 'digest', 'done', 'failed', 'cancelled']),
    research_id: z.string(),
    status: ResearchStatus,
    stage: ResearchStage,
    message: z.string(),
    /** How it stands with one source now; null for other types. */
    source: z.nullable(SourceReport),
    failure: z.nullable(z.string()),
  }),
)
export type ResearchEvent = z.infer<typeof ResearchEvent>

export const researchEvents = endpoint({
  name: 'researchEvents',
  method: 'GET',
  path: '/research/{id}/events',
  summary: 'Live view of the sources answering; ends when the research is finished',
  kind: 'events',
  limits: READ,
  params: IdParams,
  response: ResearchEvent,
})

export const researchMarkdown = endpoint({
  name: 'researchMarkdown',
  method: 'GET',
  path: '/research/{id}.md',
  summary: 'The digest as Markdown with numbered sources',
  kind: 'file',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: IdParams,
  response: z.string(),
})

const ResearchTopic = named(
  'ResearchTopic',
  z.object({
    id: z.string(),
    topic_id: z.string(),
    title: z.string(),
    query: z.string(),
    created_at: z.string(),
    /** The latest finished research of the topic, and how many stories in it were new. */
    last: z.nullable(
      z.object({ research_id: z.string(), at: z.string(), new_stories: z.number() }),
    ),
    /** One that is not finished. */
    running_id: z.nullable(z.string()),
  }),
)
export type ResearchTopic = z.infer<typeof ResearchTopic>

export const saveTopic = endpoint({
  name: 'saveTopic',
  method: 'POST',
  path: '/research-topics',
  summary: 'Keep the question of a research as a topic that can be asked again',
  status: 201,
  limits: CHANGE,
  errors: ['NOT_FOUND'],
  body: z.object({
    research_id: Id,
    title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))),
  }),
  response: statusEnvelope(ResearchTopic),
})

export const listTopics = endpoint({
  name: 'listTopics',
  method: 'GET',
  path: '/research-topics',
  summary: 'Topics of the caller, newest first',
  limits: READ,
  query: PageQuery,
  response: listOf(ResearchTopic),
})

export const refreshTopic = endpoint({
  name: 'refreshTopic',
  method: 'POST',
  path: '/research-topics/{id}/refresh',
  summary: 'Ask the question of a topic again and mark what is new since last time; one POINT',
  status: 202,
  idempotent: true,
  limits: CHANGE,
  caps: ['runningJobs', 'unpaidStarts'],
  errors: ['INSUFFICIENT_BALANCE'],
  params: IdParams,
  response: Started,
})

export const deleteTopic = endpoint({
  name: 'deleteTopic',
  method: 'DELETE',
  path: '/research-topics/{id}',
  summary: 'Forget a topic; its research stays in the history',
  limits: CHANGE,
  params: IdParams,
  response: z.object({}),
})
