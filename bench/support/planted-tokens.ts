import type { TransactionFacts } from '#engine/index.ts'
import { DemoRandom } from '#localnet/demo-market/seeded-random.ts'
import { PoolRecorder } from './pool-recorder.ts'

export type PlantedRole = 'skilled' | 'lucky' | 'ordinary' | 'sniper' | 'ring'

export type PlantedOptions = {
  seed: string
  tokens: number
  skilled: number
  hasAdversaries: boolean
  locals?: number
}

export type PlantedTokens = {
  mints: string[]
  transactions: Map<string, TransactionFacts[]>
  roles: Map<string, PlantedRole>
}

const SLOTS = 20_000
const STEP = 10

type Habits = {
  address: string
  role: PlantedRole
  trips: number
  stakeSol: number
  patience: number
  /** 1 for any time, more for wallets that like to come early. */
  earliness: number
  keeps: number
  foresight: number
}

type Order = {
  slot: number
  rank: number
  address: string
  side: 'buy' | 'sell'
  sol: number
  share: number
}

/**
 * Simulates several tokens that share a part of their traders, and returns their transactions. Without foresight no trader
 * can know where a price goes: a path is made first, of a random kind, and market makers move the pool along it.
 */
export function plantTokens({
  seed,
  tokens,
  skilled,
  hasAdversaries,
  locals: localCount,
}: PlantedOptions): PlantedTokens {
  const random = new DemoRandom(seed)
  const roles = new Map<string, PlantedRole>()
  const people = (role: PlantedRole, count: number, foresight: () => number): Habits[] =>
    Array.from({ length: count }, (_, nth) => {
      const address = random.derived(`${role} ${nth}`)
      roles.set(address, role)
      return { ...habits(random), address, role, foresight: foresight() }
    })
  const luck = (): number => 1
  const shared = people('ordinary', random.whole(25, 120), luck)
  const cast = {
    shared,
    skilled: people('skilled', skilled, () => random.whole(8, 14)),
    lucky: people('lucky', hasAdversaries ? random.whole(3, 8) : 0, luck),
    snipers: people('sniper', hasAdversaries ? random.whole(3, 8) : 0, luck),
    ring: people('ring', hasAdversaries ? random.whole(4, 8) : 0, luck),
  }
  const mints: string[] = []
  const transactions = new Map<string, TransactionFacts[]>()
  for (let nth = 0; nth < tokens; nth++) {
    const mint = random.derived(`mint ${nth}`)
    mints.push(mint)
    const locals = Array.from({ length: localCount ?? random.whole(60, 220) }, (_, local) => ({
      ...habits(random),
      address: random.derived(`local ${nth} ${local}`),
      role: 'ordinary' as const,
      foresight: 1,
    }))
    transactions.set(mint, plantToken(random, mint, { nth, of: tokens }, cast, locals))
  }
  return { mints, transactions, roles }
}

type Cast = Record<'shared' | 'skilled' | 'lucky' | 'snipers' | 'ring', Habits[]>

const habits = (random: DemoRandom): Omit<Habits, 'address' | 'role' | 'foresight'> => ({
  trips: random.around(2, 0.7),
  stakeSol: random.around(0.5, 0.9),
  patience: random.around(0.08, 0.6),
  earliness: random.pick([1, 1, 1.5, 2.5]),
  keeps: random.pick([0, 0.1, 0.3]),
})

function plantToken(
  random: DemoRandom,
  mint: string,
  { nth, of }: { nth: number; of: number },
  cast: Cast,
  locals: readonly Habits[],
): TransactionFacts[] {
  const path = pricePath(random)
  const orders: Order[] = []
  let rank = 0
  const order = (
    slot: number,
    address: string,
    side: 'buy' | 'sell',
    sol: number,
    share = 1,
  ): void => {
    if (slot < SLOTS)
      orders.push({ slot: Math.floor(slot), rank: rank++, address, side, sol, share })
  }
  const traders = [
    ...locals,
    ...cast.shared.filter(() => random.unit() < 0.75),
    ...cast.skilled.filter(() => random.unit() < 0.92),
  ]
  for (const trader of traders) planTrips(random, path, trader, order)
  for (const [at, lucky] of cast.lucky.entries()) {
    // In one token lucky wallets hit the best moments; in the others they trade as anyone.
    if (at % of === nth) luckyTrip(random, path, lucky, order)
    else planTrips(random, path, lucky, order)
  }
  for (const sniper of cast.snipers) {
    order(random.whole(0, 2), sniper.address, 'buy', sniper.stakeSol)
    for (let part = 3; part > 0; part--) {
      order(random.between(100, 4_000), sniper.address, 'sell', 0, part === 1 ? 1 : 0.5)
    }
  }
  ringTrips(random, path, { ring: cast.ring, isOptional: of > 2 }, order)
  return record(new PoolRecorder(random, mint), path, orders)
}

type Place = (
  slot: number,
  address: string,
  side: 'buy' | 'sell',
  sol: number,
  share?: number,
) => void

