import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { capReached, lockUser } from '#server/http/user-caps.ts'
import { sha256 } from '#server/lib/sha256.ts'

const TOKEN_BYTES = 32
const MAX_LINKS = 100

export type ReportLinks = ReturnType<typeof createReportLinks>

export const createReportLinks = (db: Database) => ({
  /** Makes the link of a report and ends its earlier one. Throws `RATE_LIMITED` at the cap. */
  async make(userId: string, reportId: string): Promise<{ token: string; created_at: string }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const [others] = await tx.query<{ count: number }>(
        'select count(*)::int as count from report_link where user_id = $1 and report_id <> $2',
        [userId, reportId],
      )
      if ((others?.count ?? 0) >= MAX_LINKS) {
        throw capReached(`You have ${MAX_LINKS} links. Remove one you no longer need`)
      }
      await tx.query('delete from report_link where user_id = $1 and report_id = $2', [
        userId,
        reportId,
      ])
      const [made] = await tx.query<{ at: Date }>(
        `insert into report_link (token_hash, user_id, report_id) values ($1, $2, $3)
         returning created_at as at`,
        [sha256(token), userId, reportId],
      )
      if (made === undefined) throw new Error('the link was not stored')
      return { token, created_at: made.at.toISOString() }
    })
  },

  async since(userId: string, reportId: string): Promise<string | null> {
    const [row] = await db.query<{ at: Date }>(
      'select created_at as at from report_link where user_id = $1 and report_id = $2',
      [userId, reportId],
    )
    return row?.at.toISOString() ?? null
  },

  async end(userId: string, reportId: string): Promise<void> {
    await db.query('delete from report_link where user_id = $1 and report_id = $2', [
      userId,
      reportId,
    ])
  },

  /** Returns the report of a link and its owner. Throws `NOT_FOUND` when the link has ended. */
  async find(token: string): Promise<{ userId: string; reportId: string }> {
    const [row] = await db.query<{ userId: string; reportId: string }>(
      `select user_id as "userId", report_id as "reportId" from report_link where token_hash = $1`,
      [sha256(token)],
    )
    if (row === undefined) throw new AppError('NOT_FOUND', 'This link has ended')
    return row
  },
})
