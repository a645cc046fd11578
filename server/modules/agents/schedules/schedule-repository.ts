import type { Queryable } from '#server/db/database.ts'

/** `minutes`: after midnight. `weekday`: 0 is Sunday, null is every day. `pointsLimit`: per month. */
export type ScheduleSettings = {
  prompt: string
  minutes: number
  weekday: number | null
  timeZone: string
  pointsLimit: number
}

export type ScheduleRow = ScheduleSettings & {
  agentId: string
  agentName: string
  userId: string
  /** Null while the schedule is off. */
  nextAt: Date | null
  /** Spent in `spentMonth`, without refunds. */
  pointsSpent: number
  spentMonth: string
  /** For the user. Null if the user switched the schedule off or it is on. */
  stoppedBecause: string | null
  chatId: string | null
  lastAt: Date | null
  /** Null if its chat was deleted. */
  lastStatus: 'streaming' | 'complete' | 'stopped' | 'failed' | null
  /** The beginning of the last answer. */
  lastText: string | null
  lastFailure: string | null
  isLastRefunded: boolean
}

const SHOWN_CHARS = 280

/** SQL for what was refunded of the last run. */
const REFUNDED = `coalesce((select sum(turn.points) from chat_turn turn
  where turn.message_id = schedule.last_message_id and turn.points > 0 and turn.is_refunded), 0)::int`

const LAST_TEXT = `left((select string_agg(part ->> 'text', ' ')
  from jsonb_array_elements(message.parts) part where part ->> 'type' = 'text'), ${SHOWN_CHARS})`

const SELECT = `select schedule.agent_id as "agentId", agent.name as "agentName",
    schedule.user_id as "userId", schedule.prompt, schedule.minutes, schedule.weekday,
    schedule.time_zone as "timeZone", schedule.points_limit as "pointsLimit",
    schedule.points_spent - ${REFUNDED} as "pointsSpent", schedule.spent_month as "spentMonth",
    schedule.next_at as "nextAt", schedule.stopped_because as "stoppedBecause",
    schedule.chat_id as "chatId", schedule.last_at as "lastAt", message.status as "lastStatus",
    ${LAST_TEXT} as "lastText", message.failure ->> 'message' as "lastFailure",
    ${REFUNDED} > 0 as "isLastRefunded"
  from agent_schedule schedule join user_agent agent on agent.id = schedule.agent_id
  left join chat_message message on message.id = schedule.last_message_id`

/** Returns undefined if the user's agent never had a schedule. */
export async function findSchedule(
  q: Queryable,
  userId: string,
  agentId: string,
): Promise<ScheduleRow | undefined> {
  const [row] = await q.query<ScheduleRow>(
    `${SELECT} where schedule.agent_id = $1 and schedule.user_id = $2`,
    [agentId, userId],
  )
  return row
}

/** Counts the user's schedules that are on, except that of one agent. */
export async function countOtherSchedules(
  q: Queryable,
  userId: string,
  agentId: string,
): Promise<number> {
  const [row] = await q.query<{ count: number }>(
    `select count(*)::int as count from agent_schedule
     where user_id = $1 and agent_id <> $2 and next_at is not null`,
    [userId, agentId],
  )
  return row?.count ?? 0
}

/** Switches a schedule on. Keeps the amount spent in this month. */
export async function saveSchedule(
  q: Queryable,
  {
    agentId,
    userId,
    nextAt,
    settings,
  }: { agentId: string; userId: string; nextAt: Date; settings: ScheduleSettings },
): Promise<void> {
  const { prompt, minutes, weekday, timeZone, pointsLimit } = settings
  await q.query(
    `insert into agent_schedule
       (agent_id, user_id, prompt, minutes, weekday, time_zone, points_limit, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (agent_id) do update set prompt = excluded.prompt, minutes = excluded.minutes,
       weekday = excluded.weekday, time_zone = excluded.time_zone,
       points_limit = excluded.points_limit, next_at = excluded.next_at, claimed_until = null,
       stopped_because = null`,
    [agentId, userId, prompt, minutes, weekday, timeZone, pointsLimit, nextAt],
  )
}

/** Switches a schedule off. The user sees `because`. */
export async function stopSchedule(
  q: Queryable,
  agentId: string,
  because: string | null,
): Promise<void> {
  await q.query(
    `update agent_schedule set next_at = null, claimed_until = null, stopped_because = $2
     where agent_id = $1`,
    [agentId, because],
  )
}

export type DueRun = ScheduleRow & { nextAt: Date }

/** Claims the run that is due the longest. No other server gets it before `until`. Leaves out disabled users. */
export async function claimDueRun(
  q: Queryable,
  { now, until }: { now: Date; until: Date },
): Promise<DueRun | undefined> {
  const [claimed] = await q.query<{ agentId: string }>(
    `update agent_schedule set claimed_until = $2 where agent_id in (
       select agent_id from agent_schedule
       where next_at <= $1 and (claimed_until is null or claimed_until <= $1)
         and exists (select 1 from app_user u where u.id = agent_schedule.user_id and u.disabled_at is null)
       order by next_at limit 1 for update skip locked)
     returning agent_id as "agentId"`,
    [now, until],
  )
  if (claimed === undefined) return undefined
  const [run] = await q.query<DueRun>(
    `${SELECT} where schedule.agent_id = $1 and schedule.next_at is not null`,
    [claimed.agentId],
  )
  return run
}

export async function keepChat(q: Queryable, agentId: string, chatId: string): Promise<void> {
  await q.query('update agent_schedule set chat_id = $2 where agent_id = $1', [agentId, chatId])
}

/** Ends a claim and counts the run that started. A schedule that its user has changed since keeps its new time. */
export async function advanceSchedule(
  q: Queryable,
  { agentId, nextAt: dueAt }: DueRun,
  run: { messageId: string; startedAt: Date; nextAt: Date; points: number; month: string },
): Promise<void> {
  await q.query(
    `update agent_schedule schedule set
       points_spent = case when spent_month = $5 then points_spent - ${REFUNDED} else 0 end + $6,
       spent_month = $5, last_message_id = $3, last_at = $7,
       next_at = case when next_at = $2 then $4 else next_at end,
       claimed_until = null, stopped_because = null
     where agent_id = $1`,
    [agentId, dueAt, run.messageId, run.nextAt, run.month, run.points, run.startedAt],
  )
}

/** Skips a due run. The user sees `because`; null hides the last reason. */
export async function postponeSchedule(
  q: Queryable,
  { agentId, nextAt: dueAt }: DueRun,
  { nextAt, because }: { nextAt: Date; because: string | null },
): Promise<void> {
  await q.query(
    `update agent_schedule set next_at = $3, claimed_until = null, stopped_because = $4
     where agent_id = $1 and next_at = $2`,
    [agentId, dueAt, nextAt, because],
  )
}
