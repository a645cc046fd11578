import * as z from 'zod/mini'
import { AnsweredBy } from './chat-model.ts'
import { ChatEvent, MessagePart, MessageStatus } from './parts.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, GET_ONE, Id, IdParams } from '#contract/endpoint/ids.ts'
import {
  listEnvelope,
  listOf,
  PageQuery,
  statusEnvelope,
  wholeNumber,
} from '#contract/endpoint/lists.ts'
import { APPROVAL, CHANGE, CHAT_TURN, READ } from '#contract/endpoint/limits.ts'
import { named, namedObject } from '#contract/endpoint/described.ts'

export const Chat = named(
  'Chat',
  z.looseObject({
    id: z.string(),
    title: z.string(),
    /** Null or absent for a global chat. */
    app_id: z.nullish(z.string()),
    is_running: z.optional(z.boolean()),
    /** When the user pinned it above the others; null or absent if not. */
    pinned_at: z.nullish(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
  }),
)
export type Chat = z.infer<typeof Chat>

/** Messages form a tree: an edited question or regenerated answer is a sibling of the old one. */
export const ChatMessage = named(
  'ChatMessage',
  z.looseObject({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    parent_id: z.nullable(z.string()),
    status: MessageStatus,
    parts: z.array(MessagePart),
    /** The engine that answered: `commands and tools`, or the model's name. */
    engine: z.optional(z.nullable(z.string())),
    /** Only for failed answers. */
    error: z.optional(z.nullable(z.object({ code: z.string(), message: z.string() }))),
    /** Number of the last event; `from` of `resumeChat`. */
    last_seq: z.number(),
    created_at: z.string(),
    /** Price of the answer; absent if it was free. */
    points: z.optional(z.number()),
    is_refunded: z.optional(z.boolean()),
    /** Ids of all messages with the same parent, oldest first; absent if this is the only one. */
    versions: z.optional(z.array(z.string())),
  }),
)
export type ChatMessage = z.infer<typeof ChatMessage>

const MAX_CHAT_PAGE = 100
/** All of them come with the first page of a list. */
export const MAX_PINNED_CHATS = 50

const Title = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
/** The id of an installed or built-in app, or `agent:` and the id of the user's agent. */
const AppId = z.string().check(z.minLength(1), z.maxLength(80))

export const listChats = endpoint({
  name: 'listChats',
  path: '/chats',
  summary: 'Chats, newest first: of one app, the global ones, or (scope=all) every one',
  limits: READ,
  query: z.extend(PageQuery, {
    app_id: z.optional(AppId),
    scope: z.optional(z.enum(['global', 'all'])),
    /** Words to find in titles and messages. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  /** `pinned`: all pinned chats, last pinned first; only with the first page, and not with `q`. */
  response: z.extend(listOf(Chat), { pinned: z.optional(z.array(Chat)) }),
})

/** A tool of a chat as a command, such as `/balance`. */
const ChatCommand = namedObject('ChatCommand', {
  /** Without the slash. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Price of a call in POINTS; null if it is free. */
  points: z.nullable(z.number()),
  /** True if it must be followed by a value, such as an address. */
  needs_input: z.boolean(),
})
export type ChatCommand = z.infer<typeof ChatCommand>

export const listChatCommands = endpoint({
  name: 'listChatCommands',
  path: '/chats/commands',
  summary: 'Commands of the global chat, or of the chat of an app',
  limits: READ,
  errors: ['NOT_FOUND'],
  query: z.object({ app_id: z.optional(AppId) }),
  response: listEnvelope(ChatCommand),
})

export const createChat = endpoint({
  name: 'createChat',
  method: 'POST',
  path: '/chats',
  summary: 'Start a chat',
  status: 201,
  limits: CHANGE,
  caps: ['chats'],
  errors: ['NOT_FOUND'],
  body: z.object({ app_id: z.nullish(AppId), title: z.optional(Title) }),
  response: statusEnvelope(z.extend(Chat, { chat_id: z.string() })),
})

export const getChat = endpoint({
  name: 'getChat',
  path: '/chats/{id}',
  summary: 'A chat and its newest messages, oldest first; older ones with `before`',
  ...GET_ONE,
  query: z
    .object({
      /** Return the messages that lead to this one, without it. */
      before: z.optional(Id),
      /** Return the thread that goes through this message, down to its newest answer. */
      through: z.optional(Id),
      limit: z._default(wholeNumber({ from: 1, to: MAX_CHAT_PAGE }), MAX_CHAT_PAGE),
    })
    .check(
      z.refine(({ before, through }) => before === undefined || through === undefined, {
        error: 'Give either before or through',
        path: ['through'],
      }),
    ),
  response: statusEnvelope(
    z.extend(Chat, {
      /** All messages if they fit into one page. Else one thread: the requested, the running or the newest one. */
      messages: z.array(ChatMessage),
      /** True if there are older messages: ask for them with the first id as `before`. */
      has_older: z.optional(z.boolean()),
    }),
  ),
})

export const updateChat = endpoint({
  name: 'updateChat',
  method: 'PATCH',
  path: '/chats/{id}',
  summary: 'Rename, pin or unpin a chat',
  limits: CHANGE,
  errors: ['CONFLICT'],
  params: IdParams,
  body: z.object({ title: z.optional(Title), pinned: z.optional(z.boolean()) }).check(
    z.refine(({ title, pinned }) => title !== undefined || pinned !== undefined, {
      error: 'Give a title or pinned',
      path: ['title'],
    }),
  ),
  response: statusEnvelope(Chat),
})

export const deleteChat = endpoint({
  name: 'deleteChat',
  path: '/chats/{id}',
  summary: 'Delete a chat',
  ...DELETE_ONE,
  response: z.object({ status: z.literal('success') }),
})

export const MAX_MESSAGE_CHARACTERS = 32_000

export const sendMessage = endpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/chats/{id}/messages',
  summary: 'Send a message, or ask for another answer, and stream what is answered',
  kind: 'events',
  idempotent: true,
  limits: CHAT_TURN,
  caps: ['chatMegabytes'],
  errors: ['INSUFFICIENT_BALANCE'],
  params: IdParams,
  body: z
    .object({
      /** The question. Absent with `regenerate_of`. */
      content: z.optional(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_CHARACTERS)),
      ),
      /** The previous message. Absent: the newest one. Null: none. */
      parent_id: z.nullish(Id),
      /** The answer to replace by a new version, instead of `content`. */
      regenerate_of: z.optional(Id),
      /** IANA time zone of the browser, for words such as `tomorrow`. */
      time_zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      /** For callers with a model of their own; that model if absent. Ignored for others. */
      answered_by: z.optional(AnsweredBy),
      /** A tool call from a form. The thread shows `content` as the question. */
      call: z.optional(
        z.object({
          tool: z.string().check(z.minLength(1), z.maxLength(128)),
          arguments: z.record(z.string(), z.unknown()),
        }),
      ),
    })
    .check(
      z.refine(
        ({ content, regenerate_of: again }) => (content === undefined) !== (again === undefined),
        { error: 'Give either content or regenerate_of', path: ['content'] },
      ),
    ),
  response: ChatEvent,
})

