import type { ChatEvent, MessagePart } from '#contract/chat/parts.ts'
import type { Database } from '#server/db/database.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { ModelUsage } from '#server/modules/chat/model/engine.ts'
import { createPartsBuilder, toSearchableText, type AnswerEvent } from './live-answer.ts'
import {
  endWithMessage,
  findLostTurns,
  findMessageState,
  findTurn,
  listEventsAfter,
  type TurnRow,
} from './turn-repository.ts'

type Services = { db: Database; ledger: Pick<Ledger, 'refund'> }

/** Four missed heartbeats. */
const SILENT_MS = 20_000
const SWEEP_MS = 5_000

const LOST = {
  code: 'INTERRUPTED',
  message: 'The answer was interrupted by a restart. Please ask again.',
}

/**
 * Settles turns of dead processes: refunds them and keeps their text. Returns how many were settled. Failures go to
 * `onFailure` one by one.
 */
export async function settleLostTurns(
  services: Services,
  { silentMs = SILENT_MS, onFailure }: { silentMs?: number; onFailure: FailureHandler },
): Promise<number> {
  let settled = 0
  for (const turn of await findLostTurns(services.db, silentMs)) {
    const about = { turnId: turn.id, chatId: turn.chatId }
    const settle = async () => {
      await settleLost(services, turn, null)
      settled += 1
    }
    await runIsolated(settle, (error) => onFailure(error, about))
  }
  return settled
}

/** Settles a turn of this process whose end could not be stored. Idempotent. */
export async function settleTurn(
  services: Services,
  turnId: string,
  usage: ModelUsage | null,
): Promise<void> {
  const turn = await findTurn(services.db, turnId)
  if (turn?.status === 'running') await settleLost(services, turn, usage)
}

async function settleLost(
  { db, ledger }: Services,
  turn: TurnRow,
  usage: ModelUsage | null,
): Promise<void> {
  const { messageId, transferId } = turn
  await db.transaction(async (tx) => {
    // The chat may have been deleted. Its turn ends all the same.
    const message = (await findMessageState(tx, messageId)) ?? { parts: [], lastSeq: 0 }
    const fold = createPartsBuilder(message.parts)
    const stored = await listEventsAfter(tx, messageId, message.lastSeq)
    for (const event of stored) fold.add(event)
    const firstSeq = (stored.at(-1)?.seq ?? message.lastSeq) + 1
    const isRefunded = transferId !== null
    const events = createLastEvents(fold.getParts(), { points: turn.points, isRefunded }).map(
      (event, index): ChatEvent => ({ ...event, seq: firstSeq + index }),
    )
    for (const event of events) fold.add(event)
    const parts = fold.getParts()
    const isEnded = await endWithMessage(tx, turn.id, {
      status: 'failed',
      isRefunded,
      messageId,
      parts,
      words: toSearchableText(parts),
      failure: LOST,
      events,
      lastSeq: firstSeq + events.length - 1,
      usage,
    })
    if (isEnded && transferId !== null) {
      await ledger.refund({ transferId, reason: 'chat turn lost' }, tx)
    }
  })
}

/** Fails the tools that were running, and ends the answer. */
function createLastEvents(
  parts: readonly MessagePart[],
  { points, isRefunded }: { points: number; isRefunded: boolean },
): AnswerEvent[] {
  const failedTools = parts.flatMap((part) =>
    part.type === 'tool' && part.state === 'running'
      ? [{ ...part, state: 'failed' as const, error: LOST.message }]
      : [],
  )
  const end = { type: 'end', reason: 'failed', status: 'failed', points } as const
  return [...failedTools, { type: 'error', ...LOST }, { ...end, is_refunded: isRefunded }]
}

/** Settles turns of dead processes every few seconds, until it is stopped. */
export function watchLostTurns(services: Services, onError: FailureHandler) {
  let sweeping: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    sweeping = settleLostTurns(services, { onFailure: onError })
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }, SWEEP_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
