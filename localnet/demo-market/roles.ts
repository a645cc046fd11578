import { listActorsOf, type DemoActor } from './demo-actors.ts'
import type { DemoPool } from './market-pools.ts'
import type { DemoRandom } from './seeded-random.ts'
import type { DemoTimeline } from './timeline.ts'
import { sol, type DemoTrading } from './trading.ts'

/** The target depth of the pool in SOL at minutes after launch, alternating between peak and trough. */
export type DepthTargets = readonly { minute: number; depthSol: number }[]

export type DemoMarketPlan = {
  index: number
  pool: DemoPool
  launchSeconds: number
  depths: DepthTargets
  firstBuy: bigint
  /** True for a token that is traded only by snipers, skilled wallets and the crowd. */
  isPlain?: boolean
}

export type DemoWorld = {
  random: DemoRandom
  timeline: DemoTimeline
  trading: DemoTrading
  actors: readonly DemoActor[]
}

type Simulate = (world: DemoWorld, plan: DemoMarketPlan) => void

const MINUTE = 60
const toSeconds = ({ launchSeconds }: DemoMarketPlan, minute: number) =>
  launchSeconds + minute * MINUTE

const listExtremes = ({ depths }: DemoMarketPlan) =>
  depths.slice(1).map(({ minute, depthSol }, nth) => ({
    minute,
    isPeak: depthSol > (depths[nth]?.depthSol ?? 0),
  }))

const simulateLaunch: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index, launchSeconds, firstBuy } = plan
  const [creator = ''] = listActorsOf(actors, 'creator', index)
  const snipers = listActorsOf(actors, 'sniper', index)
  timeline.at(launchSeconds, (slot) => {
    trading.launch(pool, creator, slot, firstBuy)
    snipers.forEach((sniper, nth) => {
      // Half of them buy in the launch slot as a bundle, the others within the next two slots.
      const delay = nth < snipers.length / 2 ? 0 : random.whole(1, 2)
      timeline.atSlot(slot + delay, (at) =>
        trading.buy(pool, sniper, at, sol(random.between(0.6, 1.4)), {
          bundled: delay === 0,
          tip: sol(random.between(0.002, 0.02)),
        }),
      )
    })
  })
  for (const sniper of snipers) {
    const parts = random.whole(1, 3)
    for (let part = parts; part > 0; part -= 1) {
      timeline.at(launchSeconds + random.between(60, 420), (slot) =>
        trading.sell(pool, sniper, slot, trading.getTokens(sniper, pool) / BigInt(part)),
      )
    }
  }
  const endMinute = plan.depths.at(-1)?.minute ?? 0
  for (const minute of [31, 74, 128].filter((each) => each < endMinute)) {
    timeline.at(toSeconds(plan, minute), (slot) =>
      trading.sell(pool, creator, slot, trading.getTokens(creator, pool) / 3n),
    )
  }
}

/** Receives tokens from the creator and only sells. */
const simulateInsider: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index } = plan
  const [creator = ''] = listActorsOf(actors, 'creator', index)
  const [receiver = ''] = listActorsOf(actors, 'insider', index)
  timeline.at(toSeconds(plan, 4), (slot) =>
    trading.sendTokens(pool, creator, receiver, slot, trading.getTokens(creator, pool) / 3n),
  )
  const peaks = listExtremes(plan).filter(({ isPeak }) => isPeak)
  peaks.slice(0, 3).forEach(({ minute }, nth) => {
    timeline.at(toSeconds(plan, minute) + random.between(-200, 0), (slot) =>
      trading.sell(pool, receiver, slot, trading.getTokens(receiver, pool) / BigInt(3 - nth)),
    )
  })
}

/** Wallets of one funder buy and sell within the same seconds. For the first token, SOL comes through relay wallets. */
const simulateSybils: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index } = plan
  const [funder = ''] = listActorsOf(actors, 'funder', index)
  const [entry, exit] = [toSeconds(plan, 22), toSeconds(plan, 61)]
  const relays = listActorsOf(actors, 'relay', index)
  relays.forEach((relay, nth) =>
    timeline.at(entry - 520 + nth * 12, (slot) => trading.sendSol(funder, relay, slot, sol(1.3))),
  )
  listActorsOf(actors, 'sybil', index).forEach((sybil, nth) => {
    const sender = relays[nth % relays.length] ?? funder
    timeline.at(entry - 400 + nth * 12, (slot) =>
      trading.sendSol(sender, sybil, slot, sol(random.between(0.9, 1.1))),
    )
    timeline.at(entry + random.between(0, 5), (slot) =>
      trading.buy(pool, sybil, slot, sol(random.between(0.45, 0.6))),
    )
    timeline.at(exit + random.between(0, 20), (slot) =>
      trading.sell(pool, sybil, slot, trading.getTokens(sybil, pool)),
    )
  })
}

