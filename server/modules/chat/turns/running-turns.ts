import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { ModelUsage } from '#server/modules/chat/model/engine.ts'
import { maintainTurns } from './maintain-turns.ts'
import type { LiveAnswer } from './live-answer.ts'
import { settleTurn } from './lost-turns.ts'
import { runTurn, TurnInterrupted, UserStop, type TurnOptions } from './turn.ts'
import { requestStop } from './turn-repository.ts'

type Services = {
  db: Database
  ledger: Pick<Ledger, 'refund'>
  /** Retry time of the final write before the turn is refunded. */
  settleMs: number
  onError: (error: unknown) => void
}

type Running = {
  chatId: string
  answer: LiveAnswer
  controller: AbortController
  ended: Promise<void>
}

const CLOSE_MS = 3_000

export type RunningTurns = ReturnType<typeof createRunningTurns>

/** Creates the turns of this process: starts, stops and settles answers, and ends them when the server stops. */
export function createRunningTurns(services: Services) {
  const { db, ledger, onError } = services
  const owner = randomUUID()
  const running = new Map<string, Running>()
  const unsettled = new Map<string, ModelUsage | null>()
  const settle = (id: string, usage: ModelUsage | null) => settleTurn({ db, ledger }, id, usage)
  const keeper = maintainTurns({ db, owner, running, unsettled, settle, onError })
  let isClosing = false
  return {
    owner,

    findLiveAnswer: (messageId: string): LiveAnswer | undefined =>
      [...running.values()].find(({ answer }) => answer.messageId === messageId)?.answer,

    start(work: Pick<TurnOptions, 'turn' | 'answer' | 'engine' | 'request'>): void {
      const { turn, answer, request } = work
      const controller = new AbortController()
      const runToEnd = async () => {
        const { isSettled, usage } = await runTurn({ ...services, ...work, controller })
        running.delete(turn.id)
        if (!isSettled) unsettled.set(turn.id, usage)
      }
      const ended = runToEnd()
      running.set(turn.id, { chatId: request.chatId, answer, controller, ended })
      if (isClosing) controller.abort(new TurnInterrupted('the server stops'))
      keeper.start()
    },

    async stop(chatId: string): Promise<void> {
      for (const turn of running.values()) {
        if (turn.chatId === chatId) turn.controller.abort(new UserStop('stopped by the user'))
      }
      await requestStop(db, chatId)
    },

    /** Interrupts all answers and waits up to 3 s for their ends. */
    async close(): Promise<void> {
      isClosing = true
      for (const { controller } of running.values()) {
        controller.abort(new TurnInterrupted('the server stops'))
      }
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, CLOSE_MS)
      await Promise.race([
        Promise.allSettled([...running.values()].map(({ ended }) => ended)),
        timer.promise,
      ])
      clearTimeout(timeout)
      keeper.stop()
    },
  }
}
