import { formatNumber } from '#contract/numbers.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { getFocusName } from '#contract/research/focus.ts'
import type { Digest, SourceReport } from '#contract/research/digest.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { CitingContext } from './citing.tsx'
import { filterDigest, NO_FILTER, type ShownDigest } from './digest-filter.ts'
import { removeDemo } from './without-demo.ts'
import { DigestFilters } from './digest-filters.tsx'
import { AnswerView } from './answer-view.tsx'
import { Disagreements, Section, Timeline } from './digest-sections.tsx'
import { FigureTable } from './figure-table.tsx'
import { formatCount, formatWhen } from '#src/features/research/research-format.ts'
import { SeriesChart } from './series-chart.tsx'
import { SourceCard } from './source-card.tsx'
import { SourceList } from './source-list.tsx'
import { SourcePanel } from './source-panel.tsx'
import { StoryList } from './story-list.tsx'
import { useCiting } from './use-citing.ts'
import { useFocusWhenLost } from '#src/ui/use-focus-when-lost.ts'

const Contents = ({ parts }: { parts: readonly { id: string; title: string }[] }) => {
  if (parts.length < 3) return null
  return (
    <nav aria-label="Contents" className="flex flex-wrap gap-1">
      {parts.map(({ id, title }) => (
        <Button
          key={id}
          size="sm"
          variant="ghost"
          className="px-2"
          onClick={(event) => {
            const root = event.currentTarget.closest('[data-digest]')
            root?.querySelector(`[data-part="${id}"]`)?.scrollIntoView({ block: 'start' })
          }}
        >
          {title}
        </Button>
      ))}
    </nav>
  )
}

type DigestViewProps = {
  digest: Digest
  /** Shown above the digest, such as its actions. */
  top: ReactNode
  /** Shown below the answer, such as a follow-up question. */
  bottom: ReactNode
}

export const DigestView = ({ digest: given, top, bottom }: DigestViewProps) => {
  const [filter, setFilter] = useState(NO_FILTER)
  const digest = useMemo(() => removeDemo(given), [given])
  const shown = useMemo(() => filterDigest(digest, filter), [digest, filter])
  const { citing, card, panel } = useCiting(digest.evidence)
  const isNothingShown =
    shown.stories.length === 0 && shown.figures.length === 0 && shown.timeline.length === 0
  return (
    <CitingContext value={citing}>
      <div className="relative flex h-full min-h-0">
        <div className="@container min-h-0 min-w-0 flex-1 overflow-auto">
          <div
            data-digest
            className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-4 px-6 py-4 @max-md:px-4"
          >
            {top}
            <DigestHead digest={digest} />
            <AnswerView digest={digest} />
            {bottom}
            <div className="grid gap-2 border-t pt-4">
              <Contents parts={listParts(shown, digest)} />
              <DigestFilters digest={digest} filter={filter} onChange={setFilter} />
            </div>
            {isNothingShown && (
              <EmptyState
                title="Nothing here fits the filter"
                action={
                  <Button size="sm" onClick={() => setFilter(NO_FILTER)}>
                    Show everything
                  </Button>
                }
              />
            )}
            <FoundParts shown={shown} evidence={digest.evidence} />
            <NotFound digest={digest} />
            <Section part="sources" title="Sources" note={formatAnswered(digest)}>
              <SourceList sources={orderSources(digest.sources)} />
            </Section>
            <Checks digest={digest} />
          </div>
        </div>
        {panel !== null && (
          <div className="flex min-h-0 @max-3xl:absolute @max-3xl:inset-0 @max-3xl:z-2 @3xl:w-80 @3xl:shrink-0 @5xl:w-88">
            <SourcePanel evidence={panel.evidence} quote={panel.quote} onClose={panel.close} />
          </div>
        )}
      </div>
      {card !== null && (
        <SourceCard
          id={card.id}
          evidence={card.evidence}
          anchor={card.anchor}
          onEnter={card.keep}
          onLeave={card.drop}
        />
      )}
    </CitingContext>
  )
}

type FoundPartsProps = { shown: ShownDigest; evidence: Digest['evidence'] }

