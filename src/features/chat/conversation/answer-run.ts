import { isAbort } from '#src/lib/api/api-error.ts'
import type { ConversationContext } from './conversation-context.ts'
import { toProblem } from './problem.ts'

/** A stopped answer normally ends at once. After this time without an event, the page reads its state. */
const STOP_PATIENCE_MS = 4_000

type AnswerRunOptions = { onStart: () => void; onEnd: () => void }

/** Follows one answer at a time. A new one aborts the previous one. */
export const createAnswerRun = (
  { port, state, set, announce }: ConversationContext,
  { onStart, onEnd }: AnswerRunOptions,
) => {
  let run: AbortController | null = null

  const start = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const controller = new AbortController()
    run?.abort()
    run = controller
    onStart()
    set({ isRunning: true, isStopping: false, problem: null })
    try {
      await work(controller.signal)
    } catch (error) {
      if (!isAbort(error) && !controller.signal.aborted) set({ problem: toProblem(error) })
    } finally {
      if (run === controller) {
        run = null
        set({ isRunning: false, isStopping: false })
        announce()
        onEnd()
      }
    }
  }

  return {
    start,
    isRunning: () => run !== null,
    /** Asks the server to stop the answer. Calls `onGivenUp` if no event comes within `STOP_PATIENCE_MS`. */
    stop: async (onGivenUp: () => void): Promise<void> => {
      const { chatId, isStopping } = state()
      if (run === null || isStopping) return
      set({ isStopping: true })
      const stopped = run
      try {
        if (chatId !== null) await port.stop(chatId)
        setTimeout(() => {
          if (run !== stopped) return
          stopped.abort()
          run = null
          set({ isRunning: false, isStopping: false })
          onGivenUp()
        }, STOP_PATIENCE_MS)
      } catch (error) {
        set({ isStopping: false, problem: toProblem(error) })
      }
    },
    /** Stops following. The server continues the answer. */
    close: () => {
      run?.abort()
      run = null
    },
  }
}

export type AnswerRun = ReturnType<typeof createAnswerRun>
