import type { Database, Queryable } from '#server/db/database.ts'
import type { ScanAddress } from '#server/modules/payments/reconcile/scan-repository.ts'

/** A deposit that is too small for a receipt. */
export type DustDeposit = {
  readonly slot: number
  readonly lamports: bigint
  /** Unix milliseconds; null if the node does not know the block's time. */
  readonly blockTimeMs: number | null
}

export type ListedDust = DustDeposit & { readonly signature: string }

type Cursor = { readonly signature: string; readonly slot: number }

/**
 * Moves a scan's cursor to `to` and counts the dust that it passes, in one transaction. Returns false and changes
 * nothing if another instance has moved the cursor away from `from`.
 */
export async function advanceScan(
  db: Database,
  place: ScanAddress,
  {
    from,
    to,
    dust,
    at,
  }: { from: string | null; to: Cursor; dust: readonly ListedDust[]; at: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [scan] = await tx.query<{ signature: string | null; slot: bigint; counted: string[] }>(
      `select cursor_signature as signature, cursor_slot as slot, dust_at_cursor as counted
       from payment_scan where network = $1 and address = $2 for update`,
      [place.network, place.address],
    )
    if (scan === undefined || scan.signature !== from || Number(scan.slot) > to.slot) return false
    const counted = new Set(scan.counted)
    const fresh = dust.filter(({ signature }) => !counted.has(signature))
    const receipted = await findReceipted(tx, place.network, fresh)
    const added = fresh.filter(({ signature }) => !receipted.has(signature))
    for (const [day, ofDay] of Map.groupBy(added, (deposit) => toDay(deposit, at))) {
      await addDust(tx, place, day, ofDay)
    }
    const atCursor = added.filter(({ slot }) => slot === to.slot).map(({ signature }) => signature)
    const kept = Number(scan.slot) === to.slot ? scan.counted : []
    await tx.query(
      `update payment_scan set cursor_signature = $3, cursor_slot = $4, dust_at_cursor = $5
       where network = $1 and address = $2`,
      [place.network, place.address, to.signature, to.slot, [...kept, ...atCursor]],
    )
    return true
  })
}

/** An instance with a lower threshold may have stored some of them individually. */
async function findReceipted(
  tx: Queryable,
  network: string,
  dust: readonly ListedDust[],
): Promise<Set<string>> {
  if (dust.length === 0) return new Set()
  const rows = await tx.query<{ signature: string }>(
    `select signature from payment_receipt
     where network = $1 and currency = 'SOL' and signature = any($2)`,
    [network, dust.map(({ signature }) => signature)],
  )
  return new Set(rows.map(({ signature }) => signature))
}

async function addDust(
  tx: Queryable,
  { network, address }: ScanAddress,
  day: string,
  dust: readonly ListedDust[],
): Promise<void> {
  const slots = dust.map(({ slot }) => slot)
  await tx.query(
    `insert into payment_dust (network, address, day, deposits, lamports, first_slot, last_slot)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (network, address, day) do update set
       deposits = payment_dust.deposits + excluded.deposits,
       lamports = payment_dust.lamports + excluded.lamports,
       first_slot = least(payment_dust.first_slot, excluded.first_slot),
       last_slot = greatest(payment_dust.last_slot, excluded.last_slot)`,
    [
      network,
      address,
      day,
      dust.length,
      dust.reduce((sum, { lamports }) => sum + lamports, 0n),
      Math.min(...slots),
      Math.max(...slots),
    ],
  )
}

/** Returns the UTC day of the block, or of `at` if the node does not know the block's time. */
const toDay = ({ blockTimeMs }: DustDeposit, at: Date): string =>
  (blockTimeMs === null ? at : new Date(blockTimeMs)).toISOString().slice(0, 10)

export type DustSum = {
  readonly deposits: number
  readonly lamports: bigint
  /** `YYYY-MM-DD` in UTC. */
  readonly firstDay: string
  readonly lastDay: string
}

/** Returns the sum of all dust of the network, or null if there is none. */
export async function sumDust(q: Queryable, network: string): Promise<DustSum | null> {
  const [row] = await q.query<{
    deposits: string | null
    lamports: string | null
    first: string
    last: string
  }>(
    `select sum(deposits)::text as deposits, sum(lamports)::text as lamports, min(day)::text as first, max(day)::text as last
     from payment_dust where network = $1`,
    [network],
  )
  if (row === undefined || row.deposits === null || row.lamports === null) return null
  return {
    deposits: Number(row.deposits),
    lamports: BigInt(row.lamports),
    firstDay: row.first,
    lastDay: row.last,
  }
}
