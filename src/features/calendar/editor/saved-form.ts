import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/storage/saved-record.ts'
import { readSavedInput } from '#src/platform/auth/saved-input.ts'
import { CalendarEvent, EventColor } from '#contract/calendar/events.ts'
import { REPEATS, WEEK_DAYS } from '#src/features/calendar/model/repeat.ts'

export const SAVED_FORM = 'event'

/** A form that was open when the session expired: the typed text, and the occurrence that it edits. */
const SavedForm = z.object({
  draft: z.object({
    title: z.string(),
    place: z.string(),
    notes: z.string(),
    colour: EventColor,
    isAllDay: z.boolean(),
    startDay: z.string(),
    startTime: z.string(),
    endDay: z.string(),
    endTime: z.string(),
    repeat: z.enum(REPEATS),
    weekDays: z._default(z.readonly(z.array(z.enum(WEEK_DAYS))), []),
    repeatEnds: z.enum(['never', 'on', 'after']),
    untilDay: z.string(),
    times: z.string(),
    reminderMinutes: z.nullable(z.number()),
  }),
  occurrence: z.nullable(
    z.object({
      key: z.string(),
      event: CalendarEvent,
      ownStartMs: z.number(),
      startMs: z.number(),
      endMs: z.number(),
    }),
  ),
})
export type SavedForm = z.infer<typeof SavedForm>

export const readSavedForm = (): SavedForm | null =>
  parseSaved(readSavedInput(SAVED_FORM), SavedForm)
