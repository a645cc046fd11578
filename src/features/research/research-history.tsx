import { Button } from '#src/ui/form/button.tsx'
import Newspaper from 'lucide-react/icons/newspaper'
import { getFocusName } from '#contract/research/focus.ts'
import { listResearch, type ResearchSummary } from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { usePagedList } from '#src/platform/lists/use-paged-list.ts'
import { isFinal, RunStatus } from '#src/platform/runs/run-status.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { RemoveButton } from '#src/ui/overlay/remove-button.tsx'
import { LoadFailure, LoadingRows, LoadMore } from '#src/ui/feedback/list-states.tsx'
import { formatCount, formatWhen } from './research-format.ts'

const PAGE_SIZE = 10

type ResearchHistoryProps = { onOpen: (id: string) => void; onRemove: (id: string) => void }

export const ResearchHistory = ({ onOpen, onRemove }: ResearchHistoryProps) => {
  const { query, rows: researches } = usePagedList({
    key: ['researches'],
    pageSize: PAGE_SIZE,
    load: (page, signal) => api.call(listResearch, { query: page, signal }),
  })
  const done = researches.filter(({ status }) => status === 'done')
  const areAllDemo = done.length > 0 && done.every(({ is_demo: isDemo }) => isDemo)
  return (
    <section aria-label="Earlier research">
      <h2 className="mb-2 flex items-baseline justify-between text-ui font-semibold">
        <span className="flex items-center gap-2">
          Earlier research
          {areAllDemo && <Badge tone="warning">DEMO</Badge>}
        </span>
        <span className="font-normal text-ink-muted">Free to reopen</span>
      </h2>
      {query.isPending && <LoadingRows label="Loading earlier research" />}
      <LoadFailure query={query}>We couldn’t load your earlier research.</LoadFailure>
      {query.isSuccess && researches.length === 0 && (
        <EmptyState icon={<Newspaper size={22} />} title="No research yet">
          Your research will show up here.
        </EmptyState>
      )}
      {researches.length > 0 && (
        <ul className="divide-y divide-line rounded-lg ring-1 ring-line ring-inset">
          {researches.map((research) => (
            <ResearchRow
              key={research.id}
              research={research}
              hasDemoBadge={research.is_demo && !areAllDemo}
              onOpen={onOpen}
              onRemove={onRemove}
            />
          ))}
        </ul>
      )}
      <LoadMore query={query} className="mt-3" />
    </section>
  )
}

type ResearchRowProps = {
  research: ResearchSummary
  hasDemoBadge: boolean
} & ResearchHistoryProps

const ResearchRow = ({ research, hasDemoBadge, onOpen, onRemove }: ResearchRowProps) => {
  const isFinished = isFinal(research.status)
  const { counts, query } = research
  const focus = getFocusName(research.focus)
  return (
    <li className="flex items-center gap-1 pr-2">
      <Button
        variant="row"
        onClick={() => onOpen(research.id)}
        className="justify-between gap-x-3 gap-y-1 @max-md:flex-col @max-md:items-start"
      >
        <span className="max-w-full min-w-0">
          <span className="block truncate font-medium">{query}</span>
          <span className="tabular block text-ui text-ink-muted">
            {formatWhen(research.created_at)}
            {counts !== null &&
              counts.sources_answered > 0 &&
              ` · ${formatCount(counts.stories, 'story')}, ${formatCount(counts.sources_answered, 'source')}`}
          </span>
        </span>
        <span className="flex shrink-0 gap-1.5">
          {focus !== null && <Badge>{focus}</Badge>}
          {hasDemoBadge && <Badge tone="warning">DEMO</Badge>}
          <RunStatus status={research.status} isRefunded={research.is_refunded} />
        </span>
      </Button>
      {isFinished && (
        <RemoveButton
          label={`Delete research “${query.slice(0, 60)}”`}
          question={research.status === 'done' ? 'Delete research?' : null}
          description="You can’t bring it back. Asking again costs 1 POINT."
          confirm="Delete"
          onRemove={() => onRemove(research.id)}
        />
      )}
    </li>
  )
}
