import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, GET_ONE, Id, IdParams } from '#contract/endpoint/ids.ts'
import { GET_PAGE, listOf, PageQuery, statusEnvelope } from '#contract/endpoint/lists.ts'
import { formatNumber } from '#contract/numbers.ts'
import { Digest, SourceReport } from './digest.ts'
import { ResearchFocus } from './focus.ts'
import { MAX_QUESTION_CHARS } from './question-length.ts'
import { CHANGE, READ } from '#contract/endpoint/limits.ts'
import { named, namedObject } from '#contract/endpoint/described.ts'
import {
  RUN_EVENT_MEMBERS,
  RUN_EVENTS,
  RUN_FILE,
  RUN_MEMBERS,
  RUN_START,
  RunStatus,
} from '#contract/endpoint/paid-run.ts'

const ResearchStage = named(
  'ResearchStage',
  z.enum(['queued', 'planning', 'asking', 'reading', 'digesting', 'writing', 'finished']),
)
export type ResearchStage = z.infer<typeof ResearchStage>

const ResearchCounts = namedObject('ResearchCounts', {
  sources_asked: z.number(),
  sources_answered: z.number(),
  documents: z.number(),
  stories: z.number(),
  figures: z.number(),
  /** Since the topic's previous research; 0 outside a topic. */
  new_stories: z.number(),
})
export type ResearchCounts = z.infer<typeof ResearchCounts>

/** A history entry. Times are ISO 8601. */
const ResearchSummary = namedObject('ResearchSummary', {
  ...RUN_MEMBERS,
  research_id: z.string(),
  query: z.string(),
  focus: z.optional(ResearchFocus),
  stage: ResearchStage,
  is_demo: z.boolean(),
  topic_id: z.nullable(z.string()),
  /** Null until there is a digest. */
  counts: z.nullable(ResearchCounts),
})
export type ResearchSummary = z.infer<typeof ResearchSummary>

const Query = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Ask a question'),
    z.maxLength(
      MAX_QUESTION_CHARS,
      `Ask in at most ${formatNumber(MAX_QUESTION_CHARS)} characters`,
    ),
  )

const Started = statusEnvelope(
  z.object({ id: z.string(), research_id: z.string(), status: RunStatus }),
)

export const startResearch = endpoint({
  name: 'startResearch',
  path: '/research',
  summary:
    'Gather sources on a question and answer it with citations; one POINT, refunded when no source answers it',
  ...RUN_START,
  errors: ['INSUFFICIENT_BALANCE', 'NOT_FOUND'],
  body: z.object({
    query: Query,
    /** An earlier research of the caller. The question is read in its context. */
    follow_up_to: z.optional(z.nullable(Id)),
    /** Where to look. Default: that of the earlier research, else `all`. */
    focus: z.optional(ResearchFocus),
  }),
  response: Started,
})

export const listFocuses = endpoint({
  name: 'listFocuses',
  path: '/research-focuses',
  summary: 'The values of `focus` that have a source, `all` first; `own` if the caller added one',
  limits: READ,
  response: statusEnvelope(z.array(ResearchFocus)),
})

export const listResearch = endpoint({
  name: 'listResearch',
  path: '/research',
  summary: 'Research of the caller, newest first; of one topic when it is named',
  limits: READ,
  query: z.extend(PageQuery, { topic_id: z.optional(Id) }),
  errors: ['NOT_FOUND'],
  response: listOf(ResearchSummary),
})

export const getResearch = endpoint({
  name: 'getResearch',
  path: '/research/{id}',
  summary:
    'A research; `data.digest` is there as soon as it is made, and also says why nothing was found',
  ...GET_ONE,
  response: statusEnvelope(
    z.extend(ResearchSummary, { sources: z.array(SourceReport), digest: z.nullable(Digest) }),
  ),
})

export const deleteResearch = endpoint({
  name: 'deleteResearch',
  path: '/research/{id}',
  summary:
    'Cancel and refund a research that has no digest yet; stop the model of one that has, without a refund; take a finished one out of the history',
  ...DELETE_ONE,
  response: z.object({}),
})

const ResearchEvent = namedObject('ResearchEvent', {
  ...RUN_EVENT_MEMBERS,
  /** `digest` means that it is readable; a model may still write. The last is `done`, `failed` or `cancelled`. */
  type: z.enum(['stage', 'source', 'digest', 'done', 'failed', 'cancelled']),
  research_id: z.string(),
  stage: ResearchStage,
  message: z.string(),
  /** Null except for type `source`. */
  source: z.nullable(SourceReport),
})
export type ResearchEvent = z.infer<typeof ResearchEvent>

