import { demoMarket } from '#localnet/demo-market/demo-market.ts'
import { analyze, scanTransaction, type Funder, type TransactionFacts } from '#engine/index.ts'
import { funderIn } from '#server/modules/analysis/collect/funders.ts'

/**
 * Ranks planted markets, one per seed, and compares the rank with who was planted: skilled wallets among the first 30,
 * adversaries among them, skilled wallets wrongly excluded, sybils found directly and behind intermediate wallets.
 */

const SEEDS = 20
const TOP = 30
const ADVERSARIES = new Set(['creator', 'sniper', 'sybil', 'wash', 'insider', 'sandwich', 'taker'])
const BUDGET = { recall: 0.9, adversaries: 1, twoHop: 0.9 }

export async function run(options: readonly string[]): Promise<void> {
  const rows = Array.from({ length: SEEDS }, (_, seed) => rankMarket(`ranking ${seed}`))
  const mean = (pick: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0) / rows.length
  const result = {
    seeds: SEEDS,
    recall30: mean(({ recall }) => recall),
    mostAdversaries: Math.max(...rows.map(({ adversaries }) => adversaries)),
    skilledExcluded: rows.reduce((sum, { excluded }) => sum + excluded, 0),
    sybilsFound: mean(({ sybils }) => sybils),
    twoHopFound: mean(({ twoHop }) => twoHop),
  }
  if (options.includes('--json')) console.log(JSON.stringify({ ...result, rows }))
  else console.table(result)
  const missed = [
    result.recall30 < BUDGET.recall && 'recall',
    result.mostAdversaries > BUDGET.adversaries && 'adversaries',
    result.skilledExcluded > 0 && 'skilled wallets excluded',
    result.twoHopFound < BUDGET.twoHop && 'sybils behind intermediate wallets',
  ].filter((each) => each !== false)
  if (missed.length > 0) throw new Error(`ranking: missed ${missed.join(', ')}`)
}

type Row = {
  recall: number
  adversaries: number
  excluded: number
  sybils: number
  twoHop: number
}

function rankMarket(seed: string): Row {
  const market = demoMarket({ seed, endTime: 1_790_000_000 })
  const transactions = market.lines.flatMap((line) => {
    const scanned = scanTransaction(Buffer.from(line))
    return scanned.kind === 'read' ? [scanned.facts] : []
  })
  const playing = market.cast.filter(({ markets }) => markets.includes(0))
  const funders = fundersOf(
    transactions,
    playing.map(({ address }) => address),
  )
  const ofRole = (role: string) =>
    playing.filter((actor) => actor.role === role).map(({ address }) => address)
  const report = reportOf(market.mints[0], transactions, funders)
  const ranked = report.wallets.map(({ address }) => address)
  const top = new Set(ranked.slice(0, TOP))
  const smart = ofRole('smart')
  const traded = new Set([...report.wallets, ...report.excluded].map(({ address }) => address))
  const twoHop = reportOf(
    market.mints[0],
    transactions,
    withIntermediates(funders, ofRole('sybil')),
  )
  return {
    recall: shareOf(smart, (address) => top.has(address)),
    adversaries: playing.filter(({ role, address }) => ADVERSARIES.has(role) && top.has(address))
      .length,
    excluded: smart.filter((address) => traded.has(address) && !ranked.includes(address)).length,
    sybils: shareOf(ofRole('sybil'), isSybilIn(report)),
    twoHop: shareOf(ofRole('sybil'), isSybilIn(twoHop)),
  }
}

type Report = ReturnType<typeof analyze>

const isSybilIn = ({ clusters }: Report) => {
  const members = new Set(
    clusters.flatMap(({ kind, members: own }) => (kind === 'sybil' ? own : [])),
  )
  return (address: string): boolean => members.has(address)
}

const shareOf = (addresses: readonly string[], isFound: (address: string) => boolean): number =>
  addresses.length === 0 ? 1 : addresses.filter(isFound).length / addresses.length

function fundersOf(
  transactions: readonly TransactionFacts[],
  wallets: readonly string[],
): Map<string, Funder> {
  const open = new Set(wallets)
  const funders = new Map<string, Funder>()
  for (const tx of transactions) {
    for (const address of open) {
      if (!tx.keys.includes(address)) continue
      const funder = funderIn(tx, address)
      if (funder) funders.set(address, funder)
      if (funder) open.delete(address)
    }
  }
  return funders
}

/** Puts a wallet of its own between the funder and each of these wallets. */
function withIntermediates(
  funders: ReadonlyMap<string, Funder>,
  wallets: readonly string[],
): Map<string, Funder> {
  const longer = new Map(funders)
  for (const wallet of wallets) {
    const funder = funders.get(wallet)
    if (!funder) continue
    const between = `intermediate of ${wallet}`
    longer.set(wallet, { ...funder, address: between })
    longer.set(between, funder)
  }
  return longer
}

const reportOf = (
  mint: string,
  transactions: readonly TransactionFacts[],
  funders: ReadonlyMap<string, Funder>,
): Report =>
  analyze({
    mint,
    decimals: 6,
    tokenProgram: null,
    supplyRaw: 10n ** 15n,
    mintAuthority: null,
    evidence: transactions.map((tx) => ({ tx, index: tx.index })),
    priceEvidence: [],
    accountPrograms: new Map(),
    funders,
    collection: { missing: 0, pages: 0, addresses: 0, isTruncated: false, reasons: [] },
    solUsd: null,
  })
