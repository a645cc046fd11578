import type { Evidence, Wallet } from '#contract/analysis/report.ts'
import { SERIES_INTERVALS, type ReportSeries } from '#contract/analysis/report-parts.ts'

/** Trades below this many lamports are left out of prices, because rounding alone moves them. */
const DUST_LAMPORTS = 100_000
const LAMPORTS_PER_SOL = 1e9
/** More buckets would be unreadable in a chart and slow to send. */
const MAX_BUCKETS = 2_000

const SIGN: Readonly<Record<Evidence['kind'], 1 | -1>> = {
  BUY: 1,
  TRANSFER_IN: 1,
  LP_REMOVE: 1,
  FEE_IN: 1,
  MINT: 1,
  SELL: -1,
  TRANSFER_OUT: -1,
  LP_ADD: -1,
  FEE_OUT: -1,
  BURN: -1,
}

type Event = {
  time: number
  slot: number
  wallet: number
  /** Raw units, negative when they left the wallet. */
  tokens: number
  side: 'BUY' | 'SELL' | null
  /** Value of a trade; 0 for moves and unpriced trades. */
  lamports: number
  /** SOL per whole token; null without a reliable price. */
  price: number | null
}

type Bucket = {
  time: number
  open: number | null
  high: number
  low: number
  close: number
  bought: number
  sold: number
  trades: number
  buyers: number
  sellers: number
  holders: number
}

type Traded = Pick<Wallet, 'labels' | 'evidence' | 'unseen_tokens'>

/** Builds the prices, volume, traders and holders over the window of a report from its wallets, one at a time. */
export class SeriesBuilder {
  readonly #scale: number
  readonly #events: Event[] = []
  /** Tokens that each wallet held before its first event. */
  readonly #held: number[] = []

  constructor(decimals: number) {
    this.#scale = 10 ** decimals
  }

  /** Adds one wallet of the report, ranked or excluded. Transactions without a time are left out. */
  add({ labels, evidence, unseen_tokens: unseen }: Traded): void {
    // Its trades are in the books of the wallet that it is linked to.
    if (labels.some(({ label }) => label === 'linked_wallet')) return
    const wallet = this.#held.push(Number(unseen) || 0) - 1
    for (const { time, slot, kind, token_raw, value_lamports } of evidence) {
      if (time === null) continue
      const tokens = Number(token_raw)
      const side = kind === 'BUY' || kind === 'SELL' ? kind : null
      const lamports = side === null ? 0 : Number(value_lamports ?? 0)
      const isPriced = lamports >= DUST_LAMPORTS && tokens > 0
      const price = isPriced ? lamports / LAMPORTS_PER_SOL / (tokens / this.#scale) : null
      const moved = tokens * SIGN[kind]
      this.#events.push({ time, slot, wallet, tokens: moved, side, lamports, price })
    }
  }

  /** Returns one series per interval that suits the length of the window; always at least one. */
  build(): ReportSeries[] {
    const events = this.#events.toSorted((a, b) => a.slot - b.slot || a.time - b.time)
    const times = events.map(({ time }) => time)
    const all: ReportSeries[] = []
    for (const interval of SERIES_INTERVALS) {
      const isCoarsest = interval === SERIES_INTERVALS.at(-1)
      if (!isCoarsest && countBuckets(times, interval) > MAX_BUCKETS) continue
      const buckets = fillBuckets(events, this.#held.slice(), interval)
      // A coarser interval that ends in one bucket shows less than the one before it.
      if (buckets.length < 2 && all.length > 0) break
      all.push(toColumns(interval, buckets.slice(-MAX_BUCKETS)))
    }
    const intervals = all.map(({ interval }) => interval)
    return all.map((series) => ({ ...series, intervals }))
  }
}

function countBuckets(times: readonly number[], interval: number): number {
  let count = 0
  let last = -Infinity
  for (const time of times) {
    const start = time - (time % interval)
    if (start <= last) continue
    last = start
    count++
  }
  return count
}

/** Returns the events in buckets of `interval` seconds, oldest first. Updates `held`, the tokens of each wallet. */
function fillBuckets(events: readonly Event[], held: number[], interval: number): Bucket[] {
  const buckets: Bucket[] = []
  let holders = held.filter((tokens) => tokens > 0).length
  // The bucket in which each wallet last bought and sold, so that it counts once in each.
  const lastBuys = held.map(() => NaN)
  const lastSells = held.map(() => NaN)
  for (const { time, wallet, tokens, side, lamports, price } of events) {
    const start = time - (time % interval)
    let bucket = buckets.at(-1)
    // Block times may step back by a second between slots.
    if (bucket === undefined || start > bucket.time) {
      bucket = createBucket(start, bucket?.close ?? 0)
      buckets.push(bucket)
    }
    const before = held[wallet] ?? 0
    const after = Math.max(0, before + tokens)
    held[wallet] = after
    holders += Number(after > 0) - Number(before > 0)
    bucket.holders = holders
    if (side !== null) bucket.trades += 1
    if (side === 'BUY') {
      bucket.bought += lamports
      bucket.buyers += countOnce(wallet, bucket.time, lastBuys)
    } else if (side === 'SELL') {
      bucket.sold += lamports
      bucket.sellers += countOnce(wallet, bucket.time, lastSells)
    }
    if (price !== null) addPrice(bucket, price)
  }
  return buckets
}

/** Returns 1 at the first trade of a wallet in the bucket that begins at `time`, else 0. Updates `lastBuckets`. */
function countOnce(wallet: number, time: number, lastBuckets: number[]): 0 | 1 {
  if (lastBuckets[wallet] === time) return 0
  lastBuckets[wallet] = time
  return 1
}

function createBucket(time: number, close: number): Bucket {
  return {
    time,
    open: null,
    high: close,
    low: close,
    close,
    bought: 0,
    sold: 0,
    trades: 0,
    buyers: 0,
    sellers: 0,
    holders: 0,
  }
}

function addPrice(bucket: Bucket, price: number): void {
  if (bucket.open === null) {
    bucket.open = price
    bucket.high = price
    bucket.low = price
  }
  bucket.high = Math.max(bucket.high, price)
  bucket.low = Math.min(bucket.low, price)
  bucket.close = price
}

/** Rounds to eight significant digits. */
const roundPrice = (value: number): number => Number(value.toPrecision(8))
/** Returns SOL with six decimals. */
const toRoundedSol = (lamports: number): number => Math.round(lamports / 1_000) / 1e6

function toColumns(interval: number, buckets: readonly Bucket[]): ReportSeries {
  return {
    interval,
    intervals: [],
    time: buckets.map(({ time }) => time),
    open: buckets.map(({ open, close }) => roundPrice(open ?? close)),
    high: buckets.map(({ high }) => roundPrice(high)),
    low: buckets.map(({ low }) => roundPrice(low)),
    close: buckets.map(({ close }) => roundPrice(close)),
    bought_sol: buckets.map(({ bought }) => toRoundedSol(bought)),
    sold_sol: buckets.map(({ sold }) => toRoundedSol(sold)),
    trades: buckets.map(({ trades }) => trades),
    buyers: buckets.map(({ buyers }) => buyers),
    sellers: buckets.map(({ sellers }) => sellers),
    holders: buckets.map(({ holders }) => holders),
  }
}
