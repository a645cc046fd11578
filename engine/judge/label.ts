import type { Label } from '#contract/analysis-report.ts'

import type { Funder, TransferLink, WalletCluster } from './clusters.ts'
import type { Trader } from '#engine/books/trader.ts'
import type { Window } from '#engine/scan/dataset.ts'

/** What the rules look at. */
export type LabelContext = {
  window: Window
  traders: readonly Trader[]
  links: readonly TransferLink[]
  clusters: readonly WalletCluster[]
  funders: ReadonlyMap<string, Funder>
  /** Who may still mint, when somebody may. */
  mintAuthority: string | null
}

/** How many signatures a label shows at most; they are examples, the evidence holds all. */
const PROOF_LIMIT = 10

/** A hard label takes a wallet out of the ranking; each carries the signatures that show it. */
export function label(
  name: string,
  isHard: boolean,
  reason: string,
  proof: Iterable<string>,
): Label {
  return { label: name, hard: isHard, reason, proof: [...new Set(proof)].slice(0, PROOF_LIMIT) }
}