export const shareDigest = endpoint({
  name: 'shareDigest',
  method: 'POST',
  path: '/chats/digests',
  summary: 'Put a digest of Research into a chat, or into a new one; nothing is asked or charged',
  status: 201,
  idempotent: true,
  limits: CHANGE,
  caps: ['chats', 'chatMegabytes'],
  errors: ['NOT_FOUND'],
  body: z.object({
    research_id: Id,
    /** Absent: a new global chat. */
    chat_id: z.optional(Id),
    /** The previous message; the newest one if absent. */
    parent_id: z.optional(Id),
  }),
  response: statusEnvelope(z.extend(Chat, { chat_id: z.string(), message_id: z.string() })),
})

export const approveToolCall = endpoint({
  name: 'approveToolCall',
  method: 'POST',
  path: '/chats/{id}/approve',
  summary: 'Allow or decline a tool call that waits for it; the same message goes on',
  kind: 'events',
  idempotent: true,
  limits: APPROVAL,
  errors: ['INSUFFICIENT_BALANCE'],
  params: IdParams,
  body: z.object({ call_id: Id, approved: z.boolean() }),
  response: ChatEvent,
})

export const stopChat = endpoint({
  name: 'stopChat',
  method: 'POST',
  path: '/chats/{id}/stop',
  summary: 'Stop the running answer and keep its text',
  limits: CHANGE,
  params: IdParams,
  response: z.object({ status: z.literal('success') }),
})

export const resumeChat = endpoint({
  name: 'resumeChat',
  path: '/chats/{id}/stream',
  summary: 'Events of the running (else the newest) answer after the one numbered `from`',
  kind: 'events',
  ...GET_ONE,
  query: z.object({
    /** `seq` of the last event that the caller has; 0 if absent. */
    from: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647))),
    /** The answer to follow. Absent: the running one, else the newest. */
    message_id: z.optional(Id),
  }),
  response: ChatEvent,
})

export const toolResult = endpoint({
  name: 'toolResult',
  path: '/tool-results/{id}',
  summary: 'The whole result of a tool call (`call_id`) that was shown cut off',
  ...GET_ONE,
  response: statusEnvelope(z.object({ call_id: z.string(), text: z.string() })),
})
