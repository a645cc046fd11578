import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './ids.ts'
import { listOf, PageQuery, statusEnvelope } from './lists.ts'

export const Chat = z.looseObject({
  id: z.string(),
  title: z.string(),
  /** Absent or null: a global chat. */
  app_id: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Chat = z.infer<typeof Chat>

export const ChatMessage = z.looseObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  parent_id: z.nullable(z.string()),
  status: z.enum(['streaming', 'complete', 'stopped', 'failed']),
  parts: z.array(z.looseObject({ type: z.string() })),
  created_at: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** One event of a running answer; `seq` counts from 1 and is what `from` of the stream call refers to. */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    seq: z.number(),
    message_id: z.string(),
    engine: z.string(),
  }),
  z.object({ type: z.literal('text'), seq: z.number(), delta: z.string() }),
  z.object({
    type: z.literal('tool'),
    seq: z.number(),
    call_id: z.string(),
    app: z.string(),
    tool: z.string(),
    state: z.enum(['running', 'done', 'failed', 'needs_input', 'needs_approval']),
    arguments: z.optional(z.unknown()),
    result: z.optional(z.unknown()),
    duration_ms: z.optional(z.number()),
    error: z.optional(z.string()),
  }),
  z.object({ type: z.literal('error'), seq: z.number(), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('end'), seq: z.number(), reason: z.string() }),
])
export type ChatEvent = z.infer<typeof ChatEvent>

const Title = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))

export const listChats = endpoint({
  name: 'listChats',
  method: 'GET',
  path: '/chats',
  summary: 'Chats, newest first: of one app, or global ones',
  query: z.extend(PageQuery, { app_id: z.optional(Id) }),
  response: listOf(Chat),
})

export const createChat = endpoint({
  name: 'createChat',
  method: 'POST',
  path: '/chats',
  summary: 'Start a chat',
  status: 201,
  body: z.object({ app_id: z.nullish(Id), title: z.optional(Title) }),
  response: statusEnvelope(z.looseObject({ id: z.string(), chat_id: z.string() })),
})

export const getChat = endpoint({
  name: 'getChat',
  method: 'GET',
  path: '/chats/{id}',
  summary: 'A chat with its messages',
  params: IdParams,
  response: statusEnvelope(z.extend(Chat, { messages: z.array(ChatMessage) })),
})

export const updateChat = endpoint({
  name: 'updateChat',
  method: 'PATCH',
  path: '/chats/{id}',
  summary: 'Rename a chat',
  params: IdParams,
  body: z.object({ title: Title }),
  response: statusEnvelope(Chat),
})

export const deleteChat = endpoint({
  name: 'deleteChat',
  method: 'DELETE',
  path: '/chats/{id}',
  summary: 'Delete a chat',
  params: IdParams,
  response: z.object({ status: z.literal('success') }),
})

export const sendMessage = endpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/chats/{id}/messages',
  summary: 'Send a message and stream the answer',
  kind: 'events',
  idempotent: true,
  params: IdParams,
  body: z.object({
    content: z.string().check(z.minLength(1), z.maxLength(32_000)),
    parent_id: z.nullish(Id),
  }),
  response: ChatEvent,
})

export const stopChat = endpoint({
  name: 'stopChat',
  method: 'POST',
  path: '/chats/{id}/stop',
  summary: 'Stop the running answer and keep its text',
  params: IdParams,
  response: z.object({ status: z.literal('success') }),
})

export const resumeChat = endpoint({
  name: 'resumeChat',
  method: 'GET',
  path: '/chats/{id}/stream',
  summary: 'Events of the running answer after one already seen',
  kind: 'events',
  params: IdParams,
  query: z.object({ from: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
  response: ChatEvent,
})
