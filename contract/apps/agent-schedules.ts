import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { GET_ONE, IdParams } from '#contract/endpoint/ids.ts'
import { CHANGE } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'

export const MAX_PROMPT = 2_000
export const MAX_POINTS_PER_MONTH = 1_000
const SATURDAY = 6

const settings = {
  /** The question that each run asks. */
  prompt: z.string().check(z.trim(), z.minLength(1, 'Write a question'), z.maxLength(MAX_PROMPT)),
  /** Local time in `time_zone`, from `00:00` to `23:59`. */
  at: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')),
  /** 0 is Sunday; null: every day. */
  weekday: z.nullable(z.int().check(z.minimum(0), z.maximum(SATURDAY))),
  /** IANA name, such as `Europe/Berlin`. */
  time_zone: z.string().check(z.minLength(1), z.maxLength(64)),
  /** POINTS that it may spend in one month. */
  points_limit: z
    .int()
    .check(
      z.minimum(1, 'Allow at least 1 POINT'),
      z.maximum(MAX_POINTS_PER_MONTH, 'Allow at most 1,000 POINTS'),
    ),
}

const AgentSchedule = namedObject('AgentSchedule', {
  ...settings,
  /** ISO 8601; null while the schedule is off. */
  next_at: z.nullable(z.string()),
  /** In the current month, without refunds. */
  points_spent: z.int(),
  /** Why it stopped or waits, in words for people. */
  stopped_because: z.nullable(z.string()),
  last: z.nullable(
    z.object({
      at: z.string(),
      status: z.enum(['running', 'complete', 'stopped', 'failed', 'deleted']),
      /** The beginning of the answer, or the reason that there is none. */
      text: z.string(),
      is_refunded: z.boolean(),
    }),
  ),
})
export type AgentSchedule = z.infer<typeof AgentSchedule>

const Saved = statusEnvelope(
  z.object({
    /** Null if the agent never had one. */
    schedule: z.nullable(AgentSchedule),
    points_per_run: z.int(),
  }),
)

export const getAgentSchedule = endpoint({
  name: 'getAgentSchedule',
  path: '/apps/agents/{id}/schedule',
  summary: 'When an agent runs by itself, and its last run',
  ...GET_ONE,
  response: Saved,
})

export const scheduleAgent = endpoint({
  name: 'scheduleAgent',
  method: 'PUT',
  path: '/apps/agents/{id}/schedule',
  summary:
    'Let an agent run by itself, daily or weekly, within a monthly limit; null switches it off',
  limits: CHANGE,
  params: IdParams,
  body: z.object({ schedule: z.nullable(z.object(settings)) }),
  response: Saved,
})
