import { useState } from 'react'
import type { Evidence, Story } from '#contract/research/digest.ts'
import { Badge, type Tone } from '#src/ui/badge.tsx'
import { Citation, Citations } from './citing.tsx'
import { formatCount, formatWhen } from '#src/features/research/research-format.ts'
import { ShowAll } from './show-all.tsx'

const AT_FIRST = 8

const pickTone = ({ agreement, disagreement }: Story): Tone =>
  disagreement ? 'warning' : agreement.endsWith('agree') ? 'positive' : 'neutral'

type StoryListProps = { stories: readonly Story[]; evidence: readonly Evidence[] }

export const StoryList = ({ stories, evidence }: StoryListProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? stories : stories.slice(0, AT_FIRST)
  return (
    <>
      <ol className="grid gap-4">
        {shown.map((story) => (
          <li key={story.id} data-story={story.id}>
            <article className="grid gap-2 rounded-lg bg-surface-raised p-4 shadow-low ring-1 ring-line @max-md:p-3">
              <h4 className="text-lead leading-5.5 font-semibold tracking-snug wrap-anywhere">
                {story.title} <Citation n={story.title_cite} quote={story.title} />
              </h4>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui text-ink-muted">
                <Badge tone={pickTone(story)}>{story.agreement}</Badge>
                {evidence.some(({ n, is_instruction: is }) => is && story.cites.includes(n)) && (
                  <Badge tone="danger">Contains text that reads like an instruction</Badge>
                )}
                {story.is_new && <Badge tone="accent">New</Badge>}
                <span className="tabular">{formatSpan(story)}</span>
              </p>
              {story.disagreement && (
                <p className="rounded-md bg-warning-soft px-3 py-2 text-ui wrap-anywhere">
                  {story.disagreement.values.map(({ text, source_name: name, cite }, place) => (
                    <span key={`${cite}:${text}`}>
                      {place > 0 && ' — '}
                      <strong className="font-semibold">{text}</strong> ({name})
                      <Citation n={cite} quote={text} />
                    </span>
                  ))}
                </p>
              )}
              {story.sentences.map(({ text, cite }) => (
                <blockquote
                  key={`${cite}:${text}`}
                  className="border-l-2 border-line-strong pl-3 wrap-anywhere"
                >
                  {text} <Citation n={cite} quote={text} />
                </blockquote>
              ))}
              {story.cites.length > 1 && (
                <p className="text-ui text-ink-muted">
                  {formatCount(story.cites.length, 'report')}: <Citations cites={story.cites} />
                </p>
              )}
            </article>
          </li>
        ))}
      </ol>
      {stories.length > AT_FIRST && (
        <ShowAll isWhole={isWhole} onChange={setIsWhole}>
          {isWhole ? 'Show fewer stories' : `Show all ${stories.length} stories`}
        </ShowAll>
      )}
    </>
  )
}

const formatSpan = ({ first_at: first, last_at: last }: Story): string => {
  const [from, to] = [formatWhen(first), formatWhen(last)]
  if (first === null && last === null) return 'Unknown date'
  return from === to || first === null ? to : `${from} to ${to}`
}