/** Round trips at moments that the wallet's habits choose; foresight takes the best of several moments. */
function planTrips(
  random: DemoRandom,
  path: readonly number[],
  trader: Habits,
  place: Place,
): void {
  const { address, stakeSol, patience, earliness, keeps, foresight } = trader
  const count = Math.max(1, Math.round(random.around(trader.trips + (foresight > 1 ? 2 : 0), 0.4)))
  for (let trip = 0; trip < count; trip++) {
    const entry = () => 4 + random.unit() ** earliness * (SLOTS - 200)
    const entries = Array.from({ length: foresight }, entry)
    const from = best(entries, (slot) => gainAfter(path, slot))
    const exits = Array.from(
      { length: foresight },
      () => from + random.around(patience, 0.8) * SLOTS,
    )
    const until = best(exits, (slot) => priceAt(path, slot))
    const parts = random.whole(1, 2)
    for (let part = 0; part < parts; part++) {
      place(
        from + random.between(0, 150),
        address,
        'buy',
        (stakeSol * random.between(0.7, 1.3)) / parts,
      )
    }
    if (random.unit() < keeps) continue
    const sales = random.whole(1, 2)
    for (let sale = sales; sale > 0; sale--) {
      place(until + random.between(0, 150), address, 'sell', 0, 1 / sale)
    }
  }
}

function luckyTrip(
  random: DemoRandom,
  path: readonly number[],
  { address, stakeSol }: Habits,
  place: Place,
): void {
  const moments = Array.from({ length: 40 }, () => random.between(10, SLOTS * 0.8))
  const from = best(moments, (slot) => gainAfter(path, slot))
  const until = best(
    Array.from({ length: 40 }, () => from + random.between(50, SLOTS * 0.3)),
    (slot) => priceAt(path, slot),
  )
  place(from, address, 'buy', stakeSol)
  place(until, address, 'sell', 0)
}

/** A ring knows when the price will rise, enters within seconds and leaves together. Members skip some tokens. */
function ringTrips(
  random: DemoRandom,
  path: readonly number[],
  { ring, isOptional }: { ring: readonly Habits[]; isOptional: boolean },
  place: Place,
): void {
  const moments = Array.from({ length: 8 }, () => random.between(1_000, SLOTS * 0.7))
  const from = best(moments, (slot) => gainAfter(path, slot))
  const until = best(
    Array.from({ length: 8 }, () => from + random.between(200, 4_000)),
    (slot) => priceAt(path, slot),
  )
  for (const { address, stakeSol } of ring) {
    if (isOptional && random.unit() < 0.1) continue
    place(from + random.whole(0, 6), address, 'buy', stakeSol)
    place(until + random.whole(0, 20), address, 'sell', 0, 0.5)
    place(until + random.whole(20, 60), address, 'sell', 0)
  }
}

function best(moments: readonly number[], value: (slot: number) => number): number {
  return moments.reduce((top, slot) => (value(slot) > value(top) ? slot : top))
}

const priceAt = (path: readonly number[], slot: number): number =>
  path[Math.min(path.length - 1, Math.max(0, Math.floor(slot / STEP)))] ?? 0

function gainAfter(path: readonly number[], slot: number): number {
  const at = Math.floor(slot / STEP)
  const next = path.slice(at, at + Math.floor(path.length / 6))
  return Math.max(...next) - (path[at] ?? 0)
}

/** Returns the logarithm of the price every few slots: a random walk, waves, a pump that fades, or stairs. */
function pricePath(random: DemoRandom): number[] {
  const steps = SLOTS / STEP
  const kind = random.pick(['walk', 'waves', 'pump', 'stairs'] as const)
  const volatility = random.between(0.01, 0.03)
  const drift = random.between(-0.6, 0.9) / steps
  const period = steps / random.between(3, 9)
  const phase = random.between(0, 2 * Math.PI)
  const height = random.between(0.25, 0.7)
  const peak = random.between(0.03, 0.5) * steps
  const path: number[] = []
  let walk = 0
  let stair = 0
  for (let step = 0; step < steps; step++) {
    walk += drift + volatility * (random.unit() + random.unit() + random.unit() - 1.5)
    if (random.unit() < 6 / steps) stair += random.between(-0.7, 0.8)
    const wave = height * Math.sin(phase + (2 * Math.PI * step) / period)
    const pump = 1.6 * (step < peak ? step / peak : Math.exp((peak - step) / (0.3 * steps)))
    const shape = { walk: 0, waves: wave, pump, stairs: stair }[kind]
    path.push(walk + shape)
  }
  return path
}

function record(
  recorder: PoolRecorder,
  path: readonly number[],
  orders: readonly Order[],
): TransactionFacts[] {
  const start = recorder.logPrice - (path[0] ?? 0)
  recorder.create([])
  const queue = orders.toSorted((a, b) => a.slot - b.slot || a.rank - b.rank)
  let next = 0
  for (const [step, price] of path.entries()) {
    for (let order = queue[next]; order && order.slot < (step + 1) * STEP; order = queue[++next]) {
      if (order.side === 'buy') recorder.buy(order.address, order.slot, order.sol)
      else recorder.sell(order.address, order.slot, order.share)
    }
    if (step % 5 === 4) recorder.follow(start + price, (step + 1) * STEP - 1)
  }
  return recorder.transactions
}
