import type { Wallet } from '#contract/analysis/report.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import {
  buildReport,
  chooseFundersToTrace,
  rankProvisionally,
  readMarket,
  chooseWalletsToTrace,
  type Funder,
  type TransactionFacts,
} from '#engine/index.ts'
import { readFunder } from '#server/modules/analysis/collect/funders.ts'
import { flowMarket } from './flow-market.ts'
import { plantTokens } from '#bench/support/planted-tokens.ts'
import { learnRanks, type Example } from './learned-rank.ts'
import { rankCorrelation, withNoise } from './rank-noise.ts'
import { throwIfMissed } from '#bench/support/figures.ts'
import { factsIn } from '#tests/engine/facts-in.ts'
import { inputOf } from '#tests/engine/market.ts'

/**
 * Ranks planted markets and compares the rank with who was planted: how many skilled wallets are among the first 30 (and
 * would be by profit alone), how many of the first ten are skilled, adversaries among the first 30, skilled wallets wrongly
 * excluded, sybils found, and the rank after a change of each amount by up to 1 %. Funders are looked up as an analysis
 * does by default. In the demo market, SOL reaches the sybils over wallets in between.
 *
 * `byLearning30` and `byLearning10` are about the ceiling of a rule that uses a report's figures: recall and first ten of a
 * rank that learned from the roles in all other markets of the same kind. A product cannot learn so: on a real market the
 * roles are not known.
 *
 * `flow` is a generator of another kind, to which no rule was fitted. It has no budget.
 */

const DEMO_SEEDS = 12
const CROWD_SEEDS = 8
const CROWD = { tokens: 1, skilled: 30, hasAdversaries: true, locals: 3_000 }
const FLOW_SEEDS = 6
const FLOW = [
  { traders: 300, skilled: 15, slots: 50_000 },
  { traders: 2_400, skilled: 30, slots: 100_000 },
] as const
const LARGE_TRANSACTIONS = 20_000
const TOP = 30
const FIRST = 10
const NOISE = 0.01
/** Maximum number of funders that an analysis looks up. */
const MAX_LOOK_UPS = 500
const ADVERSARIES = new Set([
  'creator',
  'sniper',
  'sybil',
  'ring',
  'wash',
  'insider',
  'sandwich',
  'taker',
])
const BUDGET = {
  recall: 0.9,
  belowLearning: 0.03,
  precision: 0.98,
  adversaries: 1,
  sybils: 0.9,
  tau: 0.95,
}

type Market = {
  mint: string
  transactions: readonly TransactionFacts[]
  roles: ReadonlyMap<string, string>
  findFunder: (wallet: string) => Funder | null
}

type Row = {
  kind: 'demo' | 'crowd' | 'flow'
  transactions: number
  skilled: number
  recall: number
  byProfit: number
  byLearning: number
  precision: number
  learnedPrecision: number
  adversaries: number
  excluded: number
  sybils: number
  tau: number
}

export async function run(options: readonly string[]): Promise<void> {
  const rows = [
    ...rankMarkets(DEMO_SEEDS, 'demo', (nth) => demo(`ranking ${nth}`)),
    ...rankMarkets(CROWD_SEEDS, 'crowd', (nth) => crowd(`ranking ${nth}`)),
    ...rankMarkets(FLOW_SEEDS, 'flow', (nth) => flow(`ranking ${nth}`, FLOW[nth % 2] ?? FLOW[0])),
  ]
  const all = summarize(rows.filter(({ kind }) => kind !== 'flow'))
  const kinds = (['demo', 'crowd', 'flow'] as const).map(
    (name) => [name, summarize(rows.filter(({ kind }) => kind === name))] as const,
  )
  const byKind = { all, ...Object.fromEntries(kinds) }
  if (options.includes('--json')) console.log(JSON.stringify({ ...byKind, rows, budget: BUDGET }))
  else console.table(byKind)
  throwIfMissed('ranking', [
    all.recall30 < Math.min(BUDGET.recall, all.byLearning30 - BUDGET.belowLearning) && 'recall',
    all.precision10 < BUDGET.precision && 'precision',
    all.mostAdversaries > BUDGET.adversaries && 'adversaries',
    all.skilledExcluded > 0 && 'skilled wallets excluded',
    all.sybilsFound < BUDGET.sybils && 'sybils',
    all.leastTau < BUDGET.tau && 'rank under noise',
  ])
}

function rankMarkets(
  count: number,
  kind: Row['kind'],
  createMarket: (nth: number) => Market,
): Row[] {
  const markets = Array.from({ length: count }, (_, nth) => rankMarket(createMarket(nth)))
  const learned = learnRanks(markets.map(({ examples }) => examples))
  return markets.map(({ examples, ...row }, nth) => {
    const scores = learned[nth] ?? []
    const best = examples
      .map(({ isSkilled }, at) => ({ isSkilled, score: scores[at] ?? 0 }))
      .toSorted((a, b) => b.score - a.score)
    const countFound = (among: number): number =>
      best.slice(0, among).filter(({ isSkilled }) => isSkilled).length
    const first = Math.min(FIRST, row.skilled)
    return {
      kind,
      ...row,
      byLearning: countFound(TOP) / Math.min(TOP, row.skilled),
      learnedPrecision: countFound(first) / first,
    }
  })
}

