import type { FastifyInstance } from 'fastify'
import {
  approveToolCall,
  createChat,
  deleteChat,
  getChat,
  listChatCommands,
  listChats,
  resumeChat,
  sendMessage,
  shareDigest,
  stopChat,
  toolResult,
  updateChat,
} from '#contract/chat/chat.ts'
import type { ChatEvent } from '#contract/chat/parts.ts'
import { eventRoute, parseLastEventId, type ServerEvent } from '#server/http/event-stream.ts'
import { route, success, successList } from '#server/http/route.ts'
import { createChats, type Chats, type ChatServices } from './chat-service.ts'
import { parseTimeZone } from '#server/lib/wall-clock.ts'

/** Registers the `/chats` routes. Closing the server ends its running turns. */
export function registerChatRoutes(app: FastifyInstance, services: ChatServices): void {
  const { turns } = services
  const chats = createChats(services)
  app.addHook('preClose', () => turns.close())

  route(app, listChats, async ({ user, query, signal }) => {
    const { offset, limit, app_id, scope, q } = query
    const appId = app_id ?? (scope === 'all' ? undefined : null)
    const isStart = offset === 0 && (q ?? '') === ''
    const [found, pinned] = await Promise.all([
      chats.list(user.id, { appId, words: q, offset, limit }, signal),
      isStart ? chats.listPinned(user.id, appId) : undefined,
    ])
    return { ...successList(found, query), pinned }
  })

  route(app, listChatCommands, async ({ user, query }) =>
    success(await chats.listCommands(user.id, query.app_id ?? null)),
  )

  route(app, createChat, async ({ user, body }) => {
    const chat = await chats.create(user.id, { appId: body.app_id ?? null, title: body.title })
    return success({ ...chat, chat_id: chat.id })
  })

  route(app, shareDigest, async (context) => {
    const { user, body } = context
    await chats.checkRoom(user.id)
    const place = { researchId: body.research_id, chatId: body.chat_id, parentId: body.parent_id }
    return success(await context.withIdempotencyKey(() => chats.shareDigest(user.id, place)))
  })

  route(app, toolResult, async ({ user, params: { id } }) =>
    success({ call_id: id, text: await chats.readResult(user.id, id) }),
  )

  route(app, getChat, async ({ user, params, query }) =>
    success(await chats.read(user.id, params.id, query)),
  )

  route(app, updateChat, async ({ user, params, body }) =>
    success(await chats.update(user.id, params.id, body)),
  )

  route(app, deleteChat, async ({ user, params }) => {
    await chats.remove(user.id, params.id)
    return { status: 'success' as const }
  })

  registerTurnRoutes(app, services, chats)
}

function registerTurnRoutes(app: FastifyInstance, { turns }: ChatServices, chats: Chats): void {
  route(app, stopChat, async ({ user, params }) => {
    await chats.stop(user.id, params.id)
    return { status: 'success' as const }
  })

  eventRoute(app, sendMessage, async ({ user, params, body, idempotencyKey, signal }) => {
    const [chat] = await Promise.all([
      chats.requireChat(user.id, params.id),
      chats.checkRoom(user.id),
    ])
    const started = await turns.send(user.id, chat, {
      content: body.content,
      parentId: body.parent_id,
      regenerateOf: body.regenerate_of,
      call: body.call ?? null,
      timeZone: parseTimeZone(body.time_zone),
      answeredBy: body.answered_by,
      idempotencyKey,
    })
    return toServerEvents(chats.followStarted(started, signal))
  })

  eventRoute(app, approveToolCall, async ({ user, params, body, idempotencyKey, signal }) => {
    const chat = await chats.requireChat(user.id, params.id)
    const decision = { callId: body.call_id, isApproved: body.approved, idempotencyKey }
    return toServerEvents(chats.followStarted(await turns.decide(user.id, chat, decision), signal))
  })

  eventRoute(app, resumeChat, async ({ user, params, query, lastEventId, signal }) => {
    const from = Math.max(query.from ?? 0, parseLastEventId(lastEventId))
    return toServerEvents(
      await chats.resume(user.id, params.id, { from, messageId: query.message_id }, signal),
    )
  })
}

async function* toServerEvents(
  events: AsyncIterable<ChatEvent>,
): AsyncGenerator<ServerEvent<ChatEvent>> {
  for await (const event of events) yield { data: event }
}
