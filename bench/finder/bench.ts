import { findWallets, type TransactionFacts } from '#engine/index.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import { plantTokens, type PlantedRole } from '#bench/support/planted-tokens.ts'
import { printResult, throwIfMissed } from '#bench/support/figures.ts'
import { factsIn } from '#tests/engine/facts-in.ts'
import { reportOf } from '#tests/engine/market.ts'

/**
 * Looks for planted wallets in several tokens. Pairs and fives with shared skilled, lucky and ordinary wallets, snipers and
 * rings: how many of the first places skilled wallets take, whether an adversary takes one, and how many finds are wrong.
 * Markets without skill: in how many of them anybody is found. Pairs of the demo generator, which others wrote for another
 * purpose, take part too.
 */

const PAIRS = 30
const FIVES = 20
const DEMO_PAIRS = 5
const SKILLED = 10
const WITHOUT_SKILL = { 2: 100, 3: 60, 5: 40 }
const BUDGET = { places: 0.85, adversaries: 0, falseFinds: 0.05, falseRuns: 0.05 }

type Market = {
  mints: readonly string[]
  listTransactions: (mint: string) => readonly TransactionFacts[]
  roles: ReadonlyMap<string, PlantedRole>
}
type Row = { places: number; adversaries: number; found: number; wrong: number }

export async function run(options: readonly string[]): Promise<void> {
  const pairs = searchMarkets(PAIRS, (nth) => planted(`pair ${nth}`, 2, SKILLED))
  const fives = searchMarkets(FIVES, (nth) => planted(`five ${nth}`, 5, SKILLED))
  const demo = searchMarkets(DEMO_PAIRS, (nth) => demoPair(`finder ${nth}`))
  const withSkill = [...pairs, ...fives, ...demo]
  const withoutSkill = Object.entries(WITHOUT_SKILL).flatMap(([tokens, count]) =>
    searchMarkets(count, (nth) => planted(`no skill ${nth}`, Number(tokens), 0)),
  )
  const found = sum(withSkill, (row) => row.found)
  const result = {
    pairs: mean(pairs, ({ places }) => places),
    fives: mean(fives, ({ places }) => places),
    demo: mean(demo, ({ places }) => places),
    adversaries: sum(withSkill, ({ adversaries }) => adversaries),
    found,
    wrong: found === 0 ? 0 : sum(withSkill, ({ wrong }) => wrong) / found,
    runsWithoutSkill: withoutSkill.length,
    runsThatFind: mean(withoutSkill, (row) => (row.found > 0 ? 1 : 0)),
  }
  printResult(options, result)
  throwIfMissed('finder', [
    Math.min(result.pairs, result.fives, result.demo) < BUDGET.places && 'places of the skilled',
    result.adversaries > BUDGET.adversaries && 'adversaries in the first places',
    result.wrong > BUDGET.falseFinds && 'found without skill',
    result.runsThatFind > BUDGET.falseRuns && 'finds in markets without skill',
  ])
}

const searchMarkets = (count: number, createMarket: (nth: number) => Market): Row[] =>
  Array.from({ length: count }, (_, nth) => searchMarket(createMarket(nth)))

const sum = (rows: readonly Row[], pick: (row: Row) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0)

const mean = (rows: readonly Row[], pick: (row: Row) => number): number =>
  rows.length === 0 ? 1 : sum(rows, pick) / rows.length

function planted(seed: string, tokens: number, skilled: number): Market {
  const { mints, transactions, roles } = plantTokens({
    seed,
    tokens,
    skilled,
    hasAdversaries: skilled > 0,
  })
  return { mints, roles, listTransactions: (mint) => transactions.get(mint) ?? [] }
}

function demoPair(seed: string): Market {
  const { mints, lines, actors } = simulateDemoMarket({ seed, endTime: 1_790_000_000 })
  const transactions = lines.map(factsIn)
  const toPlantedRole = (role: string): PlantedRole =>
    role === 'smart' ? 'skilled' : role === 'retail' || role === 'lucky' ? 'ordinary' : 'sniper'
  return {
    mints,
    roles: new Map(actors.map(({ address, role }) => [address, toPlantedRole(role)])),
    listTransactions: () => transactions,
  }
}

function searchMarket({ mints, roles, listTransactions }: Market): Row {
  const inputs = mints.map((mint) => ({ mint, report: reportOf(listTransactions(mint), { mint }) }))
  const { wallets } = findWallets(inputs, 2)
  const isSkilled = ({ address }: { address: string }) => roles.get(address) === 'skilled'
  const skilled = wallets.filter(isSkilled).length
  const first = wallets.slice(0, skilled)
  const found = wallets.filter((wallet) => wallet.found)
  return {
    places: skilled === 0 ? 0 : first.filter(isSkilled).length / skilled,
    adversaries: first.filter(({ address }) => isAdversary(roles.get(address))).length,
    found: found.length,
    wrong: found.filter((wallet) => !isSkilled(wallet)).length,
  }
}

const isAdversary = (role: PlantedRole | undefined): boolean => role === 'sniper' || role === 'ring'
