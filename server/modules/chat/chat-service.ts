import { formatNumber } from '#contract/numbers.ts'
import {
  MAX_PINNED_CHATS,
  type Chat,
  type ChatCommand,
  type ChatMessage,
} from '#contract/chat/chat.ts'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/endpoint/limits.ts'
import { formatChatTitle } from '#contract/chat/title.ts'
import type { ChatEvent, DigestPart } from '#contract/chat/parts.ts'
import { createBatchedLookup } from '#server/db/batched-lookup.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { toPlainLine } from '#server/lib/text/visible-text.ts'
import {
  countMessageBytes,
  deleteChatRow,
  findChats,
  findNewestAnswer,
  findThreadEnd,
  findToolResult,
  hasChats,
  insertChat,
  insertUserMessage,
  listOwnChats,
  listPinnedChats,
  pinChat,
  renameChat,
  unpinChat,
  type ChatRow,
} from './chat-repository.ts'
import { createChatSearch } from './chat-search.ts'
import { readMessages, requireMessage, type MessagePage } from './read-messages.ts'
import { describeCommands } from '#server/modules/chat/assistant/commands.ts'
import { toSearchableText } from '#server/modules/chat/turns/live-answer.ts'
import { createMessageNotFound, getMessage } from '#server/modules/chat/turns/message-position.ts'
import { toStorable } from '#server/lib/text/storable.ts'
import { createScope, type Toolbox } from '#server/modules/chat/tools/toolbox.ts'
import type { Turns } from '#server/modules/chat/turns/turns.ts'
import { createFollowAnswer } from '#server/modules/chat/turns/follow-answer.ts'

export type ChatServices = {
  db: Database
  toolbox: Toolbox
  turns: Turns
  /** Throws `NOT_FOUND` when the user has no such research, and `CONFLICT` while it has no digest. */
  readDigest: (userId: string, researchId: string) => Promise<DigestPart>
  caps?: LimitSettings
}

export type Chats = ReturnType<typeof createChats>

type ChatChange = { title?: string | undefined; pinned?: boolean | undefined }

type ListedScope = {
  /** Undefined: every app. Null: global chats. */
  appId: string | null | undefined
  words: string | undefined
  offset: number
  limit: number
}

const BYTES_PER_MB = 1_000_000

/** Creates the service for a user's chats. Its methods throw `NOT_FOUND` for a chat of another user. */
export function createChats(services: ChatServices) {
  const chatById = createBatchedLookup((ids) => findChats(services.db, ids))
  const requireChat: RequireChat = async (userId, id) => {
    const row = isUuid(id) ? await chatById(id.toLowerCase()) : undefined
    if (row?.userId !== userId) throw new AppError('NOT_FOUND', 'There is no such chat')
    return row
  }
  return {
    requireChat,
    ...createReading(services, requireChat),
    ...createWriting(services, requireChat),
  }
}

/** Throws `NOT_FOUND` unless the chat is the user's. */
type RequireChat = (userId: string, id: string) => Promise<ChatRow>

function createReading(services: ChatServices, requireChat: RequireChat) {
  const { db, toolbox } = services
  const search = createChatSearch(db)
  const followAnswer = createFollowAnswer(services)
  return {
    /** Throws `NOT_FOUND` for an app that the user does not have. */
    async listCommands(userId: string, appId: string | null): Promise<ChatCommand[]> {
      const scope = createScope(userId, appId)
      await toolbox.describe(scope)
      return describeCommands((await toolbox.listTools(scope)).tools, appId)
    },

    async list(userId: string, page: ListedScope, signal: AbortSignal): Promise<Page<Chat>> {
      const { words = '' } = page
      const found = await (words === ''
        ? listOwnChats(db, { userId, ...page })
        : search({ userId, ...page, words, signal }))
      return { ...found, rows: found.rows.map(toChat) }
    },

    async listPinned(userId: string, appId: ListedScope['appId']): Promise<Chat[]> {
      return (await listPinnedChats(db, { userId, appId })).map(toChat)
    },

    async read(
      userId: string,
      id: string,
      page: MessagePage,
    ): Promise<Chat & { messages: ChatMessage[]; has_older: boolean }> {
      const row = await requireChat(userId, id)
      return { ...toChat(row), ...(await readMessages(services, row.id, page)) }
    },

    followStarted: followAnswer,

    /** Follows the named answer, or the running or newest one. Yields the events after `from`. */
    async resume(
      userId: string,
      id: string,
      { from, messageId }: { from: number; messageId: string | undefined },
      signal: AbortSignal,
    ): Promise<AsyncGenerator<ChatEvent>> {
      const row = await requireChat(userId, id)
      const answer =
        messageId === undefined
          ? await findNewestAnswer(db, row.id)
          : await getMessage(db, row.id, messageId)
      if (answer === undefined) throw createMessageNotFound()
      const started = { chatId: row.id, messageId: answer.id, fromSeq: from }
      return followAnswer(started, signal)
    },

    async readResult(userId: string, callId: string): Promise<string> {
      const text = isUuid(callId) ? await findToolResult(db, userId, callId) : undefined
      if (text === undefined) throw new AppError('NOT_FOUND', 'There is no such result')
      return text
    },
  }
}

