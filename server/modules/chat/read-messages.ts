import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { createFieldError } from '#server/errors.ts'
import { isUuid } from '#server/lib/ids.ts'
import type { Turns } from '#server/modules/chat/turns/turns.ts'
import {
  findMessage,
  findThreadEnd,
  findVersions,
  listAllMessages,
  listMessagesTo,
  type ListedMessage,
  type MessageRow,
} from './chat-repository.ts'

/**
 * Without `before` and `through`: all messages if they fit, or else the newest thread. `before`: those above a
 * message. `through`: the thread through it.
 */
export type MessagePage = {
  before?: string | undefined
  through?: string | undefined
  limit: number
}

/** Returns one page of a chat's messages, oldest first, each with the ids of its other versions. */
export async function readMessages(
  { db, turns }: { db: Database; turns: Pick<Turns, 'findLiveAnswer'> },
  chatId: string,
  page: MessagePage,
): Promise<{ messages: ChatMessage[]; has_older: boolean }> {
  const { rows, hasOlder } = await readPage(db, chatId, page)
  const parentIds = rows.map(({ parentId }) => parentId)
  const versions = await findVersions(db, chatId, parentIds)
  const messages = rows.map((message) => ({
    ...toChatMessage(message, turns),
    versions: versions.get(message.parentId),
  }))
  return { messages, has_older: hasOlder }
}

/** Throws `VALIDATION_FAILED` for the field `name` unless the chat has the message. */
export async function requireMessage(
  q: Queryable,
  chatId: string,
  name: string,
  id: string,
): Promise<MessageRow> {
  const message = isUuid(id) ? await findMessage(q, chatId, id) : undefined
  if (message === undefined) throw createFieldError(name, 'must be a message of this chat')
  return message
}

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

/** Shows a running answer as far as this process knows it. */
function toChatMessage(row: ListedMessage, turns: Pick<Turns, 'findLiveAnswer'>): ChatMessage {
  const live = row.status === 'streaming' ? turns.findLiveAnswer(row.id) : undefined
  return {
    id: row.id,
    role: row.role,
    parent_id: row.parentId,
    status: row.status,
    parts: live?.getParts() ?? row.parts,
    engine: row.engine,
    error: row.failure,
    last_seq: live?.getLastSeq() ?? row.lastSeq,
    created_at: row.createdAt.toISOString(),
    ...(row.points === null ? {} : { points: row.points, is_refunded: row.isRefunded === true }),
  }
}
