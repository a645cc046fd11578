import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { getFocusName } from '#contract/research/focus.ts'
import type { Answer, Digest } from '#contract/research/digest.ts'
import { formatWhen } from '#src/features/research/research-format.ts'
import '#src/features/research/research.css'

type PrintedDigestProps = { digest: Digest; onPrinted: () => void }

/** Renders only the digest and prints it. The browser's dialog can save it as PDF. */
export const PrintedDigest = ({ digest, onPrinted }: PrintedDigestProps) => {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  const focus = getFocusName(digest.focus)
  return createPortal(
    <article data-theme="light" className="research-print" lang="en">
      <h1>{digest.query}</h1>
      <p>
        {digest.is_demo && <strong>DEMO: none of this is real. </strong>}
        {digest.label}. {focus !== null && `Searched only: ${focus}. `}
        {formatWhen(digest.made_at)}, {digest.plan.window}.
      </p>
      {digest.answer !== undefined && <PrintedAnswer answer={digest.answer} />}
      {digest.found.length > 0 && <p>Found {digest.found.join(' and ')}.</p>}
      {digest.prose?.paragraphs.map((sentences) => (
        <p key={sentences.map(({ text }) => text).join(' ')}>
          {sentences.map(({ text, cites, is_supported: isSupported }) => (
            <span key={text}>
              {text} {cites.map(formatCite).join('')}
              {isSupported ? ' ' : ' (not found in the source) '}
            </span>
          ))}
        </p>
      ))}
      {digest.figures.length > 0 && <PrintedFigures figures={digest.figures} />}
      {digest.stories.length > 0 && <PrintedStories stories={digest.stories} />}
      {digest.disagreements.length > 0 && <h2>Where sources disagree</h2>}
      <ul>
        {digest.disagreements.map(({ about, values }) => (
          <li key={`${about}:${values.map(({ cite }) => cite).join()}`}>
            {about}:{' '}
            {values
              .map(({ text, source_name: name, cite }) => `${text} (${name} ${formatCite(cite)})`)
              .join('; ')}
          </li>
        ))}
      </ul>
      {digest.timeline.length > 0 && <h2>Timeline</h2>}
      <ul>
        {digest.timeline.map(({ at, title, cite }) => (
          <li key={`${at}:${cite}:${title}`}>
            {formatWhen(at)}: {title} {formatCite(cite)}
          </li>
        ))}
      </ul>
      {digest.not_found.length > 0 && <h2>Not available</h2>}
      <ul>
        {digest.not_found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h2>Sources</h2>
      <ol>
        {digest.evidence.map(({ n, source_name: name, title, url, published_at: at }) => (
          <li key={n} value={n}>
            {name}: {title}
            {at !== null && `, ${formatWhen(at)}`}. {url}
          </li>
        ))}
      </ol>
    </article>,
    document.body,
  )
}

const formatCite = (n: number): string => `[${n}]`

const PrintedAnswer = ({ answer: { note, sentences, comparison } }: { answer: Answer }) => (
  <>
    <h2>Answer</h2>
    {note !== null && <p>{note}</p>}
    {sentences.map(({ text, cite }) => (
      <p key={`${cite}:${text}`}>
        {text} {formatCite(cite)}
      </p>
    ))}
    {comparison !== null && (
      <table>
        <thead>
          <tr>
            {['Measure', ...comparison.subjects].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.rows.map(({ label, cells }) => (
            <tr key={label}>
              <td>{label}</td>
              {cells.map((cell, place) => (
                <td key={comparison.subjects[place]}>
                  {cell === null ? 'No source' : `${cell.display} ${formatCite(cell.cite)}`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </>
)

const PrintedFigures = ({ figures }: Pick<Digest, 'figures'>) => (
  <>
    <h2>Headline figures</h2>
    <table>
      <thead>
        <tr>
          <th>Measure</th>
          <th>Value</th>
          <th>As of</th>
          <th>Source</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={`${figure.id}:${figure.cite}`}>
            <td>{figure.label}</td>
            <td>{figure.display}</td>
            <td>{formatWhen(figure.as_of)}</td>
            <td>
              {figure.source_name} {formatCite(figure.cite)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

const PrintedStories = ({ stories }: Pick<Digest, 'stories'>) => (
  <>
    <h2>Stories</h2>
    {stories.map((story) => (
      <section key={story.id}>
        <h3>
          {story.title} {formatCite(story.title_cite)}
        </h3>
        <p>
          {story.agreement}
          {story.last_at !== null && `, ${formatWhen(story.last_at)}`}
        </p>
        {story.sentences.map(({ text, cite }) => (
          <blockquote key={`${cite}:${text}`}>
            {text} {formatCite(cite)}
          </blockquote>
        ))}
      </section>
    ))}
  </>
)
