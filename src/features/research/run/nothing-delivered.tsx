import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { NotFound } from '#src/features/research/digest/digest-view.tsx'
import type { ResearchView } from './research-job.ts'
import { SourceList } from '#src/features/research/digest/source-list.tsx'

type EndedProps = { view: ResearchView & { phase: 'ended' }; onRetry: () => void }

export const Ended = ({ view, onRetry }: EndedProps) => {
  const { detail, status } = view
  const { failure, digest, sources } = detail
  const isRefundSaid = failure?.includes('refunded') === true
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Result</h2>
      <Alert
        tone={status === 'failed' ? 'danger' : 'info'}
        title={
          status === 'failed'
            ? `Couldn’t answer “${detail.query.slice(0, 80)}”`
            : 'The research was cancelled'
        }
        action={
          <Button size="sm" onClick={onRetry}>
            Ask again · 1 POINT
          </Button>
        }
      >
        {failure === null ? '' : `${failure.replace(/\.$/, '')}. `}
        {detail.is_refunded && !isRefundSaid ? 'Your POINT was refunded.' : ''}
      </Alert>
      {digest !== null && <NotFound digest={digest} />}
      {sources.length > 0 && (
        <details className="text-ui">
          <summary className="cursor-pointer font-medium">Source details</summary>
          <div className="mt-2">
            <SourceList sources={sources} />
          </div>
        </details>
      )}
    </div>
  )
}
