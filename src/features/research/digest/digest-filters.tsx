import { Button } from '#src/ui/form/button.tsx'
import type { Digest, SourceKind } from '#contract/research/digest.ts'
import { Select } from '#src/ui/form/select.tsx'
import type { DigestFilter } from './digest-filter.ts'
import { KIND_NAMES } from '#src/features/research/research-format.ts'

const TIMES = [
  { value: '', label: 'Any time' },
  { value: '24', label: 'Last 24 hours' },
  { value: '72', label: 'Last 3 days' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
] as const

type DigestFiltersProps = {
  digest: Digest
  filter: DigestFilter
  onChange: (filter: DigestFilter) => void
}

export const DigestFilters = ({ digest, filter, onChange }: DigestFiltersProps) => {
  const kinds = [...new Set(digest.evidence.map(({ kind }) => kind))]
  const names = new Map(
    digest.evidence.map((evidence) => [evidence.source_id, evidence.source_name]),
  )
  const from: readonly { value: DigestFilter['from']; label: string }[] = [
    { value: 'all', label: 'All sources' },
    ...kinds.map((kind: SourceKind) => ({
      value: `kind:${kind}` as const,
      label: `${KIND_NAMES[kind]} only`,
    })),
    ...[...names].map(([id, label]) => ({ value: `source:${id}` as const, label })),
  ]
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Source"
        size="sm"
        className="h-9 min-w-36 flex-1 @xl:max-w-64"
        options={from}
        value={filter.from}
        onChange={(event) => {
          const chosen = from.find(({ value }) => value === event.target.value)
          if (chosen !== undefined) onChange({ ...filter, from: chosen.value })
        }}
      />
      <Select
        aria-label="Time"
        size="sm"
        className="h-9 min-w-36 flex-1 @xl:max-w-48"
        options={TIMES}
        value={filter.withinHours === null ? '' : String(filter.withinHours)}
        onChange={(event) => {
          const hours = event.target.value
          onChange({ ...filter, withinHours: hours === '' ? null : Number(hours) })
        }}
      />
      {digest.since !== null && (
        <Button
          variant="toggle"
          aria-pressed={filter.isOnlyNew}
          onClick={() => onChange({ ...filter, isOnlyNew: !filter.isOnlyNew })}
        >
          Only what is new
        </Button>
      )}
    </div>
  )
}
