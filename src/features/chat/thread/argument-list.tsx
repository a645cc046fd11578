import { AddressText } from '#src/platform/markdown/address-text.tsx'
import { removeInvisible } from '#src/platform/markdown/safe-link.ts'
import { getArgumentLabel } from './argument-fields.ts'

const MAX_VALUE = 400

const formatValue = (value: unknown): string =>
  removeInvisible(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE)

type ArgumentListProps = { schema: unknown; given: unknown }

/** Lists the arguments of a call by their labels. Long values are cut. */
export const ArgumentList = ({ schema, given }: ArgumentListProps) => {
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {})
  return entries.length === 0 ? null : (
    <dl className="grid items-baseline grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{getArgumentLabel(schema, name)}</dt>
          <dd className="wrap-anywhere text-ink">
            <AddressText text={formatValue(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
