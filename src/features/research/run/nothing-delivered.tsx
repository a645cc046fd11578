import type { Digest } from '#contract/research/digest.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Section } from '#src/features/research/digest/digest-sections.tsx'
import { NotFound } from '#src/features/research/digest/digest-view.tsx'
import { parseWebAddress } from '#src/features/research/research-format.ts'
import type { ResearchView } from './research-job.ts'
import { SourceList } from '#src/features/research/digest/source-list.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'

type EndedProps = {
  view: ResearchView & { phase: 'ended' }
  onRetry: () => void
  /** Asks again without a focus. */
  onSearchAll: () => void
}

export const Ended = ({ view, onRetry, onSearchAll }: EndedProps) => {
  const { detail, status } = view
  const { failure, digest, sources } = detail
  const isNarrow = status === 'failed' && (detail.focus ?? 'all') !== 'all'
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
          <div className="flex flex-wrap gap-2">
            {isNarrow && (
              <Button size="sm" variant="primary" onClick={onSearchAll}>
                Search all sources · 1 POINT
              </Button>
            )}
            <Button size="sm" onClick={onRetry}>
              Ask again · 1 POINT
            </Button>
          </div>
        }
      >
        {failure === null ? '' : `${failure.replace(/\.$/, '')}. `}
        {detail.is_refunded && !isRefundSaid ? 'Your POINT was refunded.' : ''}
      </Alert>
      {digest !== null && <Closest digest={digest} />}
      {digest !== null && <NotFound digest={digest} />}
      {sources.length > 0 && (
        <Disclosure title="Source details" className="text-ui">
          <div className="mt-2">
            <SourceList sources={sources} />
          </div>
        </Disclosure>
      )}
    </div>
  )
}

/** Shows a sentence on the subject that does not answer the question. */
const Closest = ({ digest: { answer, evidence } }: { digest: Digest }) => {
  const [quote] = answer?.kind === 'none' ? answer.sentences : []
  const source = evidence.find(({ n }) => n === quote?.cite)
  if (quote === undefined || source === undefined) return null
  const address = parseWebAddress(source.url)
  return (
    <Section title="Closest report">
      <p className="leading-6 wrap-anywhere">
        {quote.text}{' '}
        <span className="text-ui text-ink-muted">
          {source.is_demo && <Badge tone="warning">DEMO</Badge>}{' '}
          {address === null ? (
            source.source_name
          ) : (
            <a
              href={address.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline underline-offset-2"
            >
              {source.source_name}
            </a>
          )}
        </span>
      </p>
    </Section>
  )
}
