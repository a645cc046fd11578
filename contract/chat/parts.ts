import * as z from 'zod/mini'
import { named, namedObject } from '#contract/endpoint/described.ts'
import { ResearchFocus } from '#contract/research/focus.ts'
import { ACCENTS, WALLPAPERS } from '#contract/appearance.ts'

/** A rule of iCalendar, such as `FREQ=WEEKLY;BYDAY=MO`, for what repeats by days, weeks, months or years. */
export const RepeatRule = z
  .string()
  .check(
    z.maxLength(120),
    z.regex(
      /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:INTERVAL=\d{1,3}|BYDAY=(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU)){0,6}|COUNT=\d{1,3}|UNTIL=\d{8}(?:T\d{6}Z?)?))*$/,
      'must be a rule such as FREQ=WEEKLY;BYDAY=MO',
    ),
  )

/** An action of the browser. It shows a preview first and can undo it. */
export const ClientAction = named(
  'ClientAction',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('open_app'), path: z.string(), title: z.string() }),
    z.object({ kind: z.literal('arrange_windows'), layout: z.enum(['grid', 'golden_ratio']) }),
    z.object({ kind: z.literal('minimize_windows') }),
    z.object({ kind: z.literal('close_windows') }),
    z.object({ kind: z.literal('set_theme'), theme: z.enum(['light', 'dark']) }),
    z.object({
      kind: z.literal('add_event'),
      title: z.string(),
      /** Local time of the browser, such as `2026-11-20T09:30`, or a date for a whole day. */
      starts_at: z.string(),
      ends_at: z.string(),
      is_all_day: z.boolean(),
      note: z.optional(z.string()),
      repeats: z.optional(RepeatRule),
    }),
    /** `from` and `to` are local dates, both included. */
    z.object({ kind: z.literal('list_events'), from: z.string(), to: z.string() }),
    z.object({
      kind: z.literal('delete_events'),
      title: z.string(),
      from: z.string(),
      to: z.string(),
    }),
    z.object({
      kind: z.literal('move_events'),
      title: z.string(),
      from: z.string(),
      to: z.string(),
      /** A local date and time, a date that keeps the time, or a time such as `09:30` that keeps the day. */
      starts_at: z.string(),
    }),
    /** Without a wallpaper, the next one. */
    z.object({ kind: z.literal('set_wallpaper'), wallpaper: z.optional(z.enum(WALLPAPERS)) }),
    z.object({ kind: z.literal('set_accent'), accent: z.enum(ACCENTS) }),
    /** Opens Recharge with this amount. */
    z.object({ kind: z.literal('top_up'), amount_sol: z.optional(z.number()) }),
    /** Opens Agent Builder with this idea. */
    z.object({ kind: z.literal('build_agent'), idea: z.optional(z.string()) }),
    z.object({ kind: z.literal('export_csv'), what: z.enum(['spending', 'recharges', 'report']) }),
  ]),
)
export type ClientAction = z.infer<typeof ClientAction>

export const ToolState = named(
  'ToolState',
  z.enum([
    'running',
    'done',
    'failed',
    /** Arguments are missing: show a form of `schema` and send it as `call`. */
    'needs_input',
    /** The user decides with `approveToolCall`. */
    'needs_approval',
    'declined',
  ]),
)
export type ToolState = z.infer<typeof ToolState>

/** A tool call. Later events of the same `call_id` replace its members one by one. */
const toolMembers = {
  call_id: z.string(),
  /** Name of the app. */
  app: z.string(),
  app_id: z.optional(z.string()),
  tool: z.string(),
  title: z.optional(z.string()),
  state: ToolState,
  arguments: z.optional(z.unknown()),
  /** At most 16,000 characters. */
  result: z.optional(z.string()),
  /** Length of the whole result; `toolResult` returns all of it. */
  result_chars: z.optional(z.number()),
  is_truncated: z.optional(z.boolean()),
  duration_ms: z.optional(z.number()),
  error: z.optional(z.string()),
  /** With `needs_input`: JSON schema of the arguments. `missing` has the names that are still needed. */
  schema: z.optional(z.unknown()),
  missing: z.optional(z.array(z.string())),
  /** With `needs_approval`: why the tool asks first. */
  reason: z.optional(z.string()),
  price_points: z.optional(z.number()),
  /** With `needs_approval`: a result that the user already has, in a window. `at` is when it was created (ISO 8601). */
  earlier: z.optional(z.object({ path: z.string(), title: z.string(), at: z.string() })),
  /** Where the result comes from. `at` is when it was read (ISO 8601). */
  source: z.optional(z.string()),
  at: z.optional(z.string()),
  client_action: z.optional(ClientAction),
}

