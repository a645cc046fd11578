import type { CaReport, Label, Wallet } from '#contract/analysis/report.ts'
import { isLaunchLabel, isNoTraderLabel, isOwnLabel } from '#engine/judge/label-table.ts'

/** Activity of an entity in one mint. */
export type Place = {
  report: CaReport
  /** All members that traded, excluded ones too. */
  traders: Wallet[]
  /** Ranked members, the one with the largest cost first. Empty when the entity is excluded here. */
  ranked: Wallet[]
  /** The hard label that excludes the entity in this mint; null if it is ranked. */
  exclusion: { address: string; label: Label } | null
  /** First purchase of its members, unless it only shows that a program bought at the launch. */
  entry: { address: string; slot: number; sig: string } | null
}

/** One wallet, or wallets that handed tokens on to each other in any of the mints. */
export type Entity = { members: string[]; places: Map<string, Place> }

/** Returns everyone who traded one of the mints, linked wallets as one entity. */
export function listEntities(reports: readonly CaReport[]): Entity[] {
  const findLeader = mapLinkedWallets(reports)
  const entities = new Map<string, Entity>()
  for (const report of reports) {
    for (const wallet of [...report.wallets, ...report.excluded]) {
      if (wallet.labels.some(isNoTraderLabel)) continue
      const leader = findLeader(wallet.address)
      const entity = entities.get(leader) ?? { members: [], places: new Map<string, Place>() }
      entities.set(leader, entity)
      addTrader(entity, report, wallet)
    }
  }
  for (const { places } of entities.values()) for (const place of places.values()) settle(place)
  return [...entities.values()]
}

function addTrader({ members, places }: Entity, report: CaReport, wallet: Wallet): void {
  const { address, labels, first_buy: first } = wallet
  if (!members.includes(address)) members.push(address)
  const place = places.get(report.mint) ?? {
    report,
    traders: [],
    ranked: [],
    exclusion: null,
    entry: null,
  }
  places.set(report.mint, place)
  place.traders.push(wallet)
  const hard = labels.filter((each) => each.hard)
  const isOwn = hard.every(isOwnLabel)
  const reason = hard.find((label) => !isOwnLabel(label)) ?? hard[0]
  if (!reason) place.ranked.push(wallet)
  else if (!place.exclusion || !isOwn) place.exclusion = { address, label: reason }
  const isLaunch = hard.some(isLaunchLabel)
  if (first && !isLaunch && (!place.entry || first.slot < place.entry.slot)) {
    place.entry = { address, slot: first.slot, sig: first.sig }
  }
}

/** A member's exclusion excludes the entity, unless it says something of that member alone. */
function settle(place: Place): void {
  const { exclusion, ranked } = place
  if (exclusion && isOwnLabel(exclusion.label) && ranked.length > 0) place.exclusion = null
  if (place.exclusion) place.ranked = []
  place.ranked.sort(byCost)
}

/** Returns the profit of all members in SOL. */
export const sumProfit = ({ traders }: Place): number =>
  traders.reduce((sum, { pnl_sol }) => sum + pnl_sol, 0)

function byCost(a: Wallet, b: Wallet): number {
  const [costA, costB] = [BigInt(a.cost_lamports), BigInt(b.cost_lamports)]
  return costA === costB ? (a.address < b.address ? -1 : 1) : costA > costB ? -1 : 1
}

/** Returns a function from a wallet to the one that represents all wallets linked to it in any report. */
function mapLinkedWallets(reports: readonly CaReport[]): (address: string) => string {
  const leaders = new Map<string, string>()
  const find = (address: string): string => {
    let leader = address
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader))
      leader = next
    return leader
  }
  for (const { clusters } of reports) {
    for (const { kind, members } of clusters) {
      if (kind !== 'linked_transfer') continue
      for (const member of members) {
        const [low, high] = [find(members[0] ?? member), find(member)].toSorted()
        if (low !== undefined && high !== undefined && low !== high) leaders.set(high, low)
      }
    }
  }
  return find
}
