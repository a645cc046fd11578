import { formatFixed } from '#contract/numbers.ts'
import type { WalletRow } from '#contract/analysis/report-parts.ts'
import { formatLabel } from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'

export const RankCell = ({ wallet: { rank, rank_before: before } }: { wallet: WalletRow }) => (
  <span className="inline-flex items-center justify-end gap-1">
    {rank !== null && before !== undefined && before !== rank && (
      <RankChange rank={rank} before={before} />
    )}
    <span className="text-ink-muted">{rank ?? '—'}</span>
  </span>
)

const RankChange = ({ rank, before }: { rank: number; before: number | null }) => {
  if (before === null) return <span className="text-2xs font-medium text-accent-ink">new</span>
  const isUp = rank < before
  return (
    <span
      className={cn('text-2xs font-medium', isUp ? 'text-positive' : 'text-danger')}
      aria-label={`${isUp ? 'up' : 'down'} ${Math.abs(before - rank)}`}
    >
      {isUp ? '▲' : '▼'}
      {Math.abs(before - rank)}
    </span>
  )
}

/** Shows some labels and the number of the others. A narrow window shows only the one that excludes the wallet. */
export const WalletCell = ({
  wallet: { address, labels: proved, rank },
}: {
  wallet: WalletRow
}) => {
  // The report lists a label once for each proof.
  const labels = [...new Map(proved.map((label) => [label.label, label])).values()]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Mono className="text-ink">{shortenAddress(address)}</Mono>
      {labels.slice(0, 2).map(({ label, hard }, nth) => (
        <Badge
          key={label}
          tone={hard ? 'danger' : 'warning'}
          className={cn(
            'inline-block min-w-0 truncate leading-5',
            nth > 0 ? '@max-6xl:hidden' : rank !== null && '@max-2xl:hidden',
          )}
        >
          {formatLabel(label)}
        </Badge>
      ))}
      <OtherLabels
        count={labels.length - 1}
        className={cn(rank === null ? '@max-2xl:hidden' : '@max-3xl:hidden', '@6xl:hidden')}
      />
      <OtherLabels count={labels.length - 2} className="@max-6xl:hidden" />
    </span>
  )
}

const OtherLabels = ({ count, className }: { count: number; className: string }) =>
  count > 0 && <Badge className={className}>+{count}</Badge>

export const ScoreCell = ({ score }: { score: number }) => (
  <span className="flex items-center justify-end gap-2">
    <span
      aria-hidden="true"
      className="h-1.5 w-8 overflow-hidden rounded-full bg-line @max-3xl:hidden"
    >
      <span
        className="block h-full rounded-full bg-accent"
        style={{ width: `${Math.min(100, Math.max(0, score))}%` }}
      />
    </span>
    <span className="w-9 text-right font-medium">{formatFixed(score, 1)}</span>
  </span>
)
