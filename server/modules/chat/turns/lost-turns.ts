import type { ChatEvent } from '#contract/chat/parts.ts'
import type { Database } from '#server/db/database.ts'
import { runIsolated } from '#server/jobs/isolate.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { createFold, toSearchableText } from './live-answer.ts'
import {
  appendEvents,
  endTurn,
  listEventsAfter,
  findLostTurns,
  findTurn,
  finishMessage,
  findMessageState,
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
      await settleLost(services, turn)
      settled += 1
    }
    await runIsolated(settle, (error) => onFailure(error, about))
  }
  return settled
}

/** Settles a turn of this process whose end could not be stored. Idempotent. */
export async function settleTurn(services: Services, turnId: string): Promise<void> {
  const turn = await findTurn(services.db, turnId)
  if (turn?.status === 'running') await settleLost(services, turn)
}

async function settleLost({ db, ledger }: Services, turn: TurnRow): Promise<void> {
  await db.transaction(async (tx) => {
    const isRefunded = turn.transferId !== null
    if (!(await endTurn(tx, turn.id, { status: 'failed', isRefunded }))) return
    if (turn.transferId !== null) {
      await ledger.refund({ transferId: turn.transferId, reason: 'chat turn lost' }, tx)
    }
    const message = await findMessageState(tx, turn.messageId)
    if (message === undefined) return
    const fold = createFold(message.parts)
    const told = await listEventsAfter(tx, turn.messageId, message.lastSeq)
    for (const event of told) fold.add(event)
    let seq = told.at(-1)?.seq ?? message.lastSeq
    const last: ChatEvent[] = fold
      .parts()
      .flatMap((part): ChatEvent[] =>
        part.type === 'tool' && part.state === 'running'
          ? [{ ...part, type: 'tool', seq: (seq += 1), state: 'failed', error: LOST.message }]
          : [],
      )
    last.push(
      { type: 'error', seq: (seq += 1), ...LOST },
      {
        type: 'end',
        seq: (seq += 1),
        reason: 'failed',
        status: 'failed',
        points: turn.points,
        is_refunded: isRefunded,
      },
    )
    for (const event of last) fold.add(event)
    await appendEvents(tx, turn.messageId, last)
    const parts = fold.parts()
    await finishMessage(tx, turn.messageId, {
      status: 'failed',
      parts,
      words: toSearchableText(parts),
      failure: LOST,
      lastSeq: seq,
    })
  })
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
