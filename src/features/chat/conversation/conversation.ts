import { formatChatTitle } from '#contract/chat/title.ts'
import { getShownThread, removeLocal } from '#src/features/chat/thread/thread.ts'
import { createRandomId } from '#src/lib/random-id.ts'
import { createAnswerRun } from './answer-run.ts'
import type { ApproveBody, SendBody } from './chat-port.ts'
import { createChatReader } from './chat-reader.ts'
import {
  createContext,
  type ConversationContext,
  type ConversationOptions,
} from './conversation-context.ts'
import { createDelivery } from './delivery.ts'
import { createHistory } from './history.ts'
import { createMessages } from './messages.ts'

/** One chat: loaded, answered, stopped, resumed. It continues while it is not shown. */
export const createConversation = (options: ConversationOptions) => {
  const context = createContext(options)
  const { outbox, store, state, set } = context
  /** Calls that arrived on this page, whose action has not been shown yet. */
  const newActions = new Set<string>()
  const messages = createMessages(context)
  const history = createHistory(context)
  const run = createAnswerRun(context, {
    onStart: () => {
      reader.interrupt()
      history.cancelVersion()
    },
    onEnd: () => reader.catchUp(),
  })
  const delivery = createDelivery(context, {
    messages,
    run,
    onNewAction: (callId) => newActions.add(callId),
  })
  const reader = createChatReader(context, {
    isRunning: run.isRunning,
    onStreaming: (answerId) =>
      void run.start((signal) => delivery.resume({ answerId, questionId: null }, signal)),
  })
  const unsent = createUnsent(context)
  return {
    /** Stays the same when the first message gives the chat its id. */
    key: createRandomId(),
    ...history,
    store,
    load: reader.load,
    ...createRequests(context, { messages, reader, delivery, unsent }),
    discardUnsent: unsent.discard,
    /** Returns what was not sent, once. */
    takeReturned: (): string => {
      const { chatId, returned } = state()
      if (outbox.read(chatId) === returned) outbox.keep(chatId, '')
      set({ returned: '' })
      return returned
    },
    stop: () =>
      run.stop(() => {
        unsent.giveBack()
        void reader.load()
      }),
    retitle: (title: string) => set({ title }),
    /** Returns true once for a call whose action arrived on this page. */
    takeFreshAction: (callId: string): boolean => newActions.delete(callId),
    /** Stops following. The server continues the answer. */
    close: () => {
      run.close()
      reader.close()
      history.close()
    },
  }
}

export type Conversation = ReturnType<typeof createConversation>

/** Messages that never reached the server. */
const createUnsent = ({ outbox, state, set }: ConversationContext) => {
  /** Removes them from the thread and returns their text. */
  const discard = (): string => {
    const { text, ...rest } = removeLocal(state().messages, state().chosen)
    set({ unsent: null, ...rest })
    if (text !== '') outbox.keep(state().chatId, '')
    return text
  }
  /** Removes them from the thread and returns them to the composer. */
  const giveBack = () => {
    const text = discard()
    if (text !== '') set({ returned: text })
  }
  return { discard, giveBack }
}

type RequestParts = {
  messages: ReturnType<typeof createMessages>
  reader: ReturnType<typeof createChatReader>
  delivery: ReturnType<typeof createDelivery>
  unsent: ReturnType<typeof createUnsent>
}

const createRequests = (
  { port, outbox, state, set }: ConversationContext,
  { messages, reader, delivery, unsent }: RequestParts,
) => ({
  /**
   * Adds a question and an empty answer to the thread, and sends the question. `parentId` defaults to the last message
   * shown.
   */
  send: async (
    content: string,
    { parentId, call }: { parentId?: string | null; call?: NonNullable<SendBody['call']> } = {},
  ): Promise<void> => {
    if (state().phase !== 'ready') await reader.ready()
    unsent.giveBack()
    const isFirst = state().messages.length === 0
    const parent =
      parentId === undefined ? (getShownThread(state()).at(-1)?.message.id ?? null) : parentId
    const question = messages.create('user', parent, [{ type: 'text', text: content }])
    const answer = messages.create('assistant', question.id)
    messages.append(question, answer)
    if (isFirst) set({ title: formatChatTitle(content) })
    outbox.keep(state().chatId, content)
    const body = { content, parent_id: parent, ...(call === undefined ? {} : { call }) }
    const idempotencyKey = createRandomId()
    await delivery.post({ answerId: answer.id, questionId: question.id }, (chatId, signal) =>
      port.send(chatId, body, { signal, idempotencyKey }),
    )
  },

  regenerate: async (answerId: string): Promise<void> => {
    unsent.giveBack()
    const old = messages.find(answerId)
    if (old === undefined) return
    const answer = messages.create('assistant', old.parent_id)
    messages.append(answer)
    const idempotencyKey = createRandomId()
    await delivery.post({ answerId: answer.id, questionId: null }, (chatId, signal) =>
      port.send(chatId, { regenerate_of: answerId }, { signal, idempotencyKey }),
    )
  },

  /** Allows or declines a waiting tool call. The answer continues in the same message. */
  approve: (answerId: string, body: ApproveBody): Promise<void> => {
    const idempotencyKey = createRandomId()
    return delivery.post({ answerId, questionId: null }, (chatId, signal) =>
      port.approve(chatId, body, { signal, idempotencyKey }),
    )
  },
})
