import { formatFixed, formatNumber } from '#contract/numbers.ts'
import type { AnalysisProgress, ProvisionalRanking } from '#contract/analysis/analysis.ts'
import { formatRatio, formatSignedSol } from '#src/features/ca-analysis/report/report-format.ts'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'

const STAGES = [
  { stage: 'enumerating', name: 'Finding the token’s pools and vaults' },
  { stage: 'signatures', name: 'Listing their transactions' },
  { stage: 'transactions', name: 'Reading transactions' },
  { stage: 'funders', name: 'Tracing who funded the traders' },
  { stage: 'analysing', name: 'Calculating profit and scores' },
] as const

type AnalysisProgressProps = {
  title: string
  progress: AnalysisProgress | null
  isCancelling: boolean
  /** The server is unreachable. The analysis continues there. */
  isLost: boolean
  onCancel: () => void
}

export const AnalysisProgressPanel = ({
  title,
  progress,
  isCancelling,
  isLost,
  onCancel,
}: AnalysisProgressProps) => {
  const current = STAGES.findIndex(({ stage }) => stage === progress?.stage)
  return (
    <div className="mx-auto grid h-full w-full max-w-lg content-start gap-5 overflow-auto px-6 py-8">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        <p role="status" className="mt-1 min-h-5 text-ink-muted">
          {isLost ? 'Reconnecting…' : (progress?.message ?? 'In queue')}
        </p>
      </div>
      <div className="grid gap-2">
        <Progress
          label="Analysis progress"
          {...(progress === null ? {} : { percent: progress.percent })}
        />
        <p className="tabular flex justify-between text-ui text-ink-muted">
          <span>
            {progress !== null && progress.total !== null && progress.total > 0
              ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
              : ' '}
          </span>
          <span>{progress === null ? '' : `${Math.round(progress.percent)}%`}</span>
        </p>
      </div>
      <ol className="grid gap-2">
        {STAGES.map(({ stage, name }, index) => (
          <li
            key={stage}
            aria-current={index === current ? 'step' : undefined}
            className={
              index === current
                ? 'flex items-center gap-3 font-medium text-ink'
                : 'flex items-center gap-3 text-ink-muted'
            }
          >
            <span
              className={
                index < current
                  ? 'size-2 rounded-full bg-positive'
                  : index === current
                    ? 'size-2 animate-pulse rounded-full bg-accent'
                    : 'size-2 rounded-full bg-line-strong'
              }
            />
            {name}
          </li>
        ))}
      </ol>
      <div className="flex items-center justify-between gap-4">
        <p className="text-ui text-ink-muted">Cancel any time for a full refund.</p>
        <Button isLoading={isCancelling} onClick={onCancel}>
          Cancel analysis
        </Button>
      </div>
      {progress?.provisional !== undefined && progress.provisional !== null && (
        <ProvisionalRows ranking={progress.provisional} />
      )}
    </div>
  )
}

const ProvisionalRows = ({ ranking: { share, wallets } }: { ranking: ProvisionalRanking }) => (
  <section aria-label="Provisional ranking">
    <h3 className="mb-2 flex flex-wrap items-center gap-2 text-ui font-semibold">
      First ranking <Badge tone="warning">Provisional</Badge>
      <span className="font-normal text-ink-muted">
        from {formatRatio(share)} of the transactions; ranks still change
      </span>
    </h3>
    <table className="w-full text-ui">
      <thead className="text-ink-muted">
        <tr>
          <th scope="col" className="w-10 py-1 text-right font-medium">
            #
          </th>
          <th scope="col" className="px-3 text-left font-medium">
            Wallet
          </th>
          <th scope="col" className="text-right font-medium">
            Score
          </th>
          <th scope="col" className="text-right font-medium">
            PnL (SOL)
          </th>
        </tr>
      </thead>
      <tbody>
        {wallets.map(({ rank, address, score, pnl_sol: pnl }) => (
          <tr key={address} className="border-t border-line">
            <td className="tabular py-1 text-right text-ink-muted">{rank}</td>
            <td className="px-3">
              <Mono>{shortenAddress(address)}</Mono>
            </td>
            <td className="tabular text-right">{formatFixed(score, 1)}</td>
            <td className="tabular text-right">{formatSignedSol(pnl)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
