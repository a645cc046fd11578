import { listActorsOf } from './demo-actors.ts'
import type { DemoMarketPlan, DepthTargets, DemoWorld } from './roles.ts'
import { SOL, sol } from './trading.ts'

const MINUTE = 60
const TRADE_INTERVAL_SECONDS = 19
const FAILED_SHARE = 0.08
/** The gap in SOL between target and actual depth at which nearly the whole crowd trades in one direction. */
const FULL_GAP_SOL = 5

/** Simulates the crowd: it buys while the pool is below its target depth and sells while it is above. */
export function simulateCrowd(world: DemoWorld, plan: DemoMarketPlan): void {
  const { random, timeline, trading, actors } = world
  const { pool, launchSeconds, depths } = plan
  const wallets = listActorsOf(actors, 'retail', plan.index)
  const endMinute = depths.at(-1)?.minute ?? 0
  const act = (slot: number) => {
    const minute = (timeline.secondsAt(slot) - launchSeconds) / MINUTE
    const gapSol = interpolateDepth(depths, minute + 1) - Number(pool.depth()) / Number(SOL)
    const buyShare = Math.min(0.93, Math.max(0.07, 0.5 + gapSol / FULL_GAP_SOL / 2))
    const fails = random.unit() < FAILED_SHARE
    const size = Math.min(
      2.5,
      Math.max(random.around(0.3, 0.8), Math.abs(gapSol) * random.between(0, 0.4)),
    )
    if (random.unit() < buyShare) {
      const solvent = wallets.filter((wallet) => trading.canSpend(wallet, sol(size)))
      if (solvent.length > 0) trading.buy(pool, random.pick(solvent), slot, sol(size), { fails })
      return
    }
    const holders = wallets.filter((wallet) => trading.getTokens(wallet, pool) > 0n)
    if (holders.length === 0) return
    const seller = random.pick(holders)
    const share = random.pick([3n, 5n, 10n, 10n])
    trading.sell(pool, seller, slot, (trading.getTokens(seller, pool) * share) / 10n, { fails })
  }
  for (
    let seconds = launchSeconds + 8;
    seconds < launchSeconds + endMinute * MINUTE;
    seconds += -Math.log(1 - random.unit()) * TRADE_INTERVAL_SECONDS
  ) {
    timeline.at(seconds, act)
  }
}

export function simulateEverydayTransfers(
  world: DemoWorld,
  plans: readonly DemoMarketPlan[],
): void {
  const { random, timeline, trading, actors } = world
  const people = actors.filter(({ role }) => role === 'retail').map(({ address }) => address)
  const endSeconds = Math.max(
    ...plans.map(
      ({ launchSeconds, depths }) => launchSeconds + (depths.at(-1)?.minute ?? 0) * MINUTE,
    ),
  )
  for (let nth = 0; nth < 70; nth += 1) {
    timeline.at(random.between(0, endSeconds), (slot) =>
      trading.sendSol(
        random.pick(people),
        random.pick(people),
        slot,
        sol(random.around(0.05, 0.8)),
      ),
    )
  }
  for (const plan of plans) {
    for (let nth = 0; nth < 4; nth += 1) {
      timeline.at(plan.launchSeconds + random.between(40, 140) * MINUTE, (slot) => {
        const holders = people.filter((wallet) => trading.getTokens(wallet, plan.pool) > 0n)
        if (holders.length === 0) return
        const giver = random.pick(holders)
        const gift = trading.getTokens(giver, plan.pool) / 10n
        trading.sendTokens(plan.pool, giver, random.pick(people), slot, gift)
      })
    }
  }
}

function interpolateDepth(depths: DepthTargets, minute: number): number {
  const next = depths.findIndex((frame) => frame.minute > minute)
  const [from, to] = [depths[next === -1 ? depths.length - 1 : next - 1], depths[next]]
  if (!from) return depths[0]?.depthSol ?? 0
  if (!to) return from.depthSol
  const share = (minute - from.minute) / (to.minute - from.minute)
  return from.depthSol + ((to.depthSol - from.depthSol) * (1 - Math.cos(Math.PI * share))) / 2
}
