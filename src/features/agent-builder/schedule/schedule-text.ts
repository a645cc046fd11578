import { formatPoints } from '#contract/money.ts'
import type { AgentSchedule } from '#contract/apps/agent-schedules.ts'
import { formatDate, getTimeZone } from '#src/lib/dates.ts'

export const OFF = 'off'
export const DAILY = 'daily'
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const CHOICES = [
  { value: OFF, label: 'Off' },
  { value: DAILY, label: 'Every day' },
  ...DAYS.map((day, index) => ({ value: String(index), label: `Every ${day}` })),
]

/** Returns the value in `CHOICES`: off, daily, or the weekday (0 is Sunday). */
const getScheduleChoice = (schedule: AgentSchedule | null): string =>
  schedule === null || schedule.next_at === null
    ? OFF
    : schedule.weekday === null
      ? DAILY
      : String(schedule.weekday)

/** A schedule in its form: `at` as `09:00`, `limit` as typed. */
export type ScheduleDraft = { choice: string; at: string; prompt: string; limit: string }

const DEFAULT_LIMIT = 30

/** Fills the form from a schedule. `suggestion` is the prompt when there is no schedule. */
export const draftSchedule = (
  schedule: AgentSchedule | null,
  suggestion: string,
): ScheduleDraft => ({
  choice: getScheduleChoice(schedule),
  at: schedule?.at ?? '09:00',
  prompt: schedule?.prompt ?? suggestion,
  limit: String(schedule?.points_limit ?? DEFAULT_LIMIT),
})

/** Returns true if two drafts would save the same schedule. */
export const isSameSchedule = (one: ScheduleDraft, other: ScheduleDraft): boolean =>
  JSON.stringify(toSchedule(one)) === JSON.stringify(toSchedule(other))

/** Returns the schedule to save, or null to switch it off. */
export const toSchedule = ({ choice, at, prompt, limit }: ScheduleDraft) =>
  choice === OFF
    ? null
    : {
        prompt,
        at,
        weekday: choice === DAILY ? null : Number(choice),
        time_zone: getTimeZone(),
        points_limit: Number(limit),
      }

export const formatPrice = (points: number): string =>
  points === 0 ? 'Answers are free here.' : `Each run costs ${formatPoints(points)}.`

/** `Next run Nov 24, 9:00 AM. 3 of 10 POINTS spent this month.`, or an empty text without a next run. */
export const formatNextRun = ({
  next_at: next,
  points_spent,
  points_limit,
}: AgentSchedule): string =>
  next === null
    ? ''
    : `Next run ${formatDate(next, 'day and clock')}. ${points_spent} of ${formatPoints(points_limit)} spent this month.`

const ENDED = {
  running: 'is answering now',
  complete: 'answered',
  stopped: 'was stopped',
  failed: 'failed',
  deleted: 'is deleted',
} as const

/** Removes the Markdown of bold, italic and code text. */
export const removeMarks = (markdown: string): string =>
  markdown.replaceAll(/\*\*|`|(?<=^|\s)_|_(?=\s|$)/g, '').trim()

/** `Last run Nov 23, 9:00 AM answered.` */
export const formatLastRun = ({
  at,
  status,
  is_refunded,
}: NonNullable<AgentSchedule['last']>): string =>
  `Last run ${formatDate(at, 'day and clock')} ${ENDED[status]}.${is_refunded ? ' You were refunded.' : ''}`
