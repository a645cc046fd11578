import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Queryable } from '#server/db/database.ts'
import { createPage, type Page } from '#server/db/page.ts'

export type ChatRow = {
  id: string
  userId: string
  /** Null: a global chat. `agent:ID`: the chat of an agent. */
  appId: string | null
  title: string
  isTitled: boolean
  isRunning: boolean
  createdAt: Date
  updatedAt: Date
  /** Null: not pinned. */
  pinnedAt: Date | null
}

export type MessageRow = {
  id: string
  /** The message before it; null for the first. Messages with the same parent are versions. */
  parentId: string | null
  role: ChatMessage['role']
  status: ChatMessage['status']
  parts: ChatMessage['parts']
  /** Engine that wrote the answer; null for a question. */
  engine: string | null
  failure: { code: string; message: string } | null
  /** Number of its last stored event. 0: none. */
  lastSeq: number
  createdAt: Date
}

export const CHAT = `chat.id, chat.user_id as "userId", chat.app_id as "appId", chat.title, chat.is_titled as "isTitled",
  chat.created_at as "createdAt", chat.updated_at as "updatedAt",
  chat.pinned_at as "pinnedAt",
  exists (select 1 from chat_turn where chat_id = chat.id and status = 'running') as "isRunning"`

const MESSAGE = `id, parent_id as "parentId", role, status, parts, engine, failure, last_seq as "lastSeq",
  created_at as "createdAt"`

/** Creates a chat. Without a title, it is called `New Chat` until its first question. */
export async function insertChat(
  q: Queryable,
  chat: { id: string; userId: string; appId: string | null; title: string | undefined },
): Promise<void> {
  await q.query(
    `insert into chat (id, user_id, app_id, title, is_titled)
     values ($1, $2, $3, coalesce($4, 'New Chat'), $4 is not null)`,
    [chat.id, chat.userId, chat.appId, chat.title ?? null],
  )
}

/** Returns true when a user has at least `count` chats. `count` is at least 1. */
export async function hasChats(q: Queryable, userId: string, count: number): Promise<boolean> {
  const rows = await q.query('select 1 from chat where user_id = $1 offset $2 limit 1', [
    userId,
    count - 1,
  ])
  return rows.length > 0
}

/** Returns the stored size of the messages in all chats of a user. */
export async function countMessageBytes(q: Queryable, userId: string): Promise<number> {
  const [row] = await q.query<{ bytes: bigint }>(
    'select coalesce(sum(message_bytes), 0)::bigint as bytes from chat where user_id = $1',
    [userId],
  )
  return Number(row?.bytes ?? 0)
}

