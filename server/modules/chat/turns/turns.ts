import { isUniqueViolation } from '#server/db/database-errors.ts'
import { AppError } from '#server/errors.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type { ChatRow } from '#server/modules/chat/chat-repository.ts'
import { settleLostTurns } from './lost-turns.ts'
import { redactCall, type NewMessage } from './message-position.ts'
import { createRunningTurns } from './running-turns.ts'
import {
  resumeTurn,
  startTurn,
  toReplay,
  type Decision,
  type StartedAnswer,
  type StartServices,
} from './start-turn.ts'
import { SETTLE_MS } from './turn.ts'
import { findTurnByKey } from './turn-repository.ts'

export type TurnServices = StartServices & {
  /** How long the final write is retried before the turn is refunded. */
  settleMs?: number
  onError: (error: unknown) => void
}

export type Turns = ReturnType<typeof createTurns>

export function createTurns(services: TurnServices) {
  const { db, ledger, settleMs = SETTLE_MS, onError } = services
  const running = createRunningTurns({ db, ledger, settleMs, onError })
  const parts = { ...services, running }

  /** Retries once after settling turns of dead processes. */
  async function startWithoutLost<T>(start: () => Promise<T>): Promise<T> {
    const attempt = () =>
      start().catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        return null
      })
    const first = await attempt()
    if (first !== null) return first
    const settled = await settleLostTurns({ db, ledger }, { onFailure: onError })
    const second = settled === 0 ? null : await attempt()
    if (second !== null) return second
    throw new AppError('CONFLICT', 'This chat is still answering', { retryAfterSeconds: 1 })
  }

  return {
    findLiveAnswer: running.findLiveAnswer,
    stop: (chatId: string) => running.stop(chatId),
    close: () => running.close(),

    /** Stores a question and starts its answer. Throws `CONFLICT` while the chat is still answering. */
    async send(userId: string, chat: ChatRow, message: NewMessage): Promise<StartedAnswer> {
      const call = message.call === null ? null : redactCall(message.call)
      return startWithoutLost(() => startTurn(parts, userId, chat, { ...message, call }))
    },

    /** Approves or declines a waiting call, and continues its answer. The same key returns the same answer. */
    async decide(userId: string, chat: ChatRow, decision: Decision): Promise<StartedAnswer> {
      const { callId, isApproved, idempotencyKey: key } = decision
      const requestHash = sha256(JSON.stringify({ callId, isApproved }))
      const replay = async () => {
        const earlier = key === undefined ? undefined : await findTurnByKey(db, chat.id, key)
        return earlier && toReplay(earlier, requestHash)
      }
      const resume = () => resumeTurn(parts, userId, chat, { ...decision, requestHash })
      try {
        return (await replay()) ?? (await startWithoutLost(resume))
      } catch (error) {
        // An equal request may have won the race.
        const first = await replay()
        if (first !== undefined) return first
        throw error
      }
    },
  }
}
