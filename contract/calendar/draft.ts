import * as z from 'zod/mini'
import { RepeatRule } from '#contract/chat/parts.ts'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { BIG_READ } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'

/** An event that was described in words. Missing parts are null. */
export const EventDraft = namedObject('EventDraft', {
  title: z.string(),
  /** Local time such as `2026-11-20T09:30`, or a date for an event without a time. */
  starts_at: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  repeats: z.nullable(RepeatRule),
})
export type EventDraft = z.infer<typeof EventDraft>

export const draftEvent = endpoint({
  name: 'draftEvent',
  method: 'POST',
  path: '/calendar/draft',
  summary: 'Read an event from words such as “lunch tomorrow at 1”',
  limits: BIG_READ,
  body: z.object({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    /** IANA name; UTC if absent or unknown. */
    time_zone: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: statusEnvelope(EventDraft),
})
