import { withRetry } from '#server/lib/async/with-retry.ts'
import type { EndReason } from '#contract/chat/parts.ts'
import type { Database } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  TurnFailed,
  type Engine,
  type Outcome,
  type TurnRequest,
  type ModelUsage,
} from '#server/modules/chat/model/engine.ts'
import { toSearchableText, type LiveAnswer } from './live-answer.ts'
import { appendEvents, endWithMessage } from './turn-repository.ts'
import { untilAborted } from '#server/lib/async/until-aborted.ts'

type TurnIdentity = {
  id: string
  messageId: string
  points: number
  transferId: string | null
}

export class UserStop extends Error {
  override name = 'UserStop'
}
/** The process stops, or another one took over the turn. */
export class TurnInterrupted extends Error {
  override name = 'TurnInterrupted'
}

type Services = { db: Database; ledger: Pick<Ledger, 'refund'> }

export type TurnOptions = Services & {
  turn: TurnIdentity
  answer: LiveAnswer
  engine: Engine
  request: TurnRequest
  controller: AbortController
  /** How long the final write is retried. */
  settleMs: number
  /** For the operator. */
  onError: (error: unknown) => void
}

type Ending = {
  reason: EndReason
  status: 'complete' | 'stopped' | 'failed'
  /** False: the charge is refunded. */
  isPaid: boolean
  failure: { code: string; message: string } | null
}

type Settled = Ending & { isRefunded: boolean; usage: ModelUsage | null }

type Usage = { current: ModelUsage | null }

/** Interval for storing events, for readers on other servers. */
const FLUSH_MS = 200
/** How long to retry the final write; then the caller of `runTurn` settles the turn. */
export const SETTLE_MS = 15_000

/**
 * Runs one turn from its engine's first word to its settlement. The end, the refund and the message are one
 * transaction, which only one process can win. `isSettled` is false if the end could not be stored.
 */
export async function runTurn(
  options: TurnOptions,
): Promise<{ isSettled: boolean; usage: ModelUsage | null }> {
  const { answer, controller, turn } = options
  const flusher = flushRegularly(options)
  const usage: Usage = { current: null }
  try {
    const ending = await runEngine(options, usage)
    await flusher.stop()
    if (ending.failure !== null) answer.stage({ type: 'error', ...ending.failure })
    const isRefunded = turn.transferId !== null && !ending.isPaid
    answer.stage({
      type: 'end',
      reason: ending.reason,
      status: ending.status,
      points: turn.points,
      is_refunded: isRefunded,
    })
    if (await settleWithRetry(options, { ...ending, isRefunded, usage: usage.current }))
      answer.release()
    return { isSettled: true, usage: usage.current }
  } catch (error) {
    options.onError(error)
    return { isSettled: false, usage: usage.current }
  } finally {
    await flusher.stop()
    controller.abort(new TurnInterrupted('the turn has ended'))
    answer.close()
  }
}

async function runEngine(
  { engine, request, answer, controller, onError }: TurnOptions,
  usage: Usage,
): Promise<Ending> {
  const { signal } = controller
  const useful = { isSeen: false }
  try {
    const turn = {
      signal,
      emit: (event: Parameters<LiveAnswer['emit']>[0]) => {
        if (signal.aborted) return
        if (event.type === 'text' && event.delta.trim() !== '') useful.isSeen = true
        if (event.type === 'tool' && event.state === 'done') useful.isSeen = true
        answer.emit(event)
      },
      addTokens: ({ model, prompt, completion }: ModelUsage) => {
        const before = usage.current ?? { prompt: 0, completion: 0 }
        usage.current = {
          model,
          prompt: before.prompt + prompt,
          completion: before.completion + completion,
        }
      },
    }
    const outcome = await untilAborted(engine.answer(request, turn), signal)
    return finished(outcome)
  } catch (error) {
    if (signal.reason instanceof UserStop) {
      settleRunningTools(answer, 'Stopped')
      return { reason: 'stopped', status: 'stopped', isPaid: useful.isSeen, failure: null }
    }
    settleRunningTools(answer, 'The answer ended before the tool did')
    const failed = { reason: 'failed', status: 'failed', isPaid: false } as const
    if (error instanceof TurnFailed) {
      return { ...failed, failure: { code: error.code, message: error.message } }
    }
    if (signal.aborted) {
      const message = 'The answer was interrupted. Please ask again.'
      return { ...failed, failure: { code: 'INTERRUPTED', message } }
    }
    onError(error)
    const message = 'Something went wrong on our side. Please ask again.'
    return { ...failed, failure: { code: 'INTERNAL', message } }
  }
}

const finished = ({ reason, isUseful }: Outcome): Ending => ({
  reason,
  status: 'complete',
  isPaid: isUseful,
  failure: null,
})

function settleRunningTools(answer: LiveAnswer, error: string): void {
  for (const part of answer.getParts()) {
    if (part.type !== 'tool' || part.state !== 'running') continue
    const { call_id, app, tool } = part
    answer.emit({ type: 'tool', call_id, app, tool, state: 'failed', error })
  }
}

/** Stores events in batches, one at a time. A failed batch is stored again with the next one. */
function flushRegularly({ db, answer, turn, onError }: TurnOptions) {
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    const events = answer.take()
    if (events.length === 0) return
    try {
      await appendEvents(db, turn.messageId, events)
    } catch (error) {
      answer.giveBack(events)
      onError(error)
    }
  }
  const timer = setInterval(() => {
    writing = writing.then(flush)
  }, FLUSH_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await writing
    },
  }
}

async function settleWithRetry(options: TurnOptions, ending: Settled): Promise<boolean> {
  const deadline = performance.now() + options.settleMs
  const attempt = async () => {
    const events = options.answer.take()
    try {
      return await settle(options, ending, events)
    } catch (error) {
      options.answer.giveBack(events)
      throw error
    }
  }
  return withRetry(attempt, {
    pauseMs: (_, tries) => (performance.now() > deadline ? null : Math.min(1_000, 50 * 2 ** tries)),
  })
}

/** Returns false if another process ended the turn. */
async function settle(
  { db, ledger, turn, answer }: TurnOptions,
  { status, failure, isRefunded, usage }: Settled,
  events: ReturnType<LiveAnswer['take']>,
): Promise<boolean> {
  const parts = answer.getParts()
  const end = {
    status,
    isRefunded,
    messageId: turn.messageId,
    parts,
    words: toSearchableText(parts),
    failure,
    events,
    lastSeq: answer.getLastSeq(),
    usage,
  }
  const { transferId } = turn
  if (!isRefunded || transferId === null) return endWithMessage(db, turn.id, end)
  return db.transaction(async (tx) => {
    if (!(await endWithMessage(tx, turn.id, end))) return false
    await ledger.refund({ transferId, reason: `chat turn ${status}` }, tx)
    return true
  })
}