export const researchEvents = endpoint({
  name: 'researchEvents',
  path: '/research/{id}/events',
  summary: 'Live view of the sources answering; ends when the research is finished',
  ...RUN_EVENTS,
  response: ResearchEvent,
})

export const researchMarkdown = endpoint({
  name: 'researchMarkdown',
  path: '/research/{id}.md',
  summary: 'The digest as Markdown with numbered sources',
  ...RUN_FILE,
  response: z.string(),
})

const ResearchTopic = namedObject('ResearchTopic', {
  id: z.string(),
  topic_id: z.string(),
  title: z.string(),
  query: z.string(),
  focus: z.optional(ResearchFocus),
  created_at: z.string(),
  /** The latest finished research of the topic. */
  last: z.nullable(z.object({ research_id: z.string(), at: z.string(), new_stories: z.number() })),
  /** The unfinished research of the topic; null if there is none. */
  running_id: z.nullable(z.string()),
  /** Null while the topic does not refresh itself. */
  schedule: z.optional(
    z.nullable(
      z.object({
        every_hours: z.number(),
        next_at: z.string(),
        points_limit: z.number(),
        points_spent: z.number(),
      }),
    ),
  ),
  /** Why the schedule stopped, in words for people. */
  stopped_because: z.optional(z.nullable(z.string())),
  /** The latest research of the topic that found something new. */
  last_change: z.optional(
    z.nullable(z.object({ research_id: z.string(), at: z.string(), new_stories: z.number() })),
  ),
})
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
  path: '/research-topics',
  summary: 'Topics of the caller, newest first',
  ...GET_PAGE,
  response: listOf(ResearchTopic),
})

export const listTopicChanges = endpoint({
  name: 'listTopicChanges',
  path: '/research/topics',
  summary: 'Topics of the caller with `last_change`, to notify of what is new',
  ...GET_PAGE,
  response: listOf(ResearchTopic),
})

const MAX_SCHEDULE_HOURS = 24 * 30

export const scheduleTopic = endpoint({
  name: 'scheduleTopic',
  path: '/research-topics/{id}/schedule',
  method: 'PUT',
  summary:
    'Let a topic refresh itself, one POINT each time, until the limit is spent; null switches it off',
  limits: CHANGE,
  errors: ['NOT_FOUND'],
  params: IdParams,
  body: z.object({
    schedule: z.nullable(
      z.object({
        every_hours: z
          .int()
          .check(
            z.minimum(1, 'Refresh at most once an hour'),
            z.maximum(MAX_SCHEDULE_HOURS, 'Refresh at least once in 30 days'),
          ),
        points_limit: z
          .int()
          .check(
            z.minimum(1, 'Allow at least 1 POINT'),
            z.maximum(1_000, 'Allow at most 1,000 POINTS'),
          ),
      }),
    ),
  }),
  response: statusEnvelope(ResearchTopic),
})

const OwnSource = namedObject('OwnResearchSource', {
  id: z.string(),
  name: z.string(),
  url: z.string(),
  created_at: z.string(),
})
export type OwnSource = z.infer<typeof OwnSource>

export const listOwnSources = endpoint({
  name: 'listOwnSources',
  path: '/research-sources',
  summary: 'Feeds and pages that the caller added. No other account’s research reads them',
  limits: READ,
  response: statusEnvelope(z.array(OwnSource)),
})

export const addOwnSource = endpoint({
  name: 'addOwnSource',
  method: 'POST',
  path: '/research-sources',
  summary:
    'Add a feed or a page to the caller’s own research, and try it; one that cannot be read is kept',
  status: 201,
  limits: CHANGE,
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  body: z.object({
    url: z.string().check(z.trim(), z.minLength(1, 'Enter an address'), z.maxLength(500)),
    name: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  }),
  response: statusEnvelope(
    /** `problem`: why the source cannot be read, as a text that follows its name; null if it can. */
    z.extend(OwnSource, { problem: z.nullable(z.string()) }),
  ),
})

export const deleteOwnSource = endpoint({
  name: 'deleteOwnSource',
  path: '/research-sources/{id}',
  summary: 'Remove a feed or a page from the caller’s research',
  ...DELETE_ONE,
  errors: ['NOT_FOUND'],
  response: z.object({}),
})

export const refreshTopic = endpoint({
  name: 'refreshTopic',
  path: '/research-topics/{id}/refresh',
  summary: 'Ask the question of a topic again and mark what is new since last time; one POINT',
  ...RUN_START,
  errors: ['INSUFFICIENT_BALANCE'],
  params: IdParams,
  response: Started,
})

export const deleteTopic = endpoint({
  name: 'deleteTopic',
  path: '/research-topics/{id}',
  summary: 'Forget a topic; its research stays in the history',
  ...DELETE_ONE,
  response: z.object({}),
})
