import type { Queryable, Transactional } from '#server/db/database.ts'
import { lockUser } from '#server/http/user-caps.ts'

export type Note = { title: string; body: string; updatedAt: Date }

/** Maximum number of notes per user. */
export const MAX_NOTES = 200

/** Returns the user's notes without their texts, last changed first. */
export const listNotes = (q: Queryable, userId: string): Promise<Omit<Note, 'body'>[]> =>
  q.query(
    `select title, updated_at as "updatedAt" from user_note where user_id = $1
     order by updated_at desc, title_key limit ${MAX_NOTES}`,
    [userId],
  )

/** Returns at most 20 notes with the words in their title or text, last changed first. */
export const searchNotes = (q: Queryable, userId: string, words: string): Promise<Note[]> =>
  q.query<Note>(
    `select title, body, updated_at as "updatedAt" from user_note
     where user_id = $1 and (position(lower($2) in title_key) > 0
       or position(lower($2) in lower(body)) > 0)
     order by updated_at desc, title_key limit 20`,
    [userId, words],
  )

/** Returns the note with the longest title within the given text. Undefined: no title is in it. */
export const findNote = async (
  q: Queryable,
  userId: string,
  text: string,
): Promise<Note | undefined> => {
  const [note] = await q.query<Note>(
    `select title, body, updated_at as "updatedAt" from user_note
     where user_id = $1 and position(title_key in lower($2)) > 0
     order by length(title_key) desc, title_key limit 1`,
    [userId, text],
  )
  return note
}

/** Saves a note, replacing the one with the same title. Returns false if the user has too many. */
export const saveNote = (
  db: Transactional,
  { userId, title, body }: { userId: string; title: string; body: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const rows = await tx.query(
      `insert into user_note (user_id, title_key, title, body)
       select $1, lower($2), $2, $3
       where exists (select 1 from user_note where user_id = $1 and title_key = lower($2))
         or (select count(*) from user_note where user_id = $1) < ${MAX_NOTES}
       on conflict (user_id, title_key)
         do update set title = excluded.title, body = excluded.body, updated_at = now()
       returning title`,
      [userId, title, body],
    )
    return rows.length === 1
  })

/** Returns false if there is no such note. */
export const deleteNote = async (q: Queryable, userId: string, title: string): Promise<boolean> => {
  const rows = await q.query(
    'delete from user_note where user_id = $1 and title_key = lower($2) returning title',
    [userId, title],
  )
  return rows.length === 1
}
