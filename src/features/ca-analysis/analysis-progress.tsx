import type { AnalysisProgress } from '#contract/analysis/analysis.ts'
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
  progress: AnalysisProgress | null
  isCancelling: boolean
  /** The server is away; the analysis goes on there. */
  isLost: boolean
  onCancel: () => void
}

export const AnalysisProgressPanel = ({
  progress,
  isCancelling,
  isLost,
  onCancel,
}: AnalysisProgressProps) => {
  const current = STAGES.findIndex(({ stage }) => stage === progress?.stage)
  return (
    <div className="mx-auto grid w-full max-w-lg gap-5 px-6 py-12">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">Analyzing the token</h2>
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
              ? `${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')}`
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
    </div>
  )
}
