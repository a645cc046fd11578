import { LIST_START, type ListKey } from './batches.ts'
import type { Queryable } from './database.ts'

/** A list of one user, newest first, whose rows are never removed. */
export type LastingList = {
  /** The table, and the filter if there is one. */
  readonly name: string
  readonly userId: string
  /** SQL after `from`, up to the last condition. The table has `created_at`. */
  readonly from: string
  readonly values: readonly unknown[]
  /** Column with the id by which rows of the same time are ordered. */
  readonly id: string
}

/** The page starts `skip` rows after the row at `key`, which counts. `total` is null for a page near the start. */
export type PageStart = {
  readonly key: ListKey
  readonly skip: number
  readonly total: number | null
}

const STEP_ROWS = 1_000

/** Returns SQL for the ids of a page, which passes over the rows before it by an index alone. It takes four more values. */
export const buildPageIdsSql = ({ from, id, values }: LastingList): string => {
  const [at, key, offset, limit] = [1, 2, 3, 4].map((place) => `$${values.length + place}`)
  return `select ${id} from ${from} and (created_at, ${id}) <= (${at}::timestamptz, ${key}::uuid)
    order by created_at desc, ${id} desc offset ${offset} limit ${limit}`
}

type Found = { total: bigint; head: bigint; position: bigint | null; at: string; id: string }

/**
 * Returns where to read a page, in a time that does not depend on `offset`.
 *
 * Rows are numbered from the oldest one, so that a new row changes no number. `list_place` stores the place of every
 * 1,000th row. A page begins at the stored place right before it and skips the fewer than 1,000 rows in between. The
 * length of the list is the number of the latest stored place plus the count of newer rows. From 2,000 newer rows on,
 * their places are stored too.
 */
export async function findPageStart(
  q: Queryable,
  list: LastingList,
  offset: number,
): Promise<PageStart> {
  if (offset < STEP_ROWS) return { key: LIST_START, skip: offset, total: null }
  let found = await findPlace(q, list, offset)
  if (found.head >= 2 * STEP_ROWS) {
    await addPlaces(q, list)
    found = await findPlace(q, list, offset)
  }
  const { position, at, id } = found
  const total = Number(found.total)
  // The newest row has the position `total`.
  if (position === null) return { key: LIST_START, skip: offset, total }
  return { key: { at, id }, skip: Number(position) - (total - offset), total }
}

async function findPlace(q: Queryable, list: LastingList, offset: number): Promise<Found> {
  const [own, wanted] = [list.values.length + 1, list.values.length + 3]
  const [found] = await q.query<Found>(
    `with ${latest(list)}, head as (select count(*) as rows ${sinceLatest(list)}),
     length as (select head.rows + coalesce((select position from latest), 0) as total, head.rows as head from head)
     select length.total, length.head, place.position, place.at::text as at, place.id
     from length left join lateral (
       select position, at, id from list_place
       where user_id = $${own} and list = $${own + 1} and position >= length.total - $${wanted}::bigint
       order by position limit 1
     ) place on true`,
    [...list.values, list.userId, list.name, offset],
  )
  if (found === undefined) throw new Error(`no length of ${list.name}`)
  return found
}

/**
 * Stores the places of older rows. A row that commits late or comes from a server with a slow clock gets an earlier time,
 * which would change the numbers after it, so the rows of the last 30 minutes wait.
 */
async function addPlaces(q: Queryable, list: LastingList): Promise<void> {
  const own = list.values.length + 1
  await q.query(
    `with ${latest(list)}
     insert into list_place (user_id, list, position, at, id)
     select $${own}, $${own + 1}, position, created_at, id from (
       select coalesce((select position from latest), 0) + row_number() over (order by created_at, ${list.id}) as position,
         created_at, ${list.id} as id
       ${sinceLatest(list)} and created_at < now() - interval '30 minutes'
     ) counted where position % ${STEP_ROWS} = 0
     on conflict (user_id, list, position) do nothing`,
    [...list.values, list.userId, list.name],
  )
}

const latest = ({ values }: LastingList): string =>
  `latest as (
     select position, at, id from list_place
     where user_id = $${values.length + 1}::uuid and list = $${values.length + 2}::text
     order by position desc limit 1)`

const sinceLatest = ({ from, id }: LastingList): string =>
  `from ${from} and (created_at, ${id}) > (coalesce((select at from latest), '-infinity'),
     coalesce((select id from latest), '00000000-0000-0000-0000-000000000000'))`
