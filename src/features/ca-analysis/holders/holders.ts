import type { ReportHead, WalletRow } from '#contract/analysis/report-parts.ts'

/** The color of a holder. `other` did not trade or has no result. */
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

type PoolsOfReport = Pick<ReportHead, 'supply_raw'> & {
  coverage: {
    pools: readonly Pick<ReportHead['coverage']['pools'][number], 'address' | 'held_tokens'>[]
  }
}

const listPools = ({ coverage: { pools }, supply_raw }: PoolsOfReport): Holder[] =>
  pools.map(({ address, held_tokens = '0' }) => ({
    address,
    held: BigInt(held_tokens),
    share: supply_raw === null ? null : Number(held_tokens) / Number(supply_raw),
    pnlSol: 0,
    kind: 'other',
    custodian: 'pool',
    groupId: null,
  }))

/** The tokens of a linked wallet are in the books of another row. */
const isCounted = ({ labels }: WalletRow): boolean =>
  labels.every(({ label }) => label !== 'linked_wallet')

/** Returns the wallets and pools that hold the token, largest first. The rows have no holdings of pools. */
export const listHolders = (rows: readonly WalletRow[], report: PoolsOfReport): Holder[] =>
  [...rows.filter(isCounted).map(toHolder), ...listPools(report)]
    .filter(({ held }) => held > 0n)
    .toSorted((a, b) => Number(b.held - a.held))

/** Returns the linked wallets among the holders, by group. Groups with one holding wallet are left out. */
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