/** Returns the chats by id, of any user. Leaves out unknown ids. */
export async function findChats(
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChatRow>> {
  const rows = await q.query<ChatRow>(`select ${CHAT} from chat where chat.id = any($1::uuid[])`, [
    ids,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

export type ChatPage = {
  userId: string
  /** undefined: every app's; null: the global ones. */
  appId: string | null | undefined
  offset: number
  limit: number
}

/** Returns the SQL condition for a user's chats, and its values $1 to $3. Undefined: every app. Null: global chats. */
export function buildScopeFilter(userId: string, appId: string | null | undefined) {
  const scope = appId === undefined ? 'all' : appId === null ? 'global' : 'app'
  return {
    filter: `chat.user_id = $1
      and ($2 = 'all' or ($2 = 'global' and chat.app_id is null) or ($2 = 'app' and chat.app_id = $3))`,
    values: [userId, scope, appId ?? null],
  }
}

/** Returns the user's chats, last used first. */
export async function listOwnChats(
  q: Queryable,
  { userId, appId, offset, limit }: ChatPage,
): Promise<Page<ChatRow>> {
  const { filter, values } = buildScopeFilter(userId, appId)
  const rows = await q.query<ChatRow>(
    `select ${CHAT} from chat where ${filter}
     order by chat.updated_at desc, chat.id desc offset $4 limit $5`,
    [...values, offset, limit + 1],
  )
  return createPage(q, rows, { offset, limit }, { from: `chat where ${filter}`, values })
}

/** Returns the user's pinned chats, last pinned first. */
export async function listPinnedChats(
  q: Queryable,
  { userId, appId }: Pick<ChatPage, 'userId' | 'appId'>,
): Promise<ChatRow[]> {
  const { filter, values } = buildScopeFilter(userId, appId)
  return q.query<ChatRow>(
    `select ${CHAT} from chat where ${filter} and chat.pinned_at is not null
     order by chat.pinned_at desc, chat.id desc`,
    values,
  )
}

/** Sets a title that later questions do not replace. */
export async function renameChat(q: Queryable, id: string, title: string): Promise<void> {
  await q.query('update chat set title = $2, is_titled = true where id = $1', [id, title])
}

/** Pins a chat. Returns when it was pinned, or undefined when its user has pinned `max` others. */
export async function pinChat(
  q: Queryable,
  { id, userId }: Pick<ChatRow, 'id' | 'userId'>,
  max: number,
): Promise<Date | undefined> {
  const [row] = await q.query<{ pinnedAt: Date }>(
    `update chat set pinned_at = coalesce(pinned_at, now()) where id = $1
     and (select count(*) from chat where user_id = $2 and pinned_at is not null and id <> $1) < $3
     returning pinned_at as "pinnedAt"`,
    [id, userId, max],
  )
  return row?.pinnedAt
}

export async function unpinChat(q: Queryable, id: string): Promise<void> {
  await q.query('update chat set pinned_at = null where id = $1', [id])
}

/** Deletes a chat with its messages, events and results. A running turn is asked to stop and settles by itself. */
export async function deleteChatRow(q: Queryable, id: string): Promise<void> {
  await q.query(
    `update chat_turn set stop_requested_at = now() where chat_id = $1 and status = 'running'`,
    [id],
  )
  await q.query('delete from chat where id = $1', [id])
}

/** `points`: what an answer cost; null when it was free. */
export type ListedMessage = MessageRow & { points: number | null; isRefunded: boolean | null }

const LISTED = `${MESSAGE}, points, "isRefunded"`

const PAID = `lateral (
  select sum(points)::int as points, bool_and(is_refunded) as "isRefunded" from chat_turn
  where message_id = chat_message.id and points > 0) paid on true`

/** Returns all messages of a chat, oldest first, or undefined when there are more than `limit`. */
export async function listAllMessages(
  q: Queryable,
  chatId: string,
  limit: number,
): Promise<ListedMessage[] | undefined> {
  const more = await q.query('select 1 from chat_message where chat_id = $1 offset $2 limit 1', [
    chatId,
    limit,
  ])
  if (more.length > 0) return undefined
  return q.query<ListedMessage>(
    `select ${LISTED} from chat_message left join ${PAID} where chat_id = $1 order by created_at, id`,
    [chatId],
  )
}

/** Returns a message and those that lead to it, oldest first. At most the last `limit`. */
export const listMessagesTo = (
  q: Queryable,
  chatId: string,
  id: string,
  limit: number,
): Promise<ListedMessage[]> =>
  q.query<ListedMessage>(
    `with recursive path as (
       select id as place, parent_id as above, 1 as depth from chat_message
       where chat_id = $1 and id = $2
       union all
       select id, parent_id, path.depth + 1 from chat_message join path on id = path.above
       where chat_id = $1 and path.depth < $3
     )
     select ${LISTED} from path join chat_message on id = place left join ${PAID} order by depth desc`,
    [chatId, id, limit],
  )

/**
 * Returns the last message of the thread through a message, taking the newest version wherever there are several. Without
 * a message, the thread is that of the running answer, else that of the newest message.
 */
export async function findThreadEnd(
  q: Queryable,
  chatId: string,
  through: string | null,
): Promise<string | undefined> {
  const rows = await q.query<{ id: string }>(
    `with recursive thread as (
       select coalesce(
         $2::uuid,
         (select message_id from chat_turn where chat_id = $1 and status = 'running'),
         (select id from chat_message where chat_id = $1 order by created_at desc, id desc limit 1)
       ) as id, 1 as depth
       union all
       select next.id, thread.depth + 1 from thread, lateral (
         select id from chat_message where chat_id = $1 and parent_id = thread.id
         order by created_at desc, id desc limit 1) next
     )
     select id from thread where id is not null order by depth desc limit 1`,
    [chatId, through],
  )
  return rows[0]?.id
}

/** Returns the ids of all messages with the same parent, oldest first, for parents that have several. */
export async function findVersions(
  q: Queryable,
  chatId: string,
  parentIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string[]>> {
  const rows = await q.query<{ parentId: string | null; ids: string[] }>(
    `select parent_id as "parentId", array_agg(id order by created_at, id) as ids from chat_message
     where chat_id = $1 and (parent_id = any($2::uuid[]) or ($3 and parent_id is null))
     group by parent_id having count(*) > 1`,
    [chatId, parentIds.filter((id) => id !== null), parentIds.includes(null)],
  )
  return new Map(rows.map(({ parentId, ids }) => [parentId, ids]))
}

export async function findMessage(
  q: Queryable,
  chatId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const rows = await q.query<MessageRow>(
    `select ${MESSAGE} from chat_message where chat_id = $1 and id = $2`,
    [chatId, id],
  )
  return rows[0]
}

/** Adds a finished message of the user, and moves the chat to the top of the list. */
export async function insertUserMessage(
  q: Queryable,
  message: {
    id: string
    chatId: string
    userId: string
    parentId: string | null
    parts: MessageRow['parts']
    words: string
    /** For a chat that has none yet. */
    title: string
  },
): Promise<void> {
  await q.query(
    `with added as (
       insert into chat_message (id, chat_id, user_id, parent_id, role, status, parts, words)
       values ($1, $2, $3, $4, 'user', 'complete', $5::jsonb, $6)
     )
     update chat set updated_at = now(), is_titled = true,
       message_bytes = message_bytes + octet_length($5::jsonb::text),
       title = case when is_titled then title else $7 end
     where id = $2`,
    [
      message.id,
      message.chatId,
      message.userId,
      message.parentId,
      JSON.stringify(message.parts),
      message.words,
      message.title,
    ],
  )
}

/**
 * Returns the messages that lead to a message (null: the newest), itself included, oldest first; at most the last `limit`.
 */
export async function readPathTo(
  q: Queryable,
  chatId: string,
  id: string | null,
  limit: number,
): Promise<Pick<MessageRow, 'id' | 'role' | 'parts'>[]> {
  return q.query(
    `with recursive path as (
       select id, parent_id, role, parts, 1 as depth from chat_message
       where chat_id = $1 and id = coalesce($2::uuid, (
         select id from chat_message where chat_id = $1 order by created_at desc, id desc limit 1))
       union all
       select above.id, above.parent_id, above.role, above.parts, path.depth + 1
       from chat_message above join path on above.id = path.parent_id
       where above.chat_id = $1 and path.depth < $3
     )
     select id, role, parts from path order by depth desc`,
    [chatId, id, limit],
  )
}

/** Returns the answer in which a call waits for approval; undefined once it was decided. */
export async function findWaitingCall(
  q: Queryable,
  chatId: string,
  callId: string,
): Promise<MessageRow | undefined> {
  const rows = await q.query<MessageRow>(
    `select ${MESSAGE} from chat_message where chat_id = $1 and parts @> $2::jsonb`,
    [chatId, JSON.stringify([{ type: 'tool', call_id: callId, state: 'needs_approval' }])],
  )
  return rows[0]
}

/** Returns the running answer of a chat, or else the newest one. */
export async function findNewestAnswer(
  q: Queryable,
  chatId: string,
): Promise<MessageRow | undefined> {
  const rows = await q.query<MessageRow>(
    `select ${MESSAGE} from chat_message where chat_id = $1 and role = 'assistant'
     order by (status = 'streaming') desc, created_at desc, id desc limit 1`,
    [chatId],
  )
  return rows[0]
}

/** Keeps the whole text of a result. Has no effect if the chat was deleted. */
export async function keepToolResult(
  q: Queryable,
  result: { callId: string; chatId: string; text: string },
): Promise<void> {
  await q.query(
    `insert into chat_tool_result (call_id, chat_id, text)
     select $1, id, $3 from chat where id = $2
     on conflict (call_id) do update set text = excluded.text`,
    [result.callId, result.chatId, result.text],
  )
}

/** Returns undefined for a result that is not the user's. */
export async function findToolResult(
  q: Queryable,
  userId: string,
  callId: string,
): Promise<string | undefined> {
  const rows = await q.query<{ text: string }>(
    `select result.text from chat_tool_result result join chat on chat.id = result.chat_id
     where result.call_id = $1 and chat.user_id = $2`,
    [callId, userId],
  )
  return rows[0]?.text
}
