import { use } from 'react'
import type { Answer, Digest, Evidence } from '#contract/research/digest.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Citation, CitingContext } from './citing.tsx'
import { ProseView } from './digest-sections.tsx'
import { formatCount, formatWhen } from '#src/features/research/research-format.ts'

/** The answer to the question in one to three cited sentences, or what is not known. */
export const AnswerView = ({ digest }: { digest: Digest }) => {
  const { answer, prose } = digest
  if (answer === undefined && prose === null) return null
  return (
    <section
      aria-label="Answer"
      className="grid gap-3 rounded-lg bg-surface-raised p-4 shadow-low ring-1 ring-accent/40 @max-md:p-3"
    >
      {prose !== null && <ProseView prose={prose} />}
      {answer !== undefined && (answer.note !== null || answer.sentences.length > 0) && (
        <Sentences answer={answer} />
      )}
      {answer?.comparison && <Comparison {...answer.comparison} />}
      {answer !== undefined && answer.sentences.length > 0 && (
        <SourceCards digest={digest} answer={answer} />
      )}
    </section>
  )
}

const Sentences = ({ answer: { note, sentences } }: { answer: Answer }) => (
  <div className="grid gap-2">
    {note !== null && <p className="text-lead leading-6 font-semibold wrap-anywhere">{note}</p>}
    {sentences.map(({ text, cite, is_quote: isQuote }) => (
      <p key={`${cite}:${text}`} className="leading-6 wrap-anywhere">
        {text}
        {isQuote ? <Citation n={cite} quote={text} /> : <Citation n={cite} />}
      </p>
    ))}
  </div>
)

const Comparison = ({ subjects, rows }: NonNullable<Answer['comparison']>) => (
  <div className="overflow-x-auto">
    <table className="w-full border-collapse text-ui">
      <thead>
        <tr className="border-b text-right text-ink-muted">
          <th scope="col" className="py-1.5 pr-3 text-left font-medium">
            Measure
          </th>
          {subjects.map((subject) => (
            <th key={subject} scope="col" className="py-1.5 pl-3 font-medium">
              {subject}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells }) => (
          <tr key={label} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {label}
            </th>
            {cells.map((cell, place) => (
              <td
                key={subjects[place]}
                className="tabular py-1.5 pl-3 text-right font-semibold whitespace-nowrap"
              >
                {cell === null ? (
                  <span className="font-normal text-ink-muted">No source</span>
                ) : (
                  <>
                    {cell.display}
                    <Citation n={cell.cite} />
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const SourceCards = ({ digest, answer }: { digest: Digest; answer: Answer }) => {
  const citing = use(CitingContext)
  const cited = new Set(answer.sentences.map(({ cite }) => cite))
  const sources = digest.evidence.filter(({ n }) => cited.has(n))
  return (
    <div className="grid gap-1.5">
      <p className="text-ui text-ink-muted">
        {answer.source_count === 1
          ? 'From one source only'
          : `From ${formatCount(answer.source_count, 'source')}`}
      </p>
      <ul aria-label="Sources of the answer" className="grid grid-cols-1 gap-2 @lg:grid-cols-3">
        {sources.map((source) => (
          <li key={source.n} className="min-w-0">
            <Button
              variant="plain"
              onClick={(event) => citing?.open(source.n, null, event.currentTarget)}
              className="block w-full rounded-md px-2.5 py-1.5 text-left text-ui ring-1 ring-line ring-inset hover:bg-hover"
            >
              <span className="block truncate font-medium">
                {source.n} · {source.source_name}
              </span>
              <span className="block truncate text-2xs text-ink-muted">
                {formatEvidenceDate(source)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const formatEvidenceDate = ({
  published_at: published,
  retrieved_at: retrieved,
}: Evidence): string =>
  published === null ? `Fetched ${formatWhen(retrieved)}` : formatWhen(published)
