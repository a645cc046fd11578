import type { Wallet } from '#contract/analysis/report.ts'

import { countBelow } from '#engine/judge/percentile.ts'
import { round } from '#engine/judge/score.ts'
import { WEIGHTS } from '#engine/judge/weights.ts'

/** A wallet's standing among the traders of similar activity in one mint. */
export type Standing = {
  /** Number of traders of similar activity, including this one. */
  peers: number
  /** Share of the peers, itself included, that did at least as well: a p-value of doing so well without skill. */
  chance: number
  /** Share of the peers that did worse, from 0 to 1. */
  percentile: number
}

/**
 * Returns the score without profit, which measures skill independently of the wallet's size. It includes evidence, so
 * one lucky trade does not beat many good ones.
 */
function measureSkill({ score_terms: { R, W, En, Ex, E } }: Pick<Wallet, 'score_terms'>): number {
  const { returnOnCost, wins, entry, exit } = WEIGHTS.score
  return round(E * (returnOnCost * R + wins * W + entry * En + exit * Ex))
}

type Trader = Pick<Wallet, 'address' | 'buys' | 'sells' | 'score_terms'>

/**
 * Returns the standing of each trader of one mint. Luck varies less over many trades than over few, so a trader is
 * compared with those with the nearest numbers of purchases and sales.
 */
export function rankStandings(traders: readonly Trader[]): Map<string, Standing> {
  const groups = new Map<string, { buys: number; sells: number; skills: number[] }>()
  for (const trader of traders) {
    const { buys, sells } = trader
    const key = `${buys} ${sells}`
    const group = groups.get(key) ?? { buys, sells, skills: [] }
    groups.set(key, group)
    group.skills.push(measureSkill(trader))
  }
  const peersByGroup = new Map(
    [...groups].map(([key, group]) => [key, listPeersAround(group, [...groups.values()])]),
  )
  return new Map(
    traders.map((trader) => {
      const peers = peersByGroup.get(`${trader.buys} ${trader.sells}`) ?? []
      const worse = countBelow(peers, measureSkill(trader))
      const chance = (peers.length - worse) / peers.length
      return [
        trader.address,
        { peers: peers.length, chance, percentile: round(worse / peers.length) },
      ]
    }),
  )
}

type Group = { buys: number; sells: number; skills: readonly number[] }

/** Returns the skills of the traders of similar activity, in ascending order. */
function listPeersAround({ buys, sells }: Group, groups: readonly Group[]): number[] {
  const distances = groups
    .map((group) => ({
      group,
      distance: Math.max(computeRatio(buys, group.buys), computeRatio(sells, group.sells)),
    }))
    .toSorted((a, b) => a.distance - b.distance)
  const skills: number[] = []
  let reach = 1
  for (const { group, distance } of distances) {
    if (distance > reach && skills.length >= WEIGHTS.finder.peers) break
    reach = distance
    skills.push(...group.skills)
  }
  return skills.toSorted((a, b) => a - b)
}

/** Returns the ratio of the larger number to the smaller one. Adding a quarter to both keeps the ratio to 0 finite. */
const computeRatio = (a: number, b: number): number =>
  (Math.max(a, b) + 0.25) / (Math.min(a, b) + 0.25)
