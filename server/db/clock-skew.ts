import type { Queryable } from './database.ts'

/** Sign-ins, orders and jobs tolerate clocks five minutes apart. A synchronized clock is never so far off. */
const MAX_SKEW_MS = 60_000

/** Returns how many ms this machine's clock is ahead of the clock that `read` returns. */
export async function measureSkew(
  read: () => Promise<number>,
  now: () => number = Date.now,
): Promise<number> {
  const startedAt = now()
  const other = await read()
  return (startedAt + now()) / 2 - other
}

/** Returns Unix milliseconds of the database's clock. */
export async function readDatabaseTime(q: Queryable): Promise<number> {
  const [row] = await q.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  if (row === undefined) throw new Error('the database returned no time')
  return row.ms
}

/** Returns a warning, or null if the clocks agree. `other` names the owner of the other clock. */
export function describeSkew(skewMs: number, other: string): string | null {
  const off = Math.abs(skewMs)
  if (off <= MAX_SKEW_MS) return null
  const minutes = Math.round(off / 60_000)
  const amount = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `the clock of this machine is ${amount} ${skewMs > 0 ? 'ahead of' : 'behind'} that of ${other}; synchronize it, for example with timedatectl set-ntp true`
}
