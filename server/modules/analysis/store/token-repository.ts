import type { Queryable } from '#server/db/database.ts'

/** How far the history of an address is known, without a gap from its newest to its oldest signature. */
export type HistoryCursor = {
  newestSignature: string
  oldestSignature: string
  oldestSlot: number
  /** True once the oldest signature is the first of the address. */
  reachesStart: boolean
  newestPage: number
  oldestPage: number
}

const CURSOR = `newest_signature as "newestSignature", oldest_signature as "oldestSignature",
  oldest_slot::float8 as "oldestSlot", reaches_start as "reachesStart", newest_page as "newestPage",
  oldest_page as "oldestPage"`

/** Marks the token as used now. Creates its row at the first use. */
export async function touchToken(q: Queryable, mint: string): Promise<void> {
  await q.query(
    `insert into analysis_token (mint) values ($1)
     on conflict (mint) do update set used_at = now() returning mint`,
    [mint],
  )
}

/** Stores a segment and adds its size to the token's. */
export async function insertSegment(
  q: Queryable,
  segment: { id: string; mint: string; transactions: number; body: Buffer },
): Promise<void> {
  const { id, mint, transactions, body } = segment
  await q.query(
    `with added as (
       insert into analysis_segment (id, mint, transactions, body) values ($1, $2, $3, $4)
     )
     update analysis_token set bytes = bytes + length($4::bytea) where mint = $2 returning mint`,
    [id, mint, transactions, body],
  )
}

/** Returns the segments of a token in order, those after `after` if it is not null. */
export async function listSegmentIds(
  q: Queryable,
  mint: string,
  after: string | null,
): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `select id from analysis_segment
     where mint = $1 and ($2::uuid is null or id > $2::uuid) order by id`,
    [mint, after],
  )
  return rows.map(({ id }) => id)
}

export async function readSegment(q: Queryable, id: string): Promise<Buffer | null> {
  const [row] = await q.query<{ body: Buffer }>('select body from analysis_segment where id = $1', [
    id,
  ])
  return row?.body ?? null
}

export async function listHistories(
  q: Queryable,
  mint: string,
): Promise<({ address: string } & HistoryCursor)[]> {
  return q.query(
    `select address, ${CURSOR} from analysis_history where mint = $1 order by address`,
    [mint],
  )
}

type Place = { mint: string; address: string }

/** Returns the pages of a history with these numbers, newest first. */
export async function readPages(
  q: Queryable,
  { mint, address }: Place,
  { from, to }: { from: number; to: number },
): Promise<Buffer[]> {
  const rows = await q.query<{ entries: Buffer }>(
    `select entries from analysis_history_page
     where mint = $1 and address = $2 and page between $3 and $4 order by page desc`,
    [mint, address, from, to],
  )
  return rows.map(({ entries }) => entries)
}

/** A page and the cursor that includes it. */
type Step = { to: HistoryCursor; page: number; entries: Buffer }

/** Adds the page of a cursor that was saved, in the same statement. */
const ADD_PAGE = `added as (
    insert into analysis_history_page (mint, address, page, entries)
    select $1, $2, $3, $4::bytea from saved
  ), counted as (
    update analysis_token set bytes = bytes + length($4::bytea)
    where mint = $1 and exists (select from saved)
  )
  select true as saved from saved`

const cursorValues = (to: HistoryCursor): unknown[] => [
  to.newestSignature,
  to.oldestSignature,
  to.oldestSlot,
  to.reachesStart,
  to.newestPage,
  to.oldestPage,
]

/** Starts a history with its first page. Returns false if another process started it before. */
export async function insertHistory(
  q: Queryable,
  { mint, address }: Place,
  { to, page, entries }: Step,
): Promise<boolean> {
  const rows = await q.query(
    `with saved as (
       insert into analysis_history (mint, address, newest_signature, oldest_signature, oldest_slot,
         reaches_start, newest_page, oldest_page)
       values ($1, $2, $5, $6, $7, $8, $9, $10)
       on conflict (mint, address) do nothing returning address
     ), ${ADD_PAGE}`,
    [mint, address, page, entries, ...cursorValues(to)],
  )
  return rows.length === 1
}

/** Adds a page and moves the cursor. Returns false if another process moved it since `from` was read. */
export async function moveHistory(
  q: Queryable,
  { mint, address }: Place,
  { from, to, page, entries }: Step & { from: HistoryCursor },
): Promise<boolean> {
  const rows = await q.query(
    `with saved as (
       update analysis_history
       set newest_signature = $5, oldest_signature = $6, oldest_slot = $7, reaches_start = $8,
         newest_page = $9, oldest_page = $10
       where mint = $1 and address = $2 and newest_signature = $11 and oldest_signature = $12
         and newest_page = $13 and oldest_page = $14
       returning address
     ), ${ADD_PAGE}`,
    [
      mint,
      address,
      page,
      entries,
      ...cursorValues(to),
      from.newestSignature,
      from.oldestSignature,
      from.newestPage,
      from.oldestPage,
    ],
  )
  return rows.length === 1
}

/** Returns at most 100 tokens to drop so that the rest fits, least recently used first. */
export async function listTokensBeyond(
  q: Queryable,
  { maxBytes, keepMint }: { maxBytes: number; keepMint: string },
): Promise<string[]> {
  const rows = await q.query<{ mint: string }>(
    `select mint from (
       select mint, used_at, sum(bytes) over (order by used_at desc, mint) as total from analysis_token
     ) as sized
     where total > $1 and mint <> $2 order by used_at limit 100`,
    [maxBytes, keepMint],
  )
  return rows.map(({ mint }) => mint)
}

/** Drops what is kept of a token, unless it was used in the last minutes. */
export async function deleteToken(q: Queryable, mint: string): Promise<void> {
  await q.query(
    `delete from analysis_token where mint = $1 and used_at < now() - interval '30 minutes'
     returning mint`,
    [mint],
  )
}