const FoundParts = ({ shown, evidence }: FoundPartsProps) => (
  <>
    {shown.stories.length > 0 && (
      <Section part="stories" title="Stories" note="Quoted verbatim">
        <StoryList stories={shown.stories} evidence={evidence} />
      </Section>
    )}
    {shown.figures.length > 0 && (
      <Section part="figures" title="Headline figures">
        <FigureTable figures={shown.figures} />
      </Section>
    )}
    {shown.series.length > 0 && (
      <Section part="series" title="Over time">
        <div className="grid grid-cols-1 gap-3 @lg:grid-cols-2">
          {shown.series.map((series) => (
            <SeriesChart key={series.id} series={series} />
          ))}
        </div>
      </Section>
    )}
    {shown.disagreements.length > 0 && (
      <Section part="disagreements" title="Where sources disagree">
        <Disagreements all={shown.disagreements} />
      </Section>
    )}
    {shown.timeline.length > 0 && (
      <Section part="timeline" title="Timeline">
        <Timeline entries={shown.timeline} />
      </Section>
    )}
  </>
)

const isAsked = ({ state }: SourceReport): boolean => state !== 'skipped'

/** Returns the sources that were asked, then the others. */
const orderSources = (sources: readonly SourceReport[]): SourceReport[] => [
  ...sources.filter(isAsked),
  ...sources.filter((source) => !isAsked(source)),
]

const formatAnswered = ({ sources }: Digest): string => {
  const asked = sources.filter(isAsked).length
  const answered = sources.filter(({ state }) => state === 'answered').length
  const failed = sources.filter(({ state }) => state === 'failed').length
  const others = asked - answered - failed
  return [
    `${answered} of ${formatCount(asked, 'source')} answered`,
    ...(others > 0 ? [`${others} had nothing on it`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ')
}

const listParts = (shown: ShownDigest, { sources }: Digest) =>
  [
    { id: 'stories', title: `Stories (${shown.stories.length})`, count: shown.stories.length },
    { id: 'figures', title: 'Figures', count: shown.figures.length },
    { id: 'series', title: 'Over time', count: shown.series.length },
    { id: 'disagreements', title: 'Disagreements', count: shown.disagreements.length },
    { id: 'timeline', title: 'Timeline', count: shown.timeline.length },
    {
      id: 'sources',
      title: `Sources (${sources.filter(isAsked).length})`,
      count: sources.length,
    },
  ].filter(({ count }) => count > 0)

const DigestHead = ({ digest }: { digest: Digest }) => {
  const { since } = digest
  const focus = getFocusName(digest.focus)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusWhenLost(heading)
  return (
    <div className="grid gap-1.5">
      <h2
        ref={heading}
        tabIndex={-1}
        className="line-clamp-4 text-xl leading-7 font-semibold tracking-tight wrap-anywhere outline-none"
      >
        {digest.query}
      </h2>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui text-ink-muted">
        {digest.is_demo && (
          <>
            <Badge tone="warning">DEMO</Badge>
            <span>Demo data. None of this is real.</span>
          </>
        )}
        {focus !== null && <Badge tone="accent">Searched only: {focus}</Badge>}
        <Badge tone={digest.engine === 'model' ? 'accent' : 'neutral'}>{digest.label}</Badge>
        <span className="tabular">{formatWhen(digest.made_at)}</span>
        <span>{formatAnswered(digest)}</span>
        <span>About {digest.plan.window}</span>
      </p>
      {since !== null && (
        <p className="rounded-lg bg-accent-soft px-3.5 py-2.5 text-accent-ink">
          Since {formatWhen(since.at)}:{' '}
          {since.new_stories === 0 && since.changed_figures === 0
            ? 'nothing new.'
            : `${formatCount(since.new_stories, 'new story')}, ${formatCount(since.changed_figures, 'changed figure')}.`}
        </p>
      )}
    </div>
  )
}

export const NotFound = ({ digest }: { digest: Digest }) => {
  const failed = digest.sources.filter(({ state }) => state === 'failed')
  if (digest.not_found.length === 0 && failed.length === 0) return null
  return (
    <Section title="Not available">
      <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
        {digest.not_found.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
        {failed
          .filter(({ name }) => !digest.not_found.some((text) => text.startsWith(name)))
          .map(({ id, name, reason }) => (
            <li key={id} className="wrap-anywhere">
              {name} {reason ?? 'failed'}
            </li>
          ))}
      </ul>
    </Section>
  )
}

const Checks = ({ digest }: { digest: Digest }) => {
  const { citations, sentences, figures } = digest.checks
  const removed = citations.failed + sentences.failed + figures.failed
  return (
    <p className="text-ui text-ink-muted">
      {formatCount(citations.checked, 'citation')},{' '}
      {formatCount(sentences.checked, 'quoted sentence')} and{' '}
      {formatCount(figures.checked, 'figure')} checked against their sources.{' '}
      {removed === 0
        ? 'All verified.'
        : `${formatNumber(removed)} couldn’t be verified and were removed.`}
    </p>
  )
}
