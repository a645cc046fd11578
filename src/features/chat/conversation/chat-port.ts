import type { ChatEvent } from '#contract/chat/parts.ts'
import {
  approveToolCall,
  createChat,
  getChat,
  resumeChat,
  sendMessage,
  stopChat,
  type Chat,
  type ChatMessage,
} from '#contract/chat/chat.ts'
import type { BodyOf } from '#contract/endpoint/endpoint.ts'
import { readAnsweredBy } from '#src/features/chat/own-model/own-model.ts'
import { getTimeZone } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'

export type SendBody = BodyOf<typeof sendMessage>
export type ApproveBody = BodyOf<typeof approveToolCall>

type StreamRequest = { signal: AbortSignal; idempotencyKey: string }

/** The newest messages of a chat, or older ones: of one thread, oldest first. */
export type ChatPage = {
  readonly messages: readonly ChatMessage[]
  readonly has_older?: boolean | undefined
}

/** Which messages to read; without either, the newest. */
export type PagePlace = { readonly before?: string; readonly through?: string }

/** The calls that a conversation makes to the server. Streams end after an event of type `end`. */
export type ChatPort = {
  create(appId: string | null): Promise<Chat>
  read(chatId: string, signal: AbortSignal, place?: PagePlace): Promise<Chat & ChatPage>
  send(chatId: string, body: SendBody, request: StreamRequest): AsyncGenerator<ChatEvent>
  approve(chatId: string, body: ApproveBody, request: StreamRequest): AsyncGenerator<ChatEvent>
  resume(
    chatId: string,
    place: { messageId: string; from: number; signal: AbortSignal },
  ): AsyncGenerator<ChatEvent>
  stop(chatId: string): Promise<void>
}

const isLast = ({ type }: ChatEvent) => type === 'end'

export const chatPort: ChatPort = {
  create: (appId) => api.callForData(createChat, { body: { app_id: appId } }),
  read: (id, signal, place = {}) =>
    api.callForData(getChat, { params: { id }, query: place, signal }),
  send: (id, body, request) => {
    const answeredBy = readAnsweredBy()
    return api.stream(sendMessage, {
      params: { id },
      body: {
        ...body,
        time_zone: getTimeZone(),
        ...(answeredBy === undefined ? {} : { answered_by: answeredBy }),
      },
      ...request,
      isLast,
    })
  },
  approve: (id, body, request) =>
    api.stream(approveToolCall, { params: { id }, body, ...request, isLast }),
  resume: (id, { messageId, from, signal }) =>
    api.stream(resumeChat, {
      params: { id },
      query: { from, message_id: messageId },
      signal,
      isLast,
    }),
  stop: async (id) => {
    await api.call(stopChat, { params: { id } })
  },
}
