import { formatNumber } from '#contract/numbers.ts'
import type { AgentSchedule } from '#contract/apps/agent-schedules.ts'
import { formatDate } from '#src/lib/dates.ts'

export const OFF = 'off'
const DAILY = 'daily'
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const CHOICES = [
  { value: OFF, label: 'Off' },
  { value: DAILY, label: 'Every day' },
  ...DAYS.map((day, index) => ({ value: String(index), label: `Every ${day}` })),
]

export const choiceOf = (schedule: AgentSchedule | null): string =>
  schedule === null || schedule.next_at === null
    ? OFF
    : schedule.weekday === null
      ? DAILY
      : String(schedule.weekday)

export const weekdayOf = (choice: string): number | null =>
  choice === DAILY ? null : Number(choice)

const pointsText = (points: number): string =>
  `${formatNumber(points)} ${points === 1 ? 'POINT' : 'POINTS'}`

export const priceText = (points: number): string =>
  points === 0 ? 'Answers are free here.' : `Each run costs ${pointsText(points)}.`

/** `Next run Nov 24, 9:00 AM. 3 of 10 POINTS spent this month.` */
export const nextText = ({ next_at: next, points_spent, points_limit }: AgentSchedule): string =>
  next === null
    ? ''
    : `Next run ${formatDate(next, 'day and clock')}. ${points_spent} of ${pointsText(points_limit)} spent this month.`

const ENDED = {
  running: 'is answering now',
  complete: 'answered',
  stopped: 'was stopped',
  failed: 'failed',
  deleted: 'is deleted',
} as const

/** Removes the marks of bold, italic and code text. */
export const withoutMarks = (markdown: string): string =>
  markdown.replaceAll(/\*\*|`|(?<=^|\s)_|_(?=\s|$)/g, '').trim()

/** `Last run Nov 23, 9:00 AM answered.` */
export const lastText = ({ at, status, is_refunded }: NonNullable<AgentSchedule['last']>): string =>
  `Last run ${formatDate(at, 'day and clock')} ${ENDED[status]}.${is_refunded ? ' You were refunded.' : ''}`
