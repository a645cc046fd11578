import type { Label } from '#contract/analysis/report.ts'

type LabelRule = {
  /** A hard label takes the wallet out of the ranking. */
  isHard: boolean
  /** True if the label is about one wallet, not about the person behind it. */
  isOwn?: true
  /** True when the address did not trade on its own account. */
  isNoTrader?: true
  /** True for buyers at the launch. A launch draws many programs into the same slots, so it links no wallets. */
  isLaunch?: true
}

/** Every label. `docs/scoring.md` explains them. */
const LABELS = {
  pool: { isHard: true, isNoTrader: true },
  exchange: { isHard: true },
  burn_address: { isHard: true, isNoTrader: true },
  no_trades: { isHard: true, isNoTrader: true, isOwn: true },
  linked_wallet: { isHard: true, isNoTrader: true },
  creator: { isHard: true, isLaunch: true },
  bundle: { isHard: true, isLaunch: true },
  sniper: { isHard: true, isLaunch: true },
  sandwich: { isHard: true },
  wash: { isHard: true },
  volume_bot: { isHard: true },
  sybil: { isHard: true },
  follower: { isHard: true },
  transfer_in: { isHard: true, isOwn: true },
  linked_transfer: { isHard: false },
  high_frequency: { isHard: false },
  one_hit: { isHard: false, isOwn: true },
  tiny: { isHard: false, isOwn: true },
  fresh: { isHard: false },
} as const satisfies Record<string, LabelRule>

type LabelName = keyof typeof LABELS

const findRule = ({ label: name }: Label): LabelRule | undefined =>
  Object.hasOwn(LABELS, name) ? LABELS[name as LabelName] : undefined

export const isOwnLabel = (label: Label): boolean => findRule(label)?.isOwn ?? false
export const isNoTraderLabel = (label: Label): boolean => findRule(label)?.isNoTrader ?? false
export const isLaunchLabel = (label: Label): boolean => findRule(label)?.isLaunch ?? false

/** Maximum number of example signatures per label. The evidence has all of them. */
const PROOF_LIMIT = 10

/** Makes a label with at most ten of the signatures that prove it. */
export function makeLabel(name: LabelName, reason: string, proof: Iterable<string>): Label {
  const examples = new Set<string>()
  for (const signature of proof) {
    if (examples.size === PROOF_LIMIT) break
    examples.add(signature)
  }
  return { label: name, hard: LABELS[name].isHard, reason, proof: [...examples] }
}
