import type { ModelUsage } from '#server/modules/chat/model/engine.ts'
import type { ChatEvent, MessagePart } from '#contract/chat/parts.ts'
import type { Queryable } from '#server/db/database.ts'
import type { LogPosition } from '#server/lib/async/polled-lookup.ts'
import type { MessageRow } from '#server/modules/chat/chat-repository.ts'
import { toSearchableText } from './live-answer.ts'

export type TurnRow = {
  id: string
  chatId: string
  messageId: string
  userId: string
  requestHash: string
  /** The answer's last event before this turn. */
  fromSeq: number
  status: 'running' | 'complete' | 'stopped' | 'failed'
  /** The price, also after a refund. */
  points: number
  /** The charge; null for a free answer. */
  transferId: string | null
  isRefunded: boolean
}

const TURN = `id, chat_id as "chatId", message_id as "messageId", user_id as "userId", request_hash as "requestHash",
  from_seq as "fromSeq", status, points, transfer_id as "transferId", is_refunded as "isRefunded"`

export type NewTurn = Omit<TurnRow, 'status' | 'isRefunded'> & {
  /** The client's `Idempotency-Key`. */
  requestKey: string | null
  owner: string
}

/** Throws unique_violation when the chat already answers, or the key is used. */
export async function insertTurn(q: Queryable, turn: NewTurn): Promise<void> {
  await q.query(
    `insert into chat_turn
       (id, chat_id, message_id, user_id, request_key, request_hash, points, transfer_id, owner, from_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      turn.id,
      turn.chatId,
      turn.messageId,
      turn.userId,
      turn.requestKey,
      turn.requestHash,
      turn.points,
      turn.transferId,
      turn.owner,
      turn.fromSeq,
    ],
  )
}

export type NewExchange = {
  turn: Omit<NewTurn, 'fromSeq'>
  /** Null when it is stored already. */
  question: { id: string; parentId: string | null; text: string } | null
  answer: { parentId: string | null; engine: string }
  /** For a chat without a title. */
  title: string
}

/**
 * Stores a question, the answer that begins, and its turn, and moves the chat to the top of the list, in one
 * statement. Returns the chat's title. Throws unique_violation when the chat already answers, or the key is used.
 */
export async function insertExchange(
  q: Queryable,
  { turn, question, answer, title }: NewExchange,
): Promise<string> {
  const asked: MessagePart[] = [{ type: 'text', text: question?.text ?? '' }]
  const rows = await q.query<{ title: string }>(
    `with asked as (
       insert into chat_message (id, chat_id, user_id, parent_id, role, status, parts, words)
       select $10::uuid, $2::uuid, $4::uuid, $11::uuid, 'user', 'complete', $12::jsonb, $13::text
       where $10::uuid is not null
     ), answered as (
       insert into chat_message (id, chat_id, user_id, parent_id, role, status, engine)
       values ($3, $2, $4, $14, 'assistant', 'streaming', $15)
     ), turned as (
       insert into chat_turn
         (id, chat_id, message_id, user_id, request_key, request_hash, points, transfer_id, owner)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     )
     update chat set updated_at = now(), is_titled = true,
       message_bytes = message_bytes
         + case when $10::uuid is null then 0 else octet_length($12::jsonb::text) end,
       title = case when is_titled then title else $16 end
     where id = $2 returning title`,
    [
      turn.id,
      turn.chatId,
      turn.messageId,
      turn.userId,
      turn.requestKey,
      turn.requestHash,
      turn.points,
      turn.transferId,
      turn.owner,
      question?.id ?? null,
      question?.parentId ?? null,
      JSON.stringify(asked),
      toSearchableText(asked),
      answer.parentId,
      answer.engine,
      title,
    ],
  )
  return rows[0]?.title ?? title
}

export async function findTurnByKey(
  q: Queryable,
  chatId: string,
  requestKey: string,
): Promise<TurnRow | undefined> {
  const rows = await q.query<TurnRow>(
    `select ${TURN} from chat_turn where chat_id = $1 and request_key = $2`,
    [chatId, requestKey],
  )
  return rows[0]
}

/** Asks the server that runs the chat's turn to stop it. Returns that turn; undefined when none runs. */
export async function requestStop(q: Queryable, chatId: string): Promise<TurnRow | undefined> {
  const rows = await q.query<TurnRow>(
    `update chat_turn set stop_requested_at = coalesce(stop_requested_at, now())
     where chat_id = $1 and status = 'running' returning ${TURN}`,
    [chatId],
  )
  return rows[0]
}

/** Returns the ids of the owner's turns that should stop. */
export async function listStopRequests(q: Queryable, owner: string): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `select id from chat_turn
     where owner = $1 and status = 'running' and stop_requested_at is not null`,
    [owner],
  )
  return rows.map(({ id }) => id)
}

/** Renews the heartbeat of these turns. Returns the ids of those that still run. */
export async function renewHeartbeats(q: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `update chat_turn set heartbeat_at = now()
     where id = any($1::uuid[]) and status = 'running' returning id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

export async function findTurn(q: Queryable, id: string): Promise<TurnRow | undefined> {
  const [row] = await q.query<TurnRow>(`select ${TURN} from chat_turn where id = $1`, [id])
  return row
}

/** Returns at most 50 running turns without a heartbeat for this time, oldest first. */
export const findLostTurns = (q: Queryable, silentMs: number): Promise<TurnRow[]> =>
  q.query<TurnRow>(
    `select ${TURN} from chat_turn
     where status = 'running' and heartbeat_at < now() - $1 * interval '1 millisecond'
     order by heartbeat_at limit 50`,
    [silentMs],
  )

/**
 * A batch whose write failed goes out again, longer, from the same event on. The first write may have been stored all
 * the same, with only its acknowledgement lost.
 */
const REPLACE_SHORTER_BATCH = `on conflict (message_id, first_seq) do update
  set last_seq = excluded.last_seq, events = excluded.events
  where excluded.last_seq > chat_events.last_seq`

/**
 * Stores a batch of events. Has no effect once the message has ended or its chat was deleted. A retry with more
 * events replaces the batch.
 */
export async function appendEvents(
  q: Queryable,
  messageId: string,
  events: readonly ChatEvent[],
): Promise<void> {
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return
  // A message that has ended, or whose chat has been deleted, takes no more.
  await q.query(
    `insert into chat_events (message_id, first_seq, last_seq, events)
     select id, $2, $3, $4::jsonb from chat_message where id = $1 and status = 'streaming'
     ${REPLACE_SHORTER_BATCH}`,
    [messageId, first.seq, last.seq, JSON.stringify(events)],
  )
}

/** Returns the stored events after `afterSeq`, in order. 0: all. */
export async function listEventsAfter(
  q: Queryable,
  messageId: string,
  afterSeq: number,
): Promise<ChatEvent[]> {
  const rows = await q.query<{ events: ChatEvent[] }>(
    `select events from chat_events where message_id = $1 and last_seq > $2 order by first_seq`,
    [messageId, afterSeq],
  )
  return rows.flatMap(({ events }) => events).filter(({ seq }) => seq > afterSeq)
}

/** Returns the positions with later events, and those in answers that no longer stream. */
export const listChangedAnswers = (
  q: Queryable,
  positions: readonly LogPosition[],
): Promise<LogPosition[]> =>
  q.query<LogPosition>(
    `select place.id, place.seq from unnest($1::uuid[], $2::int[]) as place (id, seq)
     left join chat_message message on message.id = place.id
     where message.status is distinct from 'streaming' or exists (
       select 1 from chat_events where message_id = place.id and last_seq > place.seq)`,
    [positions.map(({ id }) => id), positions.map(({ seq }) => seq)],
  )

export type Ended = {
  status: 'complete' | 'stopped' | 'failed'
  isRefunded: boolean
  messageId: string
  parts: readonly MessagePart[]
  words: string
  failure: MessageRow['failure']
  /** Not yet on record; the last of the answer. */
  events: readonly ChatEvent[]
  lastSeq: number
  /** Usage of the operator's model; null if no call reported it. */
  usage: ModelUsage | null
}

/**
 * Ends a turn and writes the rest of its answer in one statement. Returns false when the turn has ended already; the
 * caller that gets true settles it.
 */
export async function endWithMessage(q: Queryable, id: string, end: Ended): Promise<boolean> {
  const { events } = end
  const rows = await q.query(
    `with ended as (
       update chat_turn set status = $2, is_refunded = $3, ended_at = now(), model = $11,
         prompt_tokens = $12, completion_tokens = $13
       where id = $1 and status = 'running' returning id
     ), told as (
       insert into chat_events (message_id, first_seq, last_seq, events)
       select chat_message.id, $9::int, $8::int, $10::jsonb from ended, chat_message
       where chat_message.id = $4::uuid and $9::int <= $8::int
       ${REPLACE_SHORTER_BATCH}
     ), said as (
       update chat_message
       set status = $2, parts = $5::jsonb, words = $6, failure = $7::jsonb, last_seq = $8::int
       from ended where chat_message.id = $4::uuid
     ), grown as (
       -- The parts are still the ones from before this statement.
       update chat
       set message_bytes = message_bytes
         + octet_length($5::jsonb::text) - octet_length(chat_message.parts::text)
       from ended, chat_message
       where chat_message.id = $4::uuid and chat.id = chat_message.chat_id
     )
     select id from ended`,
    [
      id,
      end.status,
      end.isRefunded,
      end.messageId,
      JSON.stringify(end.parts),
      end.words,
      end.failure === null ? null : JSON.stringify(end.failure),
      end.lastSeq,
      events[0]?.seq ?? end.lastSeq + 1,
      JSON.stringify(events),
      end.usage?.model ?? null,
      end.usage?.prompt ?? null,
      end.usage?.completion ?? null,
    ],
  )
  return rows.length === 1
}

/** Returns the answer as it was before its running turn. */
export async function findMessageState(
  q: Queryable,
  id: string,
): Promise<Pick<MessageRow, 'parts' | 'lastSeq'> | undefined> {
  const rows = await q.query<Pick<MessageRow, 'parts' | 'lastSeq'>>(
    'select parts, last_seq as "lastSeq" from chat_message where id = $1',
    [id],
  )
  return rows[0]
}

/** Lets a finished answer continue. Returns false if it has changed since it was read. */
export async function reopenMessage(
  q: Queryable,
  id: string,
  expected: { lastSeq: number },
): Promise<boolean> {
  const rows = await q.query(
    `update chat_message set status = 'streaming', failure = null
     where id = $1 and last_seq = $2 and status <> 'streaming' returning id`,
    [id, expected.lastSeq],
  )
  return rows.length === 1
}
