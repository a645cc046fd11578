import { setTimeout as sleep } from 'node:timers/promises'
import type { Chat, ChatMessage } from '#contract/chat/chat.ts'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/limits.ts'
import { chatTitle } from '#contract/chat/title.ts'
import type { ChatEvent, DigestPart } from '#contract/chat/parts.ts'
import { createBatchedLookup } from '#server/db/batched-lookup.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { capReached, inWords, lockUser } from '#server/http/user-caps.ts'
import { plainLine } from '#server/lib/visible-text.ts'
import {
  countMessageBytes,
  deleteChatRow,
  findChats,
  findMessage,
  findNewestAnswer,
  findThreadEnd,
  findToolResult,
  findVersions,
  hasChats,
  insertChat,
  insertUserMessage,
  listAllMessages,
  listMessagesTo,
  listOwnChats,
  renameChat,
  type ChatRow,
  type ListedMessage,
  type MessageRow,
} from './chat-repository.ts'
import { createChatSearch } from './chat-search.ts'
import { searchableText } from '#server/modules/chat/turns/live-answer.ts'
import { storable } from '#server/modules/chat/turns/storable.ts'
import { createScope, type Toolbox } from '#server/modules/chat/tools/toolbox.ts'
import type { StartedAnswer, Turns } from '#server/modules/chat/turns/turns.ts'
import { eventsAfter } from '#server/modules/chat/turns/turn-repository.ts'

export type ChatServices = {
  db: Database
  toolbox: Toolbox
  turns: Turns
  /** Throws `NOT_FOUND` when the user has no such research, and `CONFLICT` while it has no digest. */
  readDigest: (userId: string, researchId: string) => Promise<DigestPart>
  caps?: LimitSettings
}

/** Polling interval for an answer that another process writes. */
const EVENT_POLL_MS = 150
const BYTES_PER_MB = 1_000_000

function shownTitle(title: string): string {
  const shown = plainLine(title)
  if (shown !== '') return shown
  throw new AppError('VALIDATION_FAILED', 'The title must show something', {
    fields: { title: 'must show something' },
  })
}

