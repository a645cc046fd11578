import type { Label } from '#contract/analysis/report.ts'

import type { Funder, TransferLink, WalletCluster } from './clusters.ts'
import type { Trader } from '#engine/books/trader.ts'
import type { Window } from '#engine/scan/dataset.ts'

/** Input of the label rules. */
export type LabelContext = {
  window: Window
  traders: readonly Trader[]
  links: readonly TransferLink[]
  clusters: readonly WalletCluster[]
  funders: ReadonlyMap<string, Funder>
  /** Null when the supply is fixed. */
  mintAuthority: string | null
}

/** Maximum number of example signatures per label. The evidence has all of them. */
const PROOF_LIMIT = 10

/** Adds a label with the signatures that prove it. A hard label removes a wallet from the ranking. */
export function label(
  name: string,
  isHard: boolean,
  reason: string,
  proof: Iterable<string>,
): Label {
  return { label: name, hard: isHard, reason, proof: [...new Set(proof)].slice(0, PROOF_LIMIT) }
}
