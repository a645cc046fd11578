import ListFilter from 'lucide-react/icons/list-filter'
import { formatLabel } from '#src/features/ca-analysis/report/report-format.ts'
import { COST_BASES } from '#src/features/ca-analysis/wallet/cost-basis.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { BOUNDS, countFilters, NO_FILTER, type WalletFilter } from './wallet-filter.ts'

type FilterPopoverProps = {
  filter: WalletFilter
  onChange: (filter: WalletFilter) => void
  /** Number of wallets per label. */
  labels: Readonly<Record<string, number>>
}

type ResultSwitchesProps = Pick<FilterPopoverProps, 'filter' | 'onChange'> & { className: string }

export const ResultSwitches = ({ filter, onChange, className }: ResultSwitchesProps) => (
  <>
    <Button
      variant="toggle"
      className={className}
      aria-pressed={filter.isProfitableOnly}
      onClick={() => onChange({ ...filter, isProfitableOnly: !filter.isProfitableOnly })}
    >
      In profit
    </Button>
    <Button
      variant="toggle"
      className={className}
      aria-pressed={filter.isRepeatedOnly}
      onClick={() => onChange({ ...filter, isRepeatedOnly: !filter.isRepeatedOnly })}
    >
      2+ sales
    </Button>
  </>
)

export const FilterPopover = ({ filter, onChange, labels }: FilterPopoverProps) => {
  const count = countFilters(filter)
  return (
    <Popover
      title="Filters"
      trigger={
        <Button
          size="sm"
          className="@max-md:px-2"
          icon={<ListFilter size={14} className="@max-md:hidden" />}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex gap-2">
          <ResultSwitches filter={filter} onChange={onChange} className="h-8" />
        </div>
        <ToggleGroup
          look="segments"
          label="Cost basis"
          items={COST_BASES}
          value={filter.costBasis}
          onChange={(costBasis) => onChange({ ...filter, costBasis })}
        />
        <label className="grid gap-1 text-ui font-medium">
          Label
          <Select
            value={filter.label}
            onChange={(event) => onChange({ ...filter, label: event.target.value })}
            options={[
              { value: '', label: 'Any' },
              ...Object.entries(labels).map(([label, wallets]) => ({
                value: label,
                label: `${formatLabel(label)} (${wallets})`,
              })),
            ]}
          />
        </label>
        <BoundFields filter={filter} onChange={onChange} />
        <Button
          size="sm"
          disabled={count === 0}
          onClick={() => {
            const { text, isChangedOnly, costBasis } = filter
            onChange({ ...NO_FILTER, text, isChangedOnly, costBasis })
          }}
        >
          Clear filters
        </Button>
      </div>
    </Popover>
  )
}

type BoundFieldsProps = Pick<FilterPopoverProps, 'filter' | 'onChange'>

const BoundFields = ({ filter, onChange }: BoundFieldsProps) =>
  BOUNDS.map(({ name, title }) => (
    <fieldset key={name} className="grid gap-1">
      <legend className="mb-1 text-ui font-medium">{title}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(['min', 'max'] as const).map((end) => (
          <Input
            key={end}
            inputMode="decimal"
            className="h-8"
            aria-label={`${title}, ${end === 'min' ? 'at least' : 'at most'}`}
            placeholder={end === 'min' ? 'At least' : 'At most'}
            maxLength={12}
            value={filter.bounds[`${name}_${end}`] ?? ''}
            onChange={(event) =>
              onChange({
                ...filter,
                bounds: { ...filter.bounds, [`${name}_${end}`]: event.target.value },
              })
            }
          />
        ))}
      </div>
    </fieldset>
  ))