export function createChats({
  db,
  toolbox,
  turns,
  readDigest,
  caps = DEFAULT_LIMITS,
}: ChatServices) {
  const search = createChatSearch(db)
  const chatById = createBatchedLookup((ids) => findChats(db, ids))

  async function requireChat(userId: string, id: string): Promise<ChatRow> {
    const row = isUuid(id) ? await chatById(id.toLowerCase()) : undefined
    if (row?.userId !== userId) throw new AppError('NOT_FOUND', 'There is no such chat')
    return row
  }

  async function makeChat(tx: Queryable, chat: Parameters<typeof insertChat>[1]): Promise<void> {
    await lockUser(tx, chat.userId)
    if (await hasChats(tx, chat.userId, caps.chats)) {
      throw capReached(`You have ${inWords(caps.chats)} chats. Delete one you no longer need`)
    }
    await insertChat(tx, chat)
  }

  async function* follow(
    chatId: string,
    messageId: string,
    from: number,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    let seq = from
    while (!signal.aborted) {
      const live = turns.liveAnswer(messageId)
      if (live !== undefined && seq >= live.startSeq) {
        for await (const event of live.follow(seq, signal)) {
          seq = event.seq
          yield event
          // Any other end of the live answer is a pause for an approval.
          if (event.type === 'end') return
        }
      }
      const before = await findMessage(db, chatId, messageId)
      const events = await eventsAfter(db, messageId, seq)
      for (const event of events) {
        seq = event.seq
        yield event
      }
      // The status was read first, so the events of an ended answer are complete.
      if (before === undefined || before.status !== 'streaming') return
      if (events.length > 0 || turns.liveAnswer(messageId) !== undefined) continue
      await sleep(EVENT_POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    requireChat,

    /** Throws `RATE_LIMITED` when the user's messages reach the storage limit. */
    async checkRoom(userId: string): Promise<void> {
      if ((await countMessageBytes(db, userId)) < caps.chatMegabytes * BYTES_PER_MB) return
      throw capReached(
        `Your chats hold ${inWords(caps.chatMegabytes)} MB. Delete one you no longer need`,
      )
    },

    async list(
      userId: string,
      page: {
        appId: string | null | undefined
        words: string | undefined
        offset: number
        limit: number
      },
      signal: AbortSignal,
    ): Promise<Page<Chat>> {
      const { words = '' } = page
      const found =
        words === ''
          ? await listOwnChats(db, { userId, ...page })
          : await search({ userId, ...page, words, signal })
      return { ...found, rows: found.rows.map(toChat) }
    },

    async create(
      userId: string,
      { appId, title }: { appId: string | null; title: string | undefined },
    ): Promise<Chat> {
      await toolbox.describe(createScope(userId, appId))
      const id = uuidv7()
      const chat = { id, userId, appId, title: title === undefined ? undefined : shownTitle(title) }
      await db.transaction((tx) => makeChat(tx, chat))
      return toChat(await requireChat(userId, id))
    },

    /** Adds a digest to a chat, or to a new one, without starting an answer. */
    async share(
      userId: string,
      { researchId, chatId, parentId }: SharedPlace,
    ): Promise<Chat & { chat_id: string; message_id: string }> {
      const [part, chat] = await Promise.all([
        readDigest(userId, researchId),
        chatId === undefined ? null : requireChat(userId, chatId),
      ])
      const parts = [storable(part)]
      const title = chatTitle(part.title)
      const message = { id: uuidv7(), userId, parts, words: searchableText(parts), title }
      const id = chat?.id ?? uuidv7()
      await db.transaction(async (tx) => {
        if (chat === null) await makeChat(tx, { id, userId, appId: null, title })
        const place =
          parentId === undefined
            ? await findThreadEnd(tx, id, null)
            : (await requireMessage(tx, id, 'parent_id', parentId)).id
        await insertUserMessage(tx, { ...message, chatId: id, parentId: place ?? null })
      })
      return { ...toChat(await requireChat(userId, id)), chat_id: id, message_id: message.id }
    },

    async read(
      userId: string,
      id: string,
      page: MessagePage,
    ): Promise<Chat & { messages: ChatMessage[]; has_older: boolean }> {
      const row = await requireChat(userId, id)
      const { rows, hasOlder } = await readPage(db, row.id, page)
      const versions = await findVersions(
        db,
        row.id,
        rows.map(({ parentId }) => parentId),
      )
      const messages = rows.map((message) => ({
        ...toChatMessage(message, turns),
        versions: versions.get(message.parentId),
      }))
      return { ...toChat(row), messages, has_older: hasOlder }
    },

    async rename(userId: string, id: string, title: string): Promise<Chat> {
      const row = await requireChat(userId, id)
      const shown = shownTitle(title)
      await renameChat(db, row.id, shown)
      return toChat({ ...row, title: shown })
    },

    async remove(userId: string, id: string): Promise<void> {
      const row = await requireChat(userId, id)
      await turns.stop(row.id)
      await db.transaction((tx) => deleteChatRow(tx, row.id))
    },

    async stop(userId: string, id: string): Promise<void> {
      const row = await requireChat(userId, id)
      await turns.stop(row.id)
    },

    followStarted: ({ chatId, messageId, fromSeq }: StartedAnswer, signal: AbortSignal) =>
      follow(chatId, messageId, fromSeq, signal),

    /** Follows the named answer, by default the running or newest one. */
    async resume(
      userId: string,
      id: string,
      { from, messageId }: { from: number; messageId: string | undefined },
      signal: AbortSignal,
    ): Promise<AsyncGenerator<ChatEvent>> {
      const row = await requireChat(userId, id)
      if (messageId !== undefined && !isUuid(messageId)) throw noMessage()
      const message =
        messageId === undefined
          ? await findNewestAnswer(db, row.id)
          : await findMessage(db, row.id, messageId)
      if (message === undefined) throw noMessage()
      return follow(row.id, message.id, from, signal)
    },

    async result(userId: string, callId: string): Promise<string> {
      const text = isUuid(callId) ? await findToolResult(db, userId, callId) : undefined
      if (text === undefined) throw new AppError('NOT_FOUND', 'There is no such result')
      return text
    },
  }
}

type SharedPlace = {
  researchId: string
  chatId: string | undefined
  parentId: string | undefined
}

async function requireMessage(
  q: Queryable,
  chatId: string,
  name: string,
  id: string,
): Promise<MessageRow> {
  const message = isUuid(id) ? await findMessage(q, chatId, id) : undefined
  if (message !== undefined) return message
  throw new AppError('VALIDATION_FAILED', `${name}: must be a message of this chat`, {
    fields: { [name]: 'must be a message of this chat' },
  })
}

type MessagePage = { before?: string | undefined; through?: string | undefined; limit: number }

async function readPage(
  db: Database,
  chatId: string,
  { before, through, limit }: MessagePage,
): Promise<{ rows: ListedMessage[]; hasOlder: boolean }> {
  if (before === undefined && through === undefined) {
    const all = await listAllMessages(db, chatId, limit)
    if (all !== undefined) return { rows: all, hasOlder: false }
  }
  const end =
    before === undefined
      ? await findThreadEnd(
          db,
          chatId,
          through === undefined ? null : (await requireMessage(db, chatId, 'through', through)).id,
        )
      : (await requireMessage(db, chatId, 'before', before)).parentId
  const rows = end == null ? [] : await listMessagesTo(db, chatId, end, limit)
  return { rows, hasOlder: rows[0] !== undefined && rows[0].parentId !== null }
}

const noMessage = () => new AppError('NOT_FOUND', 'There is no such message')

const toChat = (row: ChatRow): Chat => ({
  id: row.id,
  title: row.title === '' ? chatTitle('') : row.title,
  app_id: row.appId,
  is_running: row.isRunning,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** Shows a running answer as far as this process knows it. */
function toChatMessage(row: ListedMessage, turns: Turns): ChatMessage {
  const live = row.status === 'streaming' ? turns.liveAnswer(row.id) : undefined
  return {
    id: row.id,
    role: row.role,
    parent_id: row.parentId,
    status: row.status,
    parts: live?.parts() ?? row.parts,
    engine: row.engine,
    error: row.failure,
    last_seq: live?.lastSeq() ?? row.lastSeq,
    created_at: row.createdAt.toISOString(),
    ...(row.points === null ? {} : { points: row.points, is_refunded: row.isRefunded === true }),
  }
}
