import * as z from 'zod/mini'
import { named, namedObject } from './described.ts'
import { endpoint } from './endpoint.ts'
import { BIG_READ, CHANGE, READ } from './limits.ts'
import { IdParams } from './ids.ts'
import { GET_PAGE, listOf } from './lists.ts'

export const RunStatus = named(
  'RunStatus',
  z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
)
export type RunStatus = z.infer<typeof RunStatus>

/** Members of a history entry. Times are ISO 8601; `failure` is a text for people. */
export const RUN_MEMBERS = {
  id: z.string(),
  status: RunStatus,
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  is_refunded: z.boolean(),
}

/** Members of every event. Send the last `seq` as `Last-Event-ID` to resume. */
export const RUN_EVENT_MEMBERS = {
  seq: z.number(),
  status: RunStatus,
  failure: z.nullable(z.string()),
}

/** Endpoints that charge the user and start a run. */
export const RUN_START = {
  method: 'POST',
  status: 202,
  idempotent: true,
  limits: CHANGE,
  caps: ['runningJobs', 'unpaidStarts'],
} as const

/** Endpoints that stream the events of one run. */
export const RUN_EVENTS = {
  kind: 'events',
  limits: READ,
  params: IdParams,
} as const

/** Endpoints that return the result of a run as a file. `CONFLICT` before there is one. */
export const RUN_FILE = {
  kind: 'file',
  limits: BIG_READ,
  errors: ['CONFLICT'],
  params: IdParams,
} as const

/** A run of any paid tool. */
const ListedRun = namedObject('ListedRun', {
  id: z.string(),
  status: RunStatus,
  /** Name of the tool, for people. */
  title: z.string(),
  /** Its input, such as an address or a question. */
  about: z.string(),
  /** Opens the run on the desktop. */
  path: z.string(),
})
export type ListedRun = z.infer<typeof ListedRun>

export const listRuns = endpoint({
  name: 'listRuns',
  path: '/runs',
  summary: 'Runs of every paid tool of the caller, newest first',
  ...GET_PAGE,
  response: listOf(ListedRun),
})