function summarize(rows: readonly Row[]) {
  const mean = (pick: (row: Row) => number): number =>
    Number((rows.reduce((sum, row) => sum + pick(row), 0) / rows.length).toFixed(3))
  return {
    seeds: rows.length,
    large: rows.filter(({ transactions }) => transactions > LARGE_TRANSACTIONS).length,
    recall30: mean(({ recall }) => recall),
    byProfit30: mean(({ byProfit }) => byProfit),
    byLearning30: mean(({ byLearning }) => byLearning),
    precision10: mean(({ precision }) => precision),
    byLearning10: mean(({ learnedPrecision }) => learnedPrecision),
    mostAdversaries: Math.max(...rows.map(({ adversaries }) => adversaries)),
    skilledExcluded: rows.reduce((sum, { excluded }) => sum + excluded, 0),
    sybilsFound: mean(({ sybils }) => sybils),
    tau: mean(({ tau }) => tau),
    leastTau: Number(Math.min(...rows.map(({ tau }) => tau)).toFixed(3)),
  }
}

function demo(seed: string): Market {
  const { lines, actors, mints } = simulateDemoMarket({ seed, endTime: 1_790_000_000 })
  const transactions = lines.map(factsIn)
  const [mint] = mints
  return {
    mint,
    transactions,
    roles: new Map(
      actors
        .filter(({ markets }) => markets.includes(0))
        .map(({ address, role }) => [address, role]),
    ),
    findFunder: (wallet) => {
      for (const tx of transactions) {
        const funder = readFunder(tx, wallet)
        if (funder) return funder
      }
      return null
    },
  }
}

function crowd(seed: string): Market {
  const { mints, transactions, roles } = plantTokens({ ...CROWD, seed })
  const [mint = ''] = mints
  return {
    mint,
    transactions: transactions.get(mint) ?? [],
    roles,
    findFunder: () => null,
  }
}

function flow(seed: string, size: (typeof FLOW)[number]): Market {
  const { funders, ...market } = flowMarket({ ...size, seed })
  return { ...market, findFunder: (wallet) => funders.get(wallet) ?? null }
}

const featuresOf = ({ score_terms: terms, buys, sells, pnl_sol }: Wallet): Example['features'] => [
  terms.P,
  terms.R,
  terms.W,
  terms.En,
  terms.Ex,
  terms.E,
  Math.log1p(buys + sells),
  pnl_sol,
]

type Ranked = Omit<Row, 'kind' | 'byLearning' | 'learnedPrecision'> & { examples: Example[] }

function rankMarket(market: Market): Ranked {
  const { roles, transactions } = market
  const report = makeReport(market, transactions)
  const ranked = report.wallets.map(({ address }) => address)
  const roleAt = (address: string): string => roles.get(address) ?? ''
  const isSkilled = (address: string): boolean => ['smart', 'skilled'].includes(roleAt(address))
  const top = ranked.slice(0, TOP)
  const measureRecall = (addresses: readonly string[]): number =>
    addresses.slice(0, TOP).filter(isSkilled).length / Math.min(TOP, skilled.length)
  const traded = [...report.wallets, ...report.excluded].filter(({ buys }) => buys > 0)
  const skilled = traded.map(({ address }) => address).filter(isSkilled)
  const sybils = traded.map(({ address }) => address).filter((each) => roleAt(each) === 'sybil')
  const first = ranked.slice(0, Math.min(FIRST, skilled.length))
  const found = new Set(
    report.clusters.flatMap(({ kind, members }) => (kind === 'sybil' ? members : [])),
  )
  const noisy = makeReport(market, withNoise(transactions, NOISE))
  return {
    examples: report.wallets.map((wallet) => ({
      features: featuresOf(wallet),
      isSkilled: isSkilled(wallet.address),
    })),
    transactions: transactions.length,
    skilled: skilled.length,
    recall: measureRecall(ranked),
    byProfit: measureRecall(
      report.wallets.toSorted((a, b) => b.pnl_sol - a.pnl_sol).map(({ address }) => address),
    ),
    precision: first.filter(isSkilled).length / first.length,
    adversaries: top.filter((address) => ADVERSARIES.has(roleAt(address))).length,
    excluded: skilled.filter((address) => !ranked.includes(address)).length,
    sybils:
      sybils.length === 0 ? 1 : sybils.filter((each) => found.has(each)).length / sybils.length,
    tau: rankCorrelation(
      ranked,
      noisy.wallets.map(({ address }) => address),
    ),
  }
}

function makeReport({ mint, findFunder }: Market, transactions: readonly TransactionFacts[]) {
  const input = inputOf(transactions, { mint })
  const market = readMarket(input)
  const lookUp = (wallets: readonly string[]): Map<string, Funder> => {
    const found = new Map<string, Funder>()
    for (const wallet of wallets.slice(0, MAX_LOOK_UPS)) {
      const funder = findFunder(wallet)
      if (funder) found.set(wallet, funder)
    }
    return found
  }
  const direct = lookUp(chooseWalletsToTrace(rankProvisionally(market)))
  const funders = new Map([...direct, ...lookUp(chooseFundersToTrace(direct))])
  return buildReport(market, { ...input, funders })
}
