import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

export type Limit = {
  /** What is counted, such as `guess:name+address`. */
  name: string
  /** How many pass in one window. */
  max: number
  windowSeconds: number
}

export type RateLimiter = {
  /** Counts one and throws `RATE_LIMITED` with the time to wait when it is one too many. */
  take(limit: Limit, ...subject: string[]): Promise<void>
  /** Takes one back, for what turned out not to be worth counting. */
  giveBack(limit: Limit, ...subject: string[]): Promise<void>
}

/**
 * Counters in the database, so that they hold over all servers and restarts. Fixed windows that begin with the first
 * hit; one statement each, decided by the database's clock.
 */
export function createRateLimiter(db: Queryable): RateLimiter {
  return {
    async take(limit, ...subject) {
      const [row] = await db.query<{ hits: number; wait_seconds: number }>(
        `with swept as (
           delete from rate_limit where key in (
             select key from rate_limit where ends_at < now() and key <> $1
             order by ends_at limit 5 for update skip locked))
         insert into rate_limit as counted (key, hits, ends_at)
         values ($1, 1, now() + $2::int * interval '1 second')
         on conflict (key) do update set
           hits = case when counted.ends_at <= now() then 1 else least(counted.hits, $3::int) + 1 end,
           ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
         returning hits, extract(epoch from ends_at - now())::float8 as wait_seconds`,
        [keyOf(limit, subject), limit.windowSeconds, limit.max],
      )
      if (row === undefined || row.hits <= limit.max) return
      const waitSeconds = Math.max(1, Math.ceil(row.wait_seconds))
      throw new AppError(
        'RATE_LIMITED',
        `Too many attempts. Try again in ${spoken(waitSeconds)}.`,
        {
          retryAfterSeconds: waitSeconds,
        },
      )
    },
    async giveBack(limit, ...subject) {
      await db.query('update rate_limit set hits = hits - 1 where key = $1 and hits > 0', [
        keyOf(limit, subject),
      ])
    },
  }
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 customer has all of. */
export function addressKey(ip: string): string {
  const unmapped = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(unmapped)) return unmapped
  const [head = '', tail] = (unmapped.split('%', 1)[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

const keyOf = (limit: Limit, subject: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([limit.name, ...subject]))
    .digest('base64url')

const spoken = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