const TextPart = namedObject('TextPart', { type: z.literal('text'), text: z.string() })
export const ToolPart = namedObject('ToolPart', { type: z.literal('tool'), ...toolMembers })
export type ToolPart = z.infer<typeof ToolPart>
const NoticePart = namedObject('NoticePart', {
  type: z.literal('notice'),
  code: z.string(),
  message: z.string(),
})
/** Suggested replies: a click on `label` sends `content`. */
const FollowUpsPart = namedObject('FollowUpsPart', {
  type: z.literal('follow_ups'),
  items: z.array(z.object({ label: z.string(), content: z.string() })),
})

/** A copy of a research digest that the user put into the chat. */
export const DigestPart = namedObject('DigestPart', {
  type: z.literal('digest'),
  research_id: z.string(),
  title: z.string(),
  answer: z.array(z.object({ text: z.string(), cites: z.array(z.number()) })),
  figures: z.array(z.object({ label: z.string(), display: z.string(), cite: z.number() })),
  /** The cited ones of `source_count` sources. `n` is the number that `cites` refer to. */
  sources: z.array(
    z.object({ n: z.number(), title: z.string(), url: z.string(), source_name: z.string() }),
  ),
  source_count: z.number(),
  /** Where it was searched; absent for all sources. */
  focus: z.optional(ResearchFocus),
  /** `Quotes only (no AI summary)`, or the author of the answer. */
  label: z.string(),
  is_demo: z.boolean(),
  /** ISO 8601. */
  made_at: z.string(),
})
export type DigestPart = z.infer<typeof DigestPart>

export const MessagePart = named(
  'MessagePart',
  z.discriminatedUnion('type', [TextPart, ToolPart, NoticePart, FollowUpsPart, DigestPart]),
)
export type MessagePart = z.infer<typeof MessagePart>

export const MessageStatus = named(
  'MessageStatus',
  z.enum(['streaming', 'complete', 'stopped', 'failed']),
)
export type MessageStatus = z.infer<typeof MessageStatus>

export const EndReason = named(
  'EndReason',
  z.enum([
    'complete',
    'stopped',
    'failed',
    'needs_input',
    'needs_approval',
    /** The step budget or the model's length limit was reached. The partial answer stays. */
    'step_limit',
    'length_limit',
  ]),
)
export type EndReason = z.infer<typeof EndReason>

const seq = z.number()

/** One event of a running answer. `seq` counts from 1 within a message. */
export const ChatEvent = named(
  'ChatEvent',
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('start'),
      seq,
      message_id: z.string(),
      /** The question; null if an answer continues after an approval. */
      user_message_id: z.nullable(z.string()),
      /** The question as stored, if a secret was removed from it. */
      user_content: z.optional(z.string()),
      /** `commands and tools`, or the name of the model. */
      engine: z.string(),
      title: z.string(),
    }),
    z.object({ type: z.literal('text'), seq, delta: z.string() }),
    z.object({ type: z.literal('tool'), seq, ...toolMembers }),
    z.object({ type: z.literal('notice'), seq, code: z.string(), message: z.string() }),
    z.object({ ...FollowUpsPart.shape, seq }),
    z.object({ type: z.literal('error'), seq, code: z.string(), message: z.string() }),
    z.object({
      type: z.literal('end'),
      seq,
      reason: EndReason,
      status: MessageStatus,
      /** Price of the turn; 0 if it was free. */
      points: z.number(),
      is_refunded: z.boolean(),
    }),
  ]),
)
export type ChatEvent = z.infer<typeof ChatEvent>

/** Returns the parts of a message after one more event. Server and browser both use it. Does not change `parts`. */
export const withEvent = (parts: readonly MessagePart[], event: ChatEvent): MessagePart[] => {
  switch (event.type) {
    case 'text': {
      const last = parts.at(-1)
      return last?.type === 'text'
        ? [...parts.slice(0, -1), { type: 'text', text: last.text + event.delta }]
        : [...parts, { type: 'text', text: event.delta }]
    }
    case 'tool': {
      const { seq: _, ...part } = event
      const at = parts.findIndex(
        (known) => known.type === 'tool' && known.call_id === event.call_id,
      )
      const known = parts[at]
      return known?.type === 'tool' ? parts.with(at, { ...known, ...part }) : [...parts, part]
    }
    case 'notice':
      return [...parts, { type: 'notice', code: event.code, message: event.message }]
    case 'follow_ups':
      return [...parts, { type: 'follow_ups', items: event.items }]
    case 'start':
    case 'error':
    case 'end':
      return [...parts]
  }
}
