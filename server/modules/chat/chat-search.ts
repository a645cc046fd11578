import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { MAX_COUNTED, type Page } from '#server/db/page.ts'
import { createKeyedSemaphore } from '#server/http/keyed-semaphore.ts'
import { CHAT, buildScopeFilter, type ChatPage, type ChatRow } from './chat-repository.ts'

/** Typing starts a search every few letters; the browser aborts the previous one. */
const SEARCHES = { max: 2, maxWaiting: 4, waitMs: 1_000 }

export type SearchedPage = ChatPage & { words: string; signal: AbortSignal }

/**
 * Finds chats with `words` in their title or in one message. A user can run two searches at a time; further ones wait
 * shortly, then fail with `RATE_LIMITED`.
 */
export function createChatSearch(db: Database) {
  const semaphore = createKeyedSemaphore(SEARCHES)
  return async (page: SearchedPage): Promise<Page<ChatRow>> => {
    const release = await semaphore.acquire(page.userId, page.signal)
    if (release === null) {
      throw new AppError('RATE_LIMITED', 'Too many searches at once. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
    }
    try {
      return await searchOwnChats(db, page)
    } finally {
      release()
    }
  }
}

/** Reads only the user's rows, once for both the page and the count. */
async function searchOwnChats(
  db: Database,
  { userId, appId, words, offset, limit, signal }: SearchedPage,
): Promise<Page<ChatRow>> {
  const { filter, values } = buildScopeFilter(userId, appId)
  const rows = await db.slowReads.query<{ counted: number } & (ChatRow | { id: null })>(
    `with matching as materialized (
       select id from chat where user_id = $1 and title ilike $4
       union
       select chat_id from chat_message where user_id = $1 and words like lower($4)
     ), found as (
       select chat.id, chat.updated_at from chat join matching on matching.id = chat.id where ${filter}
     ), page as (
       select ${CHAT} from chat join found on found.id = chat.id
       order by found.updated_at desc, found.id desc offset $5 limit $6
     )
     select (select count(*)::int from (select 1 from found limit ${MAX_COUNTED}) counted_rows) as counted, page.*
     from (select 1) as always left join page on true
     order by page."updatedAt" desc, page.id desc`,
    [...values, `%${escapeLike(words)}%`, offset, limit + 1],
    { signal },
  )
  const found = rows.filter((row): row is { counted: number } & ChatRow => row.id !== null)
  const reached = found.length === 0 ? 0 : offset + found.length
  return {
    rows: found.slice(0, limit),
    total: Math.max(rows[0]?.counted ?? 0, reached),
    hasMore: found.length > limit,
  }
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
