import { formatNumber } from '#contract/numbers.ts'
import { Button } from '#src/ui/form/button.tsx'
import type { WalletFilter } from './wallet-filter.ts'

/** The most important kinds of traders for a buyer, by label. */
const KINDS = [
  ['creator', 'Developer'],
  ['sniper', 'Snipers'],
  ['bundle', 'Bundles'],
  ['sybil', 'Sybils'],
  ['linked_wallet', 'Linked'],
  ['follower', 'Followers'],
  ['wash', 'Wash'],
  ['sandwich', 'Sandwich'],
  ['fresh', 'Fresh'],
] as const

type TraderKindsProps = {
  /** Number of wallets per label, ranked and excluded. */
  counts: Readonly<Record<string, number>>
  filter: WalletFilter
  onFilter: (filter: WalletFilter) => void
}

/** One-click filters. A small window has them only in its filter popover. */
export const TraderKinds = ({ counts, filter, onFilter }: TraderKindsProps) => {
  const present = KINDS.filter(([label]) => (counts[label] ?? 0) > 0)
  if (present.length === 0) return null
  return (
    <div
      role="group"
      aria-label="Kinds of traders"
      className="flex flex-wrap gap-1.5 @max-3xl:hidden"
    >
      {present.map(([label, name]) => (
        <Button
          key={label}
          variant="toggle"
          className="h-6 rounded-full px-2.5 text-xs"
          aria-pressed={filter.label === label}
          onClick={() => onFilter({ ...filter, label: filter.label === label ? '' : label })}
        >
          {name} <span className="tabular">{formatNumber(counts[label] ?? 0)}</span>
        </Button>
      ))}
    </div>
  )
}
