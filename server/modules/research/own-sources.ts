import type { OwnSource } from '#contract/research/research.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { parseWebUrl } from '#server/modules/research/text/canonical-url.ts'
import {
  deleteOwnSourceRow,
  insertOwnSource,
  listOwnSourceRows,
  MAX_OWN_SOURCES,
  type OwnSourceRow,
} from './own-source-repository.ts'

export type OwnSources = ReturnType<typeof createOwnSources>

export const createOwnSources = (db: Database) => ({
  list: async (userId: string): Promise<OwnSource[]> =>
    (await listOwnSourceRows(db, userId)).map(toOwnSource),

  /** The address is only checked when it is read, through the guard. */
  async add(
    userId: string,
    { url: given, name }: { url: string; name: string | undefined },
  ): Promise<OwnSource> {
    const url = parseWebUrl(/^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`)
    if (url === null || !isInternetHost(url.hostname)) {
      throw new AppError(
        'VALIDATION_FAILED',
        'Enter the address of a feed or page, such as https://example.com/feed.xml',
      )
    }
    const named = name === undefined || name === '' ? url.host.replace(/^www\./, '') : name
    const row = await db.transaction(async (tx) => {
      await lockUser(tx, userId)
      return insertOwnSource(tx, { id: uuidv7(), userId, name: named, url: url.href })
    })
    if (row === undefined) {
      throw createCapError(`You have ${MAX_OWN_SOURCES} sources. Remove one you no longer need`)
    }
    return toOwnSource(row)
  },

  async remove(userId: string, id: string): Promise<void> {
    const isGone = isUuid(id) && (await deleteOwnSourceRow(db, userId, id))
    if (!isGone) throw new AppError('NOT_FOUND', 'There is no such source')
  },
})

/** A name without a dot, such as a word that is no address, is at most a computer of a private network. */
const isInternetHost = (hostname: string): boolean =>
  hostname.startsWith('[') || /[^.]\.[^.]/.test(hostname)

const toOwnSource = ({ id, name, url, createdAt }: OwnSourceRow): OwnSource => ({
  id,
  name,
  url,
  created_at: createdAt.toISOString(),
})
