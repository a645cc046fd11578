import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { isPublicPlace } from '#engine/scan/known-addresses.ts'
import { isKnownPool } from '#engine/trades/pools.ts'
import { isTrade } from '#engine/trades/trades.ts'
import type { Window } from '#engine/window/dataset.ts'
import { findCoMovers } from './co-movers.ts'
import type { WalletCluster } from './wallet-cluster.ts'
import { WEIGHTS } from './weights.ts'

/** The wallet that sent a wallet its first SOL, and when. The signature is null if it is not known. */
export type Funder = {
  address: string
  signature: string | null
  slot: number
  timeS: number | null
}

/** Tokens (raw units) that one wallet sent directly to another. */
export type TransferLink = { from: string; to: string; tokens: bigint; signature: string }

/** Returns direct transfers between wallets, paired where one side of the transaction is a single wallet. */
export function findTransferLinks({ flows, known }: Window): TransferLink[] {
  const links: TransferLink[] = []
  let start = 0
  for (let end = 1; end <= flows.length; end++) {
    if (flows[end]?.signature === flows[start]?.signature) continue
    const group = flows.slice(start, end)
    start = end
    const out = group.filter(({ kind }) => kind === 'TRANSFER_OUT')
    const into = group.filter(({ kind }) => kind === 'TRANSFER_IN')
    if (out.length !== 1 && into.length !== 1) continue
    for (const from of out) {
      for (const to of into) {
        if (isKnownPool(from.owner, known) || isKnownPool(to.owner, known)) continue
        const tokens = from.tokens < to.tokens ? from.tokens : to.tokens
        links.push({ from: from.owner, to: to.owner, tokens, signature: from.signature })
      }
    }
  }
  return links
}

/** Groups items by each address that they concern. The items of an address keep their order. */
export function groupByAddress<Item>(
  items: readonly Item[],
  listAddresses: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    for (const address of new Set(listAddresses(item))) {
      const group = groups.get(address)
      if (group) group.push(item)
      else groups.set(address, [item])
    }
  }
  return groups
}

type Buyer = { address: string; flows: readonly ValuedFlow[]; boughtTokens: bigint }

/**
 * Returns clusters: wallets with the same first funder that entered together, wallets that handed their tokens to
 * another, and other wallets that bought and sold together.
 */
export function findClusters(
  traders: readonly Buyer[],
  links: readonly TransferLink[],
  funders: ReadonlyMap<string, Funder>,
): WalletCluster[] {
  const clusters = [...findSybils(traders, funders), ...findHandOvers(traders, links)]
  const found = new Set(clusters.flatMap(({ members }) => members))
  return [...clusters, ...findCoMovers(traders.filter(({ address }) => !found.has(address)))]
}

function findFirstBuy({ flows }: Buyer): ValuedFlow | undefined {
  return flows.find(({ kind }) => kind === 'BUY')
}

type Entry = { address: string; slot: number; proof: string[] }

/** Groups wallets by their funder, and by that funder's own funder if it only passed the SOL on. */
function findSybils(
  traders: readonly Buyer[],
  funders: ReadonlyMap<string, Funder>,
): WalletCluster[] {
  const direct = new Map<string, Entry[]>()
  const passedOn = new Map<string, Entry[]>()
  for (const trader of traders) {
    const funder = funders.get(trader.address)
    const first = findFirstBuy(trader)
    if (!funder || !first || isPublicPlace(funder.address)) continue
    const entry = { address: trader.address, slot: first.slot, proof: listProof(funder) }
    addTo(direct, funder.address, entry)
    const source = funders.get(funder.address)
    if (!source || isPublicPlace(source.address) || !passesOn(source, funder)) continue
    const proof = [...listProof(source), ...entry.proof]
    addTo(passedOn, source.address, { ...entry, proof })
  }
  const clusters: WalletCluster[] = []
  const found = new Set<string>()
  for (const groups of [direct, passedOn]) {
    for (const [funder, entries] of groups) {
      for (const cluster of findRaids(funder, entries)) {
        if (cluster.members.every((member) => found.has(member))) continue
        for (const member of cluster.members) found.add(member)
        clusters.push(cluster)
      }
    }
  }
  return clusters
}

function addTo(groups: Map<string, Entry[]>, funder: string, entry: Entry): void {
  const entries = groups.get(funder)
  if (entries) entries.push(entry)
  else groups.set(funder, [entry])
}

const listProof = ({ signature }: Funder): string[] => (signature === null ? [] : [signature])

/** Returns true if a funder had got its own first SOL from `source` shortly before. */
function passesOn(source: Funder, funder: Funder): boolean {
  if (source.slot > funder.slot) return false
  if (source.timeS === null || funder.timeS === null) return false
  return funder.timeS - source.timeS <= WEIGHTS.sybil.intermediateS
}

function findRaids(funder: string, entries: readonly Entry[]): WalletCluster[] {
  const { wallets, share, slots } = WEIGHTS.sybil
  const clusters: WalletCluster[] = []
  const sorted = entries.toSorted((a, b) => a.slot - b.slot || (a.address < b.address ? -1 : 1))
  let group: Entry[] = []
  const close = (): void => {
    if (group.length >= wallets && group.length >= entries.length * share) {
      const members = group.map(({ address }) => address)
      clusters.push({
        id: `sybil-${funder.slice(0, 8)}-${members[0]?.slice(0, 8)}`,
        kind: 'sybil',
        members,
        funder,
        proof: [...new Set(group.flatMap(({ proof }) => proof))],
      })
    }
    group = []
  }
  for (const entry of sorted) {
    const [first] = group
    if (first && entry.slot - first.slot > slots) close()
    group.push(entry)
  }
  close()
  return clusters
}

function findHandOvers(traders: readonly Buyer[], links: readonly TransferLink[]): WalletCluster[] {
  const byAddress = new Map(traders.map((trader) => [trader.address, trader]))
  const receivers = new Map<string, Set<string>>()
  for (const { from, to } of links) {
    receivers.set(from, (receivers.get(from) ?? new Set()).add(to))
  }
  const leader = new Map<string, string>()
  const find = (address: string): string => {
    const parent = leader.get(address) ?? address
    return parent === address ? address : find(parent)
  }
  const proofs = new Map<string, Set<string>>()
  for (const { from, to, tokens, signature } of links) {
    const sender = byAddress.get(from)
    const receiver = byAddress.get(to)
    if (!sender || !receiver || isPublicPlace(from) || isPublicPlace(to)) continue
    if ((receivers.get(from)?.size ?? 0) > WEIGHTS.handOver.receivers) continue
    if (sender.boughtTokens === 0n || tokens * WEIGHTS.handOver.divisor < sender.boughtTokens)
      continue
    if (!receiver.flows.some(isTrade)) continue
    const [low, high] = [find(from), find(to)].toSorted()
    if (low !== undefined && high !== undefined && low !== high) leader.set(high, low)
    proofs.set(from, (proofs.get(from) ?? new Set()).add(signature))
    proofs.set(to, (proofs.get(to) ?? new Set()).add(signature))
  }
  const groups = new Map<string, string[]>()
  for (const { address } of traders) {
    if (!proofs.has(address)) continue
    groups.set(find(address), [...(groups.get(find(address)) ?? []), address])
  }
  return [...groups.values()]
    .filter((members) => members.length > 1)
    .map((members) => ({
      id: `linked-${members.toSorted()[0]?.slice(0, 8)}`,
      kind: 'linked_transfer' as const,
      members: members.toSorted(),
      funder: null,
      proof: [...new Set(members.flatMap((member) => [...(proofs.get(member) ?? [])]))].toSorted(),
    }))
}