/** Lets two wallets trade the same size back and forth within three slots. */
const simulateWashers: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index } = plan
  const pair = listActorsOf(actors, 'wash', index)
  const [first = '', second = ''] = pair
  timeline.at(toSeconds(plan, 44), (slot) => trading.buy(pool, second, slot, sol(0.8)))
  for (let round = 0; round < 12; round += 1) {
    const [buyer, seller] = round % 2 === 0 ? [first, second] : [second, first]
    timeline.at(toSeconds(plan, 45) + round * random.between(35, 45), (slot) => {
      const tokens = trading.getTokens(seller, pool)
      if (!trading.buy(pool, buyer, slot, pool.lamportsFor(tokens))) return
      timeline.atSlot(slot + random.whole(1, 3), (at) => trading.sell(pool, seller, at, tokens))
    })
  }
  timeline.at(toSeconds(plan, 56), (slot) => {
    for (const washer of pair) trading.sell(pool, washer, slot, trading.getTokens(washer, pool))
  })
}

/** Buys low and hands the tokens to a second wallet, which sells high. */
const simulateHandover: Simulate = ({ timeline, trading, actors }, plan) => {
  const { pool, index } = plan
  const [giver] = listActorsOf(actors, 'giver', index)
  const [taker] = listActorsOf(actors, 'taker', index)
  if (giver === undefined || taker === undefined) return
  timeline.at(toSeconds(plan, 35), (slot) => trading.buy(pool, giver, slot, sol(1.2)))
  timeline.at(toSeconds(plan, 41), (slot) =>
    trading.sendTokens(pool, giver, taker, slot, trading.getTokens(giver, pool)),
  )
  timeline.at(toSeconds(plan, 68), (slot) =>
    trading.sell(pool, taker, slot, trading.getTokens(taker, pool)),
  )
}

/** Buys before and sells after another wallet's large purchase, all in one slot. */
const simulateSandwiches: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index } = plan
  const [bot] = listActorsOf(actors, 'sandwich', index)
  if (bot === undefined) return
  const victims = listActorsOf(actors, 'retail', index)
  for (let nth = 0; nth < 6; nth += 1) {
    timeline.at(toSeconds(plan, 18 + nth * 22 + random.between(0, 5)), (slot) => {
      const size = sol(random.between(1.2, 2))
      const solvent = victims.filter((wallet) => trading.canSpend(wallet, size))
      if (solvent.length === 0) return
      trading.buy(pool, bot, slot, sol(2), { tip: sol(0.003) })
      trading.buy(pool, random.pick(solvent), slot, size, { bundled: true })
      trading.sell(pool, bot, slot, trading.getTokens(bot, pool), { bundled: true })
    })
  }
}

/** Buys once at a low and sells once at the next high. */
const simulateLuckyWallets: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index } = plan
  const around = listExtremes(plan)
  listActorsOf(actors, 'lucky', index).forEach((wallet, nth) => {
    const low = around.findIndex(({ isPeak }, at) => !isPeak && at >= 1 + (nth % 3) * 2)
    const [trough, peak] = [around[low], around[low + 1]]
    if (!trough || !peak) return
    timeline.at(toSeconds(plan, trough.minute) + random.between(-60, 60), (slot) =>
      trading.buy(pool, wallet, slot, sol(random.between(0.8, 1.6))),
    )
    timeline.at(toSeconds(plan, peak.minute) + random.between(-60, 60), (slot) =>
      trading.sell(pool, wallet, slot, trading.getTokens(wallet, pool)),
    )
  })
}

/** Buys near most troughs and sells parts near the following peaks, not always at the best moment. */
const simulateSkilled: Simulate = ({ timeline, trading, actors, random }, plan) => {
  const { pool, index } = plan
  const around = listExtremes(plan)
  for (const wallet of listActorsOf(actors, 'smart', index)) {
    const stake = random.between(0.35, 0.9)
    // They also enter before the first peak.
    const entries = [{ minute: 3, isPeak: false }, ...around]
    entries.forEach(({ minute, isPeak }, nth) => {
      const exit = entries[nth + 1]
      if (isPeak || !exit || random.unit() < 0.15) return
      const buys = random.whole(1, 2)
      for (let part = 0; part < buys; part += 1) {
        timeline.at(toSeconds(plan, minute) + random.between(-110, 150), (slot) =>
          trading.buy(pool, wallet, slot, sol((stake * random.between(0.8, 1.2)) / buys)),
        )
      }
      const sales = random.whole(1, 2)
      for (let part = sales; part > 0; part -= 1) {
        timeline.at(toSeconds(plan, exit.minute) + random.between(-200, 60), (slot) =>
          trading.sell(pool, wallet, slot, trading.getTokens(wallet, pool) / BigInt(part)),
        )
      }
    })
  }
}

export const listSimulations = ({ isPlain }: DemoMarketPlan): readonly Simulate[] =>
  isPlain ? [simulateLaunch, simulateSkilled] : SIMULATIONS

const SIMULATIONS: readonly Simulate[] = [
  simulateLaunch,
  simulateInsider,
  simulateSybils,
  simulateWashers,
  simulateHandover,
  simulateSandwiches,
  simulateLuckyWallets,
  simulateSkilled,
]
