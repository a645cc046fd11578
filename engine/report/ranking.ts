import type { Label, Wallet } from '#contract/analysis/report.ts'
import type { Trader } from '#engine/books/trader.ts'
import { findClusters, groupByAddress, type Funder } from '#engine/judge/clusters.ts'
import type { WalletCluster } from '#engine/judge/wallet-cluster.ts'
import {
  findEntities,
  labelEntity,
  labelMember,
  type Entity,
} from '#engine/judge/linked-entities.ts'
import { labelWallets, type LabelContext } from '#engine/judge/labels.ts'
import type { Market } from './market.ts'

/** A trader with its labels. The leader of an entity has the books of all members. */
export type JudgedWallet = { trader: Trader; labels: Label[] }

/** Returns the clusters, the labels of each wallet alone, and each trader with its labels. */
export function judgeWallets(
  { window, traders, links, mintAuthority, judgeTrades }: Market,
  funders: ReadonlyMap<string, Funder>,
): { clusters: WalletCluster[]; labels: Map<string, Label[]>; judged: JudgedWallet[] } {
  const clusters = findClusters(
    traders.filter(({ hasTrades }) => hasTrades),
    links,
    funders,
  )
  const context: LabelContext = {
    window,
    traders,
    links,
    clustersOf: groupByAddress(clusters, ({ members }) => members),
    funders,
    inTrades: judgeTrades(),
    mintAuthority,
  }
  const labels = labelWallets(context)
  const entityByMember = new Map<string, Entity>()
  for (const entity of findEntities(clusters, traders)) {
    for (const member of entity.cluster.members) {
      if (!entityByMember.has(member)) entityByMember.set(member, entity)
    }
  }
  const judged = traders.map((trader) => {
    const own = labels.get(trader.address) ?? []
    const entity = entityByMember.get(trader.address)
    if (!entity) return { trader, labels: own }
    return entity.leader === trader.address
      ? { trader: entity.trader, labels: labelEntity(entity, labels, funders) }
      : { trader, labels: labelMember(entity, own) }
  })
  return { clusters, labels, judged }
}

type Placed = Pick<Wallet, 'address' | 'score' | 'pnl_sol'> & { first_buy: { slot: number } | null }

/** Ranks by trades alone, without funders: the first pass, which decides whose funders are looked up. */
export function rankProvisionally(market: Market): { wallets: Placed[]; excluded: Placed[] } {
  const wallets: Placed[] = []
  const excluded: Placed[] = []
  for (const { trader, labels } of judgeWallets(market, new Map()).judged) {
    const { score, average } = market.gradeOf(trader)
    const { address, firstBuy } = trader
    const first_buy = firstBuy && { slot: firstBuy.slot }
    const placed = { address, score, pnl_sol: average.fields.pnl_sol, first_buy }
    if (isExcluded({ labels })) excluded.push(placed)
    else wallets.push(placed)
  }
  return { wallets: wallets.toSorted(byScore), excluded }
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const isExcluded = ({ labels }: Pick<Wallet, 'labels'>): boolean =>
  labels.some(({ hard }) => hard)

/** Sorts the best first; ties by profit, then by address. */
export function byScore(a: Placed, b: Placed): number {
  return b.score - a.score || b.pnl_sol - a.pnl_sol || compareText(a.address, b.address)
}
