import type { WalletRow } from '#contract/analysis/report-parts.ts'

/** The color of a holder. `other` is no trader, or has no result. */
export type HolderKind = 'profit' | 'loss' | 'other'

export type Holder = {
  address: string
  /** Raw units. */
  held: bigint
  /** From 0 to 1; null if the supply is unknown. */
  share: number | null
  pnlSol: number
  kind: HolderKind
  /** The label of an address that holds for others, such as `pool`; null for a trader. */
  custodian: string | null
  /** Shared by wallets that count as one; null for a wallet alone. */
  groupId: string | null
}

export type HolderGroup = { id: string; members: readonly Holder[] }

const CUSTODIANS: ReadonlySet<string> = new Set(['pool', 'exchange', 'burn_address'])

const toHolder = (row: WalletRow): Holder => {
  const custodian = row.labels.find(({ label }) => CUSTODIANS.has(label))?.label ?? null
  const isOther = custodian !== null || row.pnl_sol === 0
  return {
    address: row.address,
    held: BigInt(row.held_tokens),
    share: row.supply_pct,
    pnlSol: row.pnl_sol,
    kind: isOther ? 'other' : row.pnl_sol > 0 ? 'profit' : 'loss',
    custodian,
    groupId: row.cluster_id,
  }
}

/** Returns the wallets that hold the token, in the order of the rows. */
export const listHolders = (rows: readonly WalletRow[]): Holder[] =>
  rows.map(toHolder).filter(({ held }) => held > 0n)

/** Returns the linked wallets among the holders, by group. A group of which only one wallet holds is none. */
export const listGroups = (holders: readonly Holder[]): HolderGroup[] => {
  const groups = Map.groupBy(
    holders.filter(({ groupId }) => groupId !== null),
    ({ groupId }) => groupId ?? '',
  )
  return [...groups]
    .map(([id, members]) => ({ id, members }))
    .filter(({ members }) => members.length > 1)
}

/** Returns the share of the supply that holders have together; null if the supply is unknown. */
export const sumShares = (holders: readonly Holder[]): number | null =>
  holders.some(({ share }) => share === null)
    ? null
    : holders.reduce((sum, { share }) => sum + (share ?? 0), 0)
