import { isLocal } from '#src/features/chat/thread/thread.ts'
import type { ConversationContext } from './conversation-context.ts'
import { withNewestPage } from './history.ts'
import { toProblem } from './problem.ts'

type ChatReaderOptions = {
  isRunning: () => boolean
  /** Called with the id of an answer that is still being written. */
  onStreaming: (answerId: string) => void
}

/** Reads the newest messages of a chat, except while an answer is being followed. */
export const createChatReader = (
  { port, store, state, set, setKnown }: ConversationContext,
  { isRunning, onStreaming }: ChatReaderOptions,
) => {
  let reading: AbortController | null = null
  /** True if the chat may have changed elsewhere while it could not be read. */
  let isOutdated = false

  const load = async (): Promise<void> => {
    const { chatId } = state()
    if (chatId === null) return
    isOutdated = isRunning()
    if (isOutdated) return
    if (state().phase === 'failed') set({ phase: 'loading', problem: null })
    const controller = new AbortController()
    reading?.abort()
    reading = controller
    try {
      const chat = await port.read(chatId, controller.signal)
      if (reading !== controller) return
      reading = null
      setKnown(chat)
      set((before) => {
        const { messages, top } = withNewestPage(before, chat)
        const waiting =
          before.unsent === null ? [] : before.messages.filter(({ id }) => isLocal(id))
        return {
          phase: 'ready',
          problem: null,
          title: chat.title,
          appId: chat.app_id ?? null,
          messages: [...messages, ...waiting],
          top,
        }
      })
      const running = chat.messages.findLast(({ status }) => status === 'streaming')
      if (running !== undefined) onStreaming(running.id)
    } catch (error) {
      if (reading !== controller) return
      reading = null
      set(({ phase }) => ({
        problem: toProblem(error),
        phase: phase === 'ready' ? 'ready' : 'failed',
      }))
    }
  }

  const close = () => {
    reading?.abort()
    reading = null
  }

  return {
    load,
    /** Resolves once the messages have loaded. A question sent earlier would have no parent. */
    ready: (): Promise<void> =>
      new Promise((resolve) => {
        const unsubscribe = store.subscribe(({ phase }) => {
          if (phase !== 'ready') return
          unsubscribe()
          resolve()
        })
      }),
    /** Drops a read in progress, which would return an older state of the chat. */
    interrupt: () => {
      if (reading !== null) isOutdated = true
      close()
    },
    /** Reads the chat if it could not be read meanwhile. */
    catchUp: () => {
      if (isOutdated) void load()
    },
    close,
  }
}
