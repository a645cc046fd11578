import { useState } from 'react'
import type { Figure } from '#contract/research/digest.ts'
import { Citation } from './citing.tsx'
import { groupFigures } from './digest-filter.ts'
import { formatWhen, keepUnits } from '#src/features/research/research-format.ts'
import { ShowAll } from './show-all.tsx'

const AT_FIRST = 8

export const FigureTable = ({ figures }: { figures: readonly Figure[] }) => {
  const [isWhole, setIsWhole] = useState(false)
  const groups = groupFigures(figures)
  const shown = isWhole ? groups : groups.slice(0, AT_FIRST)
  return (
    <>
      <table className="w-full border-collapse text-ui">
        <thead>
          <tr className="border-b text-left text-ink-muted">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Measure
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right @xl:pr-5 font-medium">
              Value
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium @max-xl:hidden">
              As of
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Source
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ headline, others }) => (
            <FigureRow key={headline.id} headline={headline} others={others} />
          ))}
        </tbody>
      </table>
      {groups.length > AT_FIRST && (
        <ShowAll isWhole={isWhole} onChange={setIsWhole}>
          {isWhole ? 'Show fewer figures' : `Show all ${groups.length} figures`}
        </ShowAll>
      )}
    </>
  )
}

const formatAgreement = (headline: Figure, others: readonly Figure[]): string => {
  const all = new Set([headline, ...others].map(({ source_id: id }) => id)).size
  return headline.agreeing === all
    ? `${all} sources agree`
    : `${headline.agreeing} of ${all} sources agree`
}

const Outlier = () => <span className="ml-1 font-normal text-warning">(far from the others)</span>

const FigureRow = ({ headline, others }: { headline: Figure; others: readonly Figure[] }) => {
  const { previous } = headline
  return (
    <tr className="border-b align-top last:border-b-0">
      <th
        scope="row"
        className="py-2 pr-3 text-left font-normal wrap-anywhere @max-md:w-full @max-md:min-w-32"
      >
        {keepUnits(headline.label)}
        {headline.agreeing > 1 && (
          <span className="block text-ink-muted">{formatAgreement(headline, others)}</span>
        )}
        {headline.is_outlier === true && <Outlier />}
        <span className="block text-2xs text-ink-muted @xl:hidden">
          {formatWhen(headline.as_of)}
        </span>
      </th>
      <td className="tabular py-2 pr-3 text-right @xl:pr-5 font-semibold whitespace-nowrap">
        {headline.display}
        {previous !== null && previous.value !== headline.value && (
          <span className="block text-2xs font-normal text-ink-muted">was {previous.display}</span>
        )}
      </td>
      <td className="tabular py-2 pr-3 whitespace-nowrap text-ink-muted @max-xl:hidden">
        {formatWhen(headline.as_of)}
      </td>
      <td className="py-2 wrap-anywhere">
        <span className="@max-md:sr-only">{headline.source_name}</span>
        <Citation n={headline.cite} quote={headline.raw} />
        {others.length > 0 && (
          <span className="tabular block text-ink-muted">
            {others.map((other, index) => (
              <span
                key={`${other.source_id}:${other.cite}`}
                className="whitespace-nowrap @max-md:block @max-md:whitespace-normal"
              >
                {index > 0 && <span className="@max-md:hidden"> · </span>}
                {other.display}
                {other.is_outlier === true && <Outlier />}
                <Citation n={other.cite} quote={other.raw} />
              </span>
            ))}
          </span>
        )}
      </td>
    </tr>
  )
}
