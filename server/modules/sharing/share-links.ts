import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { sha256 } from '#server/lib/sha256.ts'

const TOKEN_BYTES = 32
const MAX_LINKS = 100

/** A table of links: `token_hash`, `user_id`, `created_at` and the column that names what is shared. */
type LinkTable =
  | { table: 'report_link'; column: 'report_id' }
  | { table: 'agent_link'; column: 'agent_id' }
  | { table: 'research_link'; column: 'research_id' }

export type ShareLinks = ReturnType<typeof createShareLinks>

/** Creates the public links of one kind of item. Each item has at most one link. */
export const createShareLinks = (db: Database, { table, column }: LinkTable) => ({
  /** Creates the link of an item and ends its earlier one. Throws `RATE_LIMITED` at the cap. */
  async create(userId: string, itemId: string): Promise<{ token: string; created_at: string }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const [others] = await tx.query<{ count: number }>(
        `select count(*)::int as count from ${table} where user_id = $1 and ${column} <> $2`,
        [userId, itemId],
      )
      if ((others?.count ?? 0) >= MAX_LINKS) {
        throw createCapError(`You have ${MAX_LINKS} links. Remove one you no longer need`)
      }
      await tx.query(`delete from ${table} where user_id = $1 and ${column} = $2`, [userId, itemId])
      const [link] = await tx.query<{ at: Date }>(
        `insert into ${table} (token_hash, user_id, ${column}) values ($1, $2, $3)
         returning created_at as at`,
        [sha256(token), userId, itemId],
      )
      if (link === undefined) throw new Error('the link was not stored')
      return { token, created_at: link.at.toISOString() }
    })
  },

  /** Returns when the link of an item was created, or null without one. */
  async findCreatedAt(userId: string, itemId: string): Promise<string | null> {
    const [row] = await db.query<{ at: Date }>(
      `select created_at as at from ${table} where user_id = $1 and ${column} = $2`,
      [userId, itemId],
    )
    return row?.at.toISOString() ?? null
  },

  async delete(userId: string, itemId: string): Promise<void> {
    await db.query(`delete from ${table} where user_id = $1 and ${column} = $2`, [userId, itemId])
  },

  /** Returns a link's item and owner. Throws `NOT_FOUND` when it has ended or its owner is disabled. */
  async find(token: string): Promise<{ userId: string; itemId: string }> {
    const [row] = await db.query<{ userId: string; itemId: string }>(
      `select link.user_id as "userId", link.${column} as "itemId" from ${table} link
       join app_user owner on owner.id = link.user_id and owner.disabled_at is null
       where link.token_hash = $1`,
      [sha256(token)],
    )
    if (row === undefined) throw new AppError('NOT_FOUND', 'This link has ended')
    return row
  },
})
