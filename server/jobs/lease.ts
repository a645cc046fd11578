import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'

/** After a crash, another process takes over within this time. */
const LEASE_SECONDS = 5
const RENEW_MS = 1_500

export type Lease = {
  /** Takes or renews the lease. Returns false while another process holds it. */
  hold(): Promise<boolean>
  /** Lets another process take over at once. */
  release(): Promise<void>
}

/**
 * Creates a lease for work that one process does for all. A row instead of an advisory lock, which not every
 * Postgres-wire cluster has; it uses the database's clock. While held, it is renewed in the background.
 */
export function createLease(db: Database, name: string): Lease {
  const holder = randomUUID()
  let renewal: NodeJS.Timeout | undefined
  let renewing: Promise<unknown> = Promise.resolve()
  const claim = async () => {
    const rows = await db.query(
      `insert into service_lease (name, holder, expires_at)
       values ($1, $2, now() + interval '${LEASE_SECONDS} seconds')
       on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
       where service_lease.expires_at < now() or service_lease.holder = excluded.holder
       returning holder`,
      [name, holder],
    )
    return rows.length === 1
  }
  return {
    async hold() {
      const isHeld = await claim()
      if (isHeld) {
        renewal ??= setInterval(() => {
          // A failed renewal is noticed by the next call of `hold`.
          renewing = claim().catch(() => undefined)
        }, RENEW_MS).unref()
      } else {
        clearInterval(renewal)
        renewal = undefined
      }
      return isHeld
    },
    async release() {
      clearInterval(renewal)
      renewal = undefined
      // Otherwise a running renewal could take the lease again.
      await renewing
      await db.query('delete from service_lease where name = $1 and holder = $2', [name, holder])
    },
  }
}
