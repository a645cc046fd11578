import { market } from '#tests/support/demo-market.ts'
import type { Funder } from '#engine/judge/clusters.ts'
import { readFunder } from '#server/modules/analysis/collect/funders.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { factsIn } from './facts-in.ts'

/** The demo market's first token as a collection would find it: its transactions and its buyers' first funders. */
export function collectible(): {
  mint: string
  transactions: TransactionFacts[]
  funders: Map<string, Funder>
  roles: Map<string, string>
} {
  const transactions = market.lines.map(factsIn)
  const [mint] = market.mints
  const funders = new Map<string, Funder>()
  for (const { address } of market.actors) {
    const first = transactions.find((tx) => readFunder(tx, address) !== null)
    const funder = first && readFunder(first, address)
    if (funder && first && first.signature === funder.signature) funders.set(address, funder)
  }
  const roles = new Map(market.actors.map(({ address, role }) => [address, role]))
  return { mint, transactions, funders, roles }
}
