import { formatFixed } from '#contract/numbers.ts'
import { useId, useState, type ReactNode } from 'react'
import type { Digest, Prose, TimelineEntry } from '#contract/research/digest.ts'
import { Citation, Citations } from './citing.tsx'
import { formatCount, formatWhen } from '#src/features/research/research-format.ts'
import { ShowAll } from './show-all.tsx'

type SectionProps = {
  title: string
  /** Anchor for the list of contents. */
  part?: string
  note?: ReactNode
  children: ReactNode
}

export const Section = ({ title, part, note, children }: SectionProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} data-part={part} className="grid gap-2.5">
      <div className="flex items-baseline justify-between gap-3 text-ui">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {note !== undefined && <span className="text-ink-muted">{note}</span>}
      </div>
      {children}
    </section>
  )
}

export const ProseView = ({ prose }: { prose: Prose }) => (
  <div className="grid gap-2.5">
    {prose.paragraphs.map((sentences) => (
      <p key={sentences.map(({ text }) => text).join(' ')} className="leading-6 wrap-anywhere">
        {sentences.map(({ text, cites, is_supported: isSupported }) => (
          <span
            key={text}
            className={isSupported ? undefined : 'underline decoration-warning decoration-wavy'}
          >
            {text}
            <Citations cites={cites} />
            {isSupported ? ' ' : <em className="text-warning"> (not found in the source) </em>}
          </span>
        ))}
      </p>
    ))}
    <p className="text-ui text-ink-muted">
      Each sentence was compared with the sentences of its cited sources: names, figures, dates, who
      did what, direction and negation. {formatCount(prose.dropped, 'sentence')} left out,{' '}
      {prose.marked} marked.
    </p>
  </div>
)

const PERCENT = 100

export const Disagreements = ({ all }: { all: Digest['disagreements'] }) => (
  <ul className="grid gap-3">
    {all.map(({ about, values, spread }) => (
      <li
        key={`${about}:${values.map(({ cite }) => cite).join()}`}
        className="grid gap-1 rounded-lg bg-warning-soft p-3"
      >
        <p className="font-medium wrap-anywhere">
          {about}
          {spread !== null && (
            <span className="tabular font-normal text-warning">
              {' '}
              · {formatFixed(spread * PERCENT, 1)}% apart
            </span>
          )}
        </p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ui">
          {values.map(({ text, source_name: name, cite }) => (
            <li key={`${cite}:${text}`} className="tabular wrap-anywhere">
              <strong className="font-semibold">{text}</strong> {name}{' '}
              <Citation n={cite} quote={text} />
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)

const AT_FIRST = 10

export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(-AT_FIRST)
  return (
    <>
      <ol className="border-l-2 border-line pl-4">
        {shown.map(({ at, title, cite }) => (
          <li
            key={`${at}:${cite}:${title}`}
            className="relative grid gap-x-4 py-1 before:absolute before:top-2.5 before:-left-[21px] before:size-2 before:rounded-full before:bg-line-strong @xl:grid-cols-[8rem_1fr]"
          >
            <time dateTime={at} className="tabular text-ui text-ink-muted">
              {formatWhen(at)}
            </time>
            <span className="wrap-anywhere">
              {title} <Citation n={cite} />
            </span>
          </li>
        ))}
      </ol>
      {entries.length > AT_FIRST && (
        <ShowAll isWhole={isWhole} onChange={setIsWhole}>
          {isWhole ? 'Show the latest only' : `Show all ${entries.length} entries`}
        </ShowAll>
      )}
    </>
  )
}