function createWriting(services: ChatServices, requireChat: RequireChat) {
  const { db, toolbox, turns, caps = DEFAULT_LIMITS } = services
  return {
    /** Throws `RATE_LIMITED` when the user's messages reach the storage limit. */
    async checkRoom(userId: string): Promise<void> {
      if ((await countMessageBytes(db, userId)) < caps.chatMegabytes * BYTES_PER_MB) return
      throw createCapError(
        `Your chats hold ${formatNumber(caps.chatMegabytes)} MB. Delete one you no longer need`,
      )
    },

    async create(
      userId: string,
      { appId, title }: { appId: string | null; title: string | undefined },
    ): Promise<Chat> {
      await toolbox.describe(createScope(userId, appId))
      const id = uuidv7()
      const chat = {
        id,
        userId,
        appId,
        title: title === undefined ? undefined : toShownTitle(title),
      }
      await db.transaction((tx) => addChat(tx, chat, caps))
      return toChat(await requireChat(userId, id))
    },

    /** Adds a digest to a chat, or to a new one, without starting an answer. */
    async shareDigest(
      userId: string,
      { researchId, chatId, parentId }: SharedPosition,
    ): Promise<Chat & { chat_id: string; message_id: string }> {
      const [part, chat] = await Promise.all([
        services.readDigest(userId, researchId),
        chatId === undefined ? null : requireChat(userId, chatId),
      ])
      const id = chat?.id ?? uuidv7()
      const title = formatChatTitle(part.title)
      const messageId = await db.transaction(async (tx) => {
        if (chat === null) await addChat(tx, { id, userId, appId: null, title }, caps)
        return addDigest(tx, { userId, chatId: id, parentId, part, title })
      })
      return { ...toChat(await requireChat(userId, id)), chat_id: id, message_id: messageId }
    },

    /** Renames, pins or unpins a chat. Throws `CONFLICT` when too many others are pinned. */
    async update(userId: string, id: string, change: ChatChange): Promise<Chat> {
      let row = await requireChat(userId, id)
      if (change.title !== undefined) {
        const title = toShownTitle(change.title)
        await renameChat(db, row.id, title)
        row = { ...row, title }
      }
      if (change.pinned !== undefined) {
        row = { ...row, pinnedAt: await setPinned(db, row, change.pinned) }
      }
      return toChat(row)
    },

    async remove(userId: string, id: string): Promise<void> {
      const row = await requireChat(userId, id)
      await turns.stop(row.id)
      await db.transaction((tx) => deleteChatRow(tx, row.id))
    },

    stop: async (userId: string, id: string): Promise<void> =>
      turns.stop((await requireChat(userId, id)).id),
  }
}

async function setPinned(db: Database, row: ChatRow, isPinned: boolean): Promise<Date | null> {
  if (!isPinned) {
    await unpinChat(db, row.id)
    return null
  }
  const pinnedAt = await pinChat(db, row, MAX_PINNED_CHATS)
  if (pinnedAt !== undefined) return pinnedAt
  throw new AppError('CONFLICT', `You can pin ${MAX_PINNED_CHATS} chats. Unpin another one first`)
}

type SharedPosition = {
  researchId: string
  chatId: string | undefined
  parentId: string | undefined
}

async function addChat(
  tx: Queryable,
  chat: Parameters<typeof insertChat>[1],
  caps: LimitSettings,
): Promise<void> {
  await lockUser(tx, chat.userId)
  if (await hasChats(tx, chat.userId, caps.chats)) {
    throw createCapError(
      `You have ${formatNumber(caps.chats)} chats. Delete one you no longer need`,
    )
  }
  await insertChat(tx, chat)
}

/** Adds a digest as a message of the user, by default at the end. Returns the id of the message. */
async function addDigest(
  tx: Queryable,
  {
    parentId,
    part,
    ...message
  }: {
    userId: string
    chatId: string
    parentId: string | undefined
    part: DigestPart
    title: string
  },
): Promise<string> {
  const id = uuidv7()
  const parts = [toStorable(part)]
  const parent =
    parentId === undefined
      ? await findThreadEnd(tx, message.chatId, null)
      : (await requireMessage(tx, message.chatId, 'parent_id', parentId)).id
  const words = toSearchableText(parts)
  await insertUserMessage(tx, { ...message, id, parts, words, parentId: parent ?? null })
  return id
}

function toShownTitle(title: string): string {
  const shown = toPlainLine(title)
  if (shown !== '') return shown
  throw new AppError('VALIDATION_FAILED', 'The title must show something', {
    fields: { title: 'must show something' },
  })
}

const toChat = (row: ChatRow): Chat => ({
  id: row.id,
  title: row.title === '' ? formatChatTitle('') : row.title,
  app_id: row.appId,
  is_running: row.isRunning,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  pinned_at: row.pinnedAt?.toISOString() ?? null,
})
