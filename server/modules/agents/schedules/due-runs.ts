import { formatPoints } from '#contract/money.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import type { ChatQuestions } from '#server/modules/chat/chat-questions.ts'
import { formatLocalMonth, computeNextMonthRun, computeNextRun } from './next-run.ts'
import {
  advanceSchedule,
  claimDueRun,
  keepChat,
  postponeSchedule,
  stopSchedule,
  type DueRun,
} from './schedule-repository.ts'

/** Every minute. */
const SCHEDULE = '* * * * *'
/** Maximum number of runs that one server answers at the same time. */
const CONCURRENCY = 5
/** After that, another server takes over the runs of a dead one. */
const CLAIM_MS = 120_000

export type DueRunServices = {
  db: Database
  questions: ChatQuestions
  now: () => number
  pointsPerRun: number
  /** Without a model, a question that no tool answers stops its schedule. */
  hasModel: boolean
}

/** Returns the job that asks agents their scheduled questions. Each costs as much as a question in a chat. */
export const createDueRunsJob = (services: DueRunServices): JobKind => ({
  kind: 'agent-schedules',
  concurrency: 1,
  maxAttempts: 3,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => startDueRuns(services, signal),
})

/** Starts all due runs and waits for them. A failing run does not stop the others; throws `AggregateError` at the end. */
export async function startDueRuns(services: DueRunServices, signal: AbortSignal): Promise<void> {
  const { db, now } = services
  const failures: unknown[] = []
  const startOneAfterAnother = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const nowMs = now()
      const until = new Date(nowMs + CLAIM_MS)
      const run = await claimDueRun(db, { now: new Date(nowMs), until })
      if (run === undefined) return
      await startRun(services, run, signal).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, startOneAfterAnother))
  if (failures.length > 0) throw new AggregateError(failures, 'scheduled agents could not run')
}

async function startRun(services: DueRunServices, run: DueRun, signal: AbortSignal): Promise<void> {
  const { db, questions, now, pointsPerRun, hasModel } = services
  const { agentId, userId, timeZone } = run
  const nowMs = now()
  const month = formatLocalMonth(nowMs, timeZone)
  const spent = run.spentMonth === month ? run.pointsSpent : 0
  if (spent + pointsPerRun > run.pointsLimit) {
    return postponeSchedule(db, run, {
      nextAt: new Date(computeNextMonthRun(run, nowMs)),
      because: `This month’s limit of ${formatPoints(run.pointsLimit)} is used up. It continues next month.`,
    })
  }
  try {
    const chatId = await questions.openChat(userId, {
      chatId: run.chatId,
      appId: `agent:${agentId}`,
      title: `Schedule of ${run.agentName}`,
    })
    if (chatId !== run.chatId) await keepChat(db, agentId, chatId)
    // One key per due time, so that a retry starts nothing.
    const key = `schedule:${agentId}:${run.nextAt.getTime()}`
    const { messageId, answered } = await questions.ask(userId, chatId, {
      content: run.prompt,
      timeZone,
      idempotencyKey: key,
    })
    await advanceSchedule(db, run, {
      messageId,
      startedAt: new Date(nowMs),
      nextAt: new Date(computeNextRun(run, nowMs)),
      points: pointsPerRun,
      month,
    })
    const { isServed } = await answered(signal)
    if (!hasModel && !isServed && !signal.aborted) {
      await stopSchedule(
        db,
        agentId,
        'No AI model is set up, and no tool of this agent answers the question. Change the question.',
      )
    }
  } catch (error) {
    const because = findReasonToStop(error, pointsPerRun)
    const code = error instanceof AppError ? error.code : null
    if (because !== null) await stopSchedule(db, agentId, because)
    // It ran already, and its question was changed since.
    else if (code === 'IDEMPOTENCY_CONFLICT') {
      await postponeSchedule(db, run, {
        nextAt: new Date(computeNextRun(run, nowMs)),
        because: null,
      })
    }
    // The chat still answers: the next round tries again.
    else if (code !== 'CONFLICT') throw error
  }
}

/** Returns null for an error that may pass. */
function findReasonToStop(error: unknown, points: number): string | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'INSUFFICIENT_BALANCE') {
    return `Your balance is too low: a run costs ${formatPoints(points)}.`
  }
  // Too many chats or too much text in them.
  return error.code === 'RATE_LIMITED' ? error.message : null
}
