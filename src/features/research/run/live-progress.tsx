import { useRef } from 'react'
import { getFocusName } from '#contract/research/focus.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import type { Running } from './research-job.ts'
import { formatCount } from '#src/features/research/research-format.ts'
import { computeProgressPercent } from './research-progress.ts'
import { SourceList } from '#src/features/research/digest/source-list.tsx'
import { useFocusWhenLost } from '#src/ui/use-focus-when-lost.ts'

type LiveViewProps = {
  running: Running
  onCancel: () => void
}

export const LiveView = ({ running, onCancel }: LiveViewProps) => {
  const { sources } = running
  const focus = getFocusName(running.focus)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusWhenLost(heading)
  const asked = sources.filter(({ state }) => state !== 'skipped' && state !== 'waiting')
  const ended = asked.filter(({ state }) => state !== 'asking')
  const documents = sources.reduce((sum, { items }) => sum + items, 0)
  const first = sources
    .flatMap(({ name, titles = [] }) => titles.map((title) => ({ title, name })))
    .slice(0, MAX_FIRST)
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-6 py-8 @max-md:px-4">
      <div>
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-lg leading-7 font-semibold tracking-tight wrap-anywhere outline-none"
        >
          {running.query}
        </h2>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p role="status" className="min-h-5 text-ink-muted">
            {running.isLost ? 'Reconnecting…' : STAGES[running.stage]}
          </p>
          {focus !== null && <Badge tone="accent">Searches only: {focus}</Badge>}
        </div>
      </div>
      <div className="grid gap-2">
        <Progress label="Research progress" percent={computeProgressPercent(running)} />
        <p className="tabular flex justify-between gap-3 text-ui text-ink-muted">
          <span>
            {asked.length === 0
              ? 'No sources searched yet'
              : `${ended.length} of ${formatCount(asked.length, 'source')} done`}
          </span>
          <span>{formatCount(documents, 'item')}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ui text-ink-muted">Cancel any time for a full refund.</p>
        <Button isLoading={running.isCancelling} onClick={onCancel}>
          Cancel research
        </Button>
      </div>
      {first.length > 0 && (
        <section aria-label="First stories" className="grid gap-1.5">
          <h3 className="text-ui font-semibold">First stories</h3>
          <ul className="grid gap-1">
            {first.map(({ title, name }) => (
              <li key={`${name}:${title}`} className="animate-fade-in wrap-anywhere">
                {title} <span className="text-ui text-ink-muted">{name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SourceList sources={sources} />
    </div>
  )
}

const MAX_FIRST = 6

const STAGES: Readonly<Record<Running['stage'], string>> = {
  queued: 'In queue',
  planning: 'Reading the question',
  asking: 'Searching the sources',
  reading: 'Reading whole pages',
  digesting: 'Putting it together',
  writing: 'A model writes from the evidence',
  finished: 'Finished',
}
