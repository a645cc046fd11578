import type { Funder } from '#engine/index.ts'
import type { Queryable } from '#server/db/database.ts'

type Row = {
  wallet: string
  address: string | null
  signature: string | null
  slot: number | null
  timeS: number | null
}

/** Returns what is known of the wallets; `funder` is null for one that has none. */
export async function readFunders(
  q: Queryable,
  wallets: readonly string[],
): Promise<{ wallet: string; funder: Funder | null }[]> {
  if (wallets.length === 0) return []
  const rows = await q.query<Row>(
    `select wallet, funder as address, signature, slot::float8 as slot, time_s::float8 as "timeS"
     from analysis_funder where wallet = any($1)`,
    [wallets],
  )
  return rows.map(({ wallet, address, signature, slot, timeS }) => ({
    wallet,
    funder:
      address === null || signature === null || slot === null
        ? null
        : { address, signature, slot, timeS },
  }))
}

/** Stores funders that can no longer change; null means that the wallet has none. Does not overwrite stored ones. */
export async function insertFunders(
  q: Queryable,
  funders: ReadonlyMap<string, Funder | null>,
): Promise<void> {
  if (funders.size === 0) return
  const rows = [...funders].map(([wallet, funder]) => ({
    wallet,
    funder: funder?.address ?? null,
    signature: funder?.signature ?? null,
    slot: funder?.slot ?? null,
    time_s: funder?.timeS ?? null,
  }))
  await q.query(
    `insert into analysis_funder (wallet, funder, signature, slot, time_s)
     select wallet, funder, signature, slot, time_s from jsonb_to_recordset($1::jsonb)
       as given (wallet text, funder text, signature text, slot bigint, time_s bigint)
     on conflict (wallet) do nothing returning wallet`,
    [JSON.stringify(rows)],
  )
}
