import { cn } from '#src/lib/cn.ts'
import type { SourceReport } from '#contract/research/digest.ts'
import { formatTook, KIND_NAMES, describeState } from '#src/features/research/research-format.ts'

const DOTS: Readonly<Record<SourceReport['state'], string>> = {
  waiting: 'bg-line-strong',
  asking: 'animate-pulse bg-accent',
  answered: 'bg-positive',
  empty: 'bg-line-strong',
  failed: 'bg-danger-fill',
  skipped: 'bg-line-strong',
}

export const SourceList = ({ sources }: { sources: readonly SourceReport[] }) => (
  <ul aria-label="Sources" className="grid grid-cols-1 gap-x-6 @lg:grid-cols-2">
    {sources.map((source) => (
      <li
        key={source.id}
        data-source={source.id}
        data-state={source.state}
        className="flex items-baseline gap-2.5 border-b py-1.5 text-ui last:border-b-0"
      >
        <span
          aria-hidden="true"
          className={cn('size-2 shrink-0 self-center rounded-full', DOTS[source.state])}
        />
        <span className="min-w-0 flex-1">
          <span
            className={cn(
              'block truncate font-medium',
              source.state === 'skipped' ? 'text-ink-muted' : 'text-ink',
            )}
          >
            {source.name}{' '}
            <span className="font-normal text-ink-muted">{KIND_NAMES[source.kind]}</span>
          </span>
          <span
            className={cn('block', source.state === 'failed' ? 'text-danger' : 'text-ink-muted')}
          >
            {describeState(source)}
          </span>
        </span>
        {source.duration_ms !== null && (
          <span className="tabular shrink-0 text-ink-muted">{formatTook(source.duration_ms)}</span>
        )}
      </li>
    ))}
  </ul>
)
