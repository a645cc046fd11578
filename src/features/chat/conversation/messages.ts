import type { ChatMessage } from '#contract/chat/chat.ts'
import { createLocalId, getParentKey, withFinalId } from '#src/features/chat/thread/thread.ts'
import type { ConversationContext } from './conversation-context.ts'

export const createMessages = ({ state, set, timeNow }: ConversationContext) => {
  let localCount = 0
  return {
    find: (id: string) => state().messages.find((message) => message.id === id),
    put: (message: ChatMessage) =>
      set(({ messages }) => ({
        messages: messages.map((known) => (known.id === message.id ? message : known)),
      })),
    /** Creates a message under a local id, until the server gives it one. */
    create: (
      role: ChatMessage['role'],
      parentId: string | null,
      parts: ChatMessage['parts'] = [],
    ): ChatMessage => {
      localCount += 1
      const id = createLocalId(localCount)
      return {
        id,
        role,
        parent_id: parentId,
        status: role === 'user' ? 'complete' : 'streaming',
        parts,
        last_seq: 0,
        created_at: timeNow(),
        row_key: id,
      }
    },
    /** Adds messages at the end and shows the first of them among its versions. */
    append: (...added: [ChatMessage, ...ChatMessage[]]) =>
      set(({ messages, chosen }) => ({
        messages: [...messages, ...added],
        chosen: { ...chosen, [getParentKey(added[0])]: added[0].id },
      })),
    /** Replaces the id of a message by the server's, wherever the thread names it. */
    rename: (from: string, to: string, change: Partial<ChatMessage> = {}) => {
      if (from !== to) set((before) => withFinalId(before, { from, to, change }))
    },
  }
}

export type Messages = ReturnType<typeof createMessages>
