import { AppError } from '#server/errors.ts'
import { ASSISTANT_NAME } from '#server/modules/chat/assistant/assistant.ts'
import type { Chats } from './chat-service.ts'
import type { Turns } from '#server/modules/chat/turns/turns.ts'

export type ChatQuestions = ReturnType<typeof createChatQuestions>

export const createChatQuestions = (chats: Chats, turns: Turns) => ({
  /** Returns the id of the chat, or of a new one if there is none or it was deleted. */
  async openChat(
    userId: string,
    { chatId, appId, title }: { chatId: string | null; appId: string; title: string },
  ): Promise<string> {
    if (chatId !== null) {
      try {
        return (await chats.requireChat(userId, chatId)).id
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      }
    }
    return (await chats.create(userId, { appId, title })).id
  },

  /** Starts an answer. The same key returns the same answer; `answered` waits for its end, and says whether a model or tool did it. */
  async ask(
    userId: string,
    chatId: string,
    question: { content: string; timeZone: string; idempotencyKey: string },
  ) {
    const [chat] = await Promise.all([chats.requireChat(userId, chatId), chats.checkRoom(userId)])
    const started = await turns.send(userId, chat, {
      ...question,
      parentId: undefined,
      regenerateOf: undefined,
      call: null,
    })
    const answered = async (signal: AbortSignal): Promise<{ isServed: boolean }> => {
      let isServed = false
      for await (const event of chats.followStarted(started, signal)) {
        if (event.type === 'start' && event.engine !== ASSISTANT_NAME) isServed = true
        if (event.type === 'tool' && (event.state === 'done' || event.state === 'failed')) {
          isServed = true
        }
      }
      return { isServed }
    }
    return { messageId: started.messageId, answered }
  },
})
