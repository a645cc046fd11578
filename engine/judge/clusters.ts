import type { ValuedFlow } from '#engine/books/accounting.ts'
import { isPublicPlace } from '#engine/scan/known-addresses.ts'
import { isKnownPool } from '#engine/trades/pools.ts'
import { isTrade } from '#engine/trades/trades.ts'
import type { Window } from '#engine/scan/dataset.ts'

/** The wallet that sent a wallet its first SOL. */
export type Funder = {
  address: string
  signature: string | null
  slot: number
  timeS: number | null
}

/** Tokens sent directly from one wallet to another. */
export type TransferLink = { from: string; to: string; tokens: bigint; signature: string }

export type WalletCluster = {
  id: string
  kind: 'sybil' | 'linked_transfer'
  members: string[]
  funder: string | null
  proof: string[]
}

/** One honest user may own fewer wallets than this. */
const SYBIL_WALLETS = 3
/** Entries more than about ten minutes apart are not coordinated. */
const SYBIL_SLOTS = 1_500
/** In a raid, most funded wallets enter together. Otherwise the funder is a public service. */
const SYBIL_SHARE = 0.6
/** A wallet that sends to more receivers distributes tokens and does not hand over its position. */
const HAND_OVER_RECEIVERS = 3
/** A hand-over moves at least a tenth of the tokens that the sender bought. */
const HAND_OVER_DIVISOR = 10n

/** Returns direct transfers between wallets, paired where one side of the transaction is a single wallet. */
export function transferLinks({ flows, known }: Window): TransferLink[] {
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

type Trader = { address: string; flows: readonly ValuedFlow[]; boughtTokens: bigint }

/**
 * Returns clusters: wallets with the same first funder that entered together, and wallets that handed their tokens to
 * another.
 */
export function findClusters(
  traders: readonly Trader[],
  links: readonly TransferLink[],
  funders: ReadonlyMap<string, Funder>,
): WalletCluster[] {
  return [...sybils(traders, funders), ...handOvers(traders, links)]
}

function firstBuyOf({ flows }: Trader): ValuedFlow | undefined {
  return flows.find(({ kind }) => kind === 'BUY')
}

function sybils(traders: readonly Trader[], funders: ReadonlyMap<string, Funder>): WalletCluster[] {
  const byFunder = new Map<string, { address: string; slot: number; signature: string | null }[]>()
  for (const trader of traders) {
    const funder = funders.get(trader.address)
    const first = firstBuyOf(trader)
    if (!funder || !first || isPublicPlace(funder.address)) continue
    const entry = { address: trader.address, slot: first.slot, signature: funder.signature }
    byFunder.set(funder.address, [...(byFunder.get(funder.address) ?? []), entry])
  }
  const clusters: WalletCluster[] = []
  for (const [funder, entries] of byFunder) {
    const sorted = entries.toSorted((a, b) => a.slot - b.slot || (a.address < b.address ? -1 : 1))
    let group: typeof sorted = []
    const close = (): void => {
      if (group.length >= SYBIL_WALLETS && group.length >= entries.length * SYBIL_SHARE) {
        const members = group.map(({ address }) => address)
        clusters.push({
          id: `sybil-${funder.slice(0, 8)}-${members[0]?.slice(0, 8)}`,
          kind: 'sybil',
          members,
          funder,
          proof: [...new Set(group.flatMap(({ signature }) => signature ?? []))],
        })
      }
      group = []
    }
    for (const entry of sorted) {
      const [first] = group
      if (first && entry.slot - first.slot > SYBIL_SLOTS) close()
      group.push(entry)
    }
    close()
  }
  return clusters
}

function handOvers(traders: readonly Trader[], links: readonly TransferLink[]): WalletCluster[] {
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
    if ((receivers.get(from)?.size ?? 0) > HAND_OVER_RECEIVERS) continue
    if (sender.boughtTokens === 0n || tokens * HAND_OVER_DIVISOR < sender.boughtTokens) continue
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
