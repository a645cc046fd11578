import { formatNumber } from '#contract/numbers.ts'
import type { AgentSchedule } from '#contract/apps/agent-schedules.ts'
import type { Database } from '#server/db/database.ts'
import { createFieldError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { toPlainText } from '#server/lib/text/visible-text.ts'
import { requireAgent } from '#server/modules/agents/agent-service.ts'
import { parseTimeZone } from '#server/lib/wall-clock.ts'
import { formatLocalMonth, computeNextRun } from './next-run.ts'
import {
  countOtherSchedules,
  findSchedule,
  saveSchedule,
  stopSchedule,
  type ScheduleRow,
  type ScheduleSettings,
} from './schedule-repository.ts'

const MAX_ON = 20
const MINUTES_PER_HOUR = 60

type Chosen = Pick<AgentSchedule, 'prompt' | 'at' | 'weekday' | 'time_zone' | 'points_limit'>

export type Schedules = ReturnType<typeof createSchedules>

export const createSchedules = ({
  db,
  now,
  pointsPerRun,
}: {
  db: Database
  now: () => number
  pointsPerRun: number
}) => {
  const read = async (userId: string, agentId: string) => {
    await requireAgent(db, { userId, id: agentId })
    const row = await findSchedule(db, userId, agentId)
    return {
      schedule: row === undefined ? null : toSchedule(row, now()),
      points_per_run: pointsPerRun,
    }
  }

  return {
    read,

    /** Switches a schedule on or changes it. Null: switches it off. */
    async save(userId: string, agentId: string, chosen: Chosen | null) {
      await requireAgent(db, { userId, id: agentId })
      if (chosen === null) await stopSchedule(db, agentId, null)
      else {
        const settings = parseSettings(chosen)
        if (settings.pointsLimit < pointsPerRun) {
          throw createFieldError('points_limit', 'must cover the price of one run')
        }
        const nextAt = new Date(computeNextRun(settings, now()))
        await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          if ((await countOtherSchedules(tx, userId, agentId)) >= MAX_ON) {
            throw createCapError(`You have ${formatNumber(MAX_ON)} schedules. Switch one off first`)
          }
          await saveSchedule(tx, { agentId, userId, nextAt, settings })
        })
      }
      return read(userId, agentId)
    },
  }
}

function parseSettings({ prompt, at, weekday, time_zone, points_limit }: Chosen): ScheduleSettings {
  const timeZone = parseTimeZone(time_zone)
  if (timeZone === null) throw createFieldError('time_zone', 'must be a known time zone')
  const shown = toPlainText(prompt).trim()
  if (shown === '') throw createFieldError('prompt', 'Write a question')
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return {
    prompt: shown,
    minutes: hours * MINUTES_PER_HOUR + minutes,
    weekday,
    timeZone,
    pointsLimit: points_limit,
  }
}

const toSchedule = (row: ScheduleRow, now: number): AgentSchedule => ({
  prompt: row.prompt,
  at: [Math.floor(row.minutes / MINUTES_PER_HOUR), row.minutes % MINUTES_PER_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':'),
  weekday: row.weekday,
  time_zone: row.timeZone,
  points_limit: row.pointsLimit,
  next_at: row.nextAt?.toISOString() ?? null,
  points_spent: row.spentMonth === formatLocalMonth(now, row.timeZone) ? row.pointsSpent : 0,
  stopped_because: row.stoppedBecause,
  last:
    row.lastAt === null
      ? null
      : {
          at: row.lastAt.toISOString(),
          status: row.lastStatus === 'streaming' ? 'running' : (row.lastStatus ?? 'deleted'),
          text: row.lastFailure ?? row.lastText ?? '',
          is_refunded: row.isLastRefunded,
        },
})
