import type { PriceAlert } from '#contract/analysis/alerts.ts'
import type { Queryable } from '#server/db/database.ts'
import { createPage, type Page } from '#server/db/page.ts'

export type AlertRow = Omit<PriceAlert, 'unit' | 'created_at' | 'fired'> & {
  created_at: Date
  fired_at: Date | null
  fired_price: number | null
}

const ALERT = `id, mint as contract_address, symbol, direction, price, created_at, fired_at, fired_price`

type NewAlert = Pick<AlertRow, 'id' | 'contract_address' | 'symbol' | 'direction' | 'price'> & {
  userId: string
}

/** Stores an alert or returns the user's equal one. Undefined if `limit` alerts wait. Requires a lock on the user. */
export async function saveAlert(
  tx: Queryable,
  { id, userId, contract_address: mint, symbol, direction, price }: NewAlert,
  limit: number,
): Promise<AlertRow | undefined> {
  const [known] = await tx.query<AlertRow>(
    `select ${ALERT} from price_alert
     where user_id = $1 and fired_at is null and mint = $2 and direction = $3 and price = $4`,
    [userId, mint, direction, price],
  )
  if (known) return known
  const [added] = await tx.query<AlertRow>(
    `insert into price_alert (id, user_id, mint, symbol, direction, price)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from price_alert where user_id = $2 and fired_at is null) < $7
     returning ${ALERT}`,
    [id, userId, mint, symbol, direction, price, limit],
  )
  // The price may have moved since the user's request, so the next poll reads it again.
  await tx.query('update price_watch set newest_signature = null where mint = $1', [mint])
  return added
}

/** Returns false if the user has no such alert. */
export async function deleteAlert(q: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await q.query(
    'delete from price_alert where user_id = $1 and id = $2 returning id',
    [userId, id],
  )
  return rows.length === 1
}

/** Returns the alerts of a user: those that wait, newest first, then the others, latest fired first. */
export async function listAlerts(
  q: Queryable,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<Page<AlertRow>> {
  const rows = await q.query<AlertRow>(
    `select ${ALERT} from price_alert where user_id = $1
     order by fired_at desc nulls first, created_at desc, id offset $2 limit $3`,
    [userId, offset, limit + 1],
  )
  const all = { from: 'price_alert where user_id = $1', values: [userId] }
  return createPage(q, rows, { offset, limit }, all)
}

/** An alert of a user who is not disabled waits for the price of the mint. */
const IS_AWAITED = `exists (
  select 1 from price_alert alert join app_user on app_user.id = alert.user_id
  where alert.mint = watched.mint and alert.fired_at is null and app_user.disabled_at is null
)`

/** Watches the mints that alerts wait for, and no others. */
export async function updateWatchedMints(q: Queryable): Promise<void> {
  await q.query(`delete from price_watch watched where not ${IS_AWAITED}`)
  await q.query(
    `insert into price_watch (mint)
     select mint from (select distinct mint from price_alert where fired_at is null) watched
     where ${IS_AWAITED} on conflict (mint) do nothing`,
  )
}

export type DuePrice = { mint: string; newestSignature: string | null }

/** Returns the mint that has been due the longest, and sets its next time; undefined if none is due. */
export async function claimDuePrice(
  q: Queryable,
  everySeconds: number,
): Promise<DuePrice | undefined> {
  const [due] = await q.query<DuePrice>(
    `update price_watch set next_at = now() + $1::int * interval '1 second'
     where next_at <= now() and mint = (
       select mint from price_watch where next_at <= now()
       order by next_at, mint limit 1 for update skip locked
     )
     returning mint, newest_signature as "newestSignature"`,
    [everySeconds],
  )
  return due
}

/** Fires the alerts that a price reaches, each once. The next poll begins after `newestSignature`. */
export async function savePrice(
  tx: Queryable,
  {
    mint,
    price,
    newestSignature,
  }: { mint: string; price: number | null; newestSignature: string | null },
): Promise<void> {
  await tx.query('update price_watch set newest_signature = $2 where mint = $1', [
    mint,
    newestSignature,
  ])
  if (price === null) return
  await tx.query(
    `update price_alert set fired_at = clock_timestamp(), fired_price = $2
     where mint = $1 and fired_at is null
       and ((direction = 'above' and price <= $2) or (direction = 'below' and price >= $2))`,
    [mint, price],
  )
}
