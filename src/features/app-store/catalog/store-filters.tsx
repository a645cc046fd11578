import Plus from 'lucide-react/icons/plus'
import type { Category } from '#contract/apps/apps.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { Button } from '#src/ui/form/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import type { StoreFilter, StoreOrder } from './store-list.ts'

const ORDERS: readonly { value: StoreOrder; label: string }[] = [
  { value: 'recommended', label: 'Recommended' },
  { value: 'name', label: 'By name' },
  { value: 'popular', label: 'Most installed' },
]
const toOrder = (value: string): StoreOrder =>
  ORDERS.find((each) => each.value === value)?.value ?? 'recommended'

type StoreFiltersProps = {
  filter: StoreFilter
  categories: readonly Category[]
  onChange: (part: Partial<StoreFilter>) => void
  onAdd: () => void
}

/** Shows search and categories, which stay in view, and the order of the apps. */
export const StoreFilters = ({ filter, categories, onChange, onAdd }: StoreFiltersProps) => {
  const canAddOwn = useConfig()?.user_apps !== false
  return (
    <>
      <div className="sticky top-0 z-2 grid gap-3 border-b bg-surface px-5 pt-4 pb-3 max-sm:px-4">
        <SearchField
          label="Search apps"
          placeholder="Name, purpose or publisher"
          maxLength={100}
          value={filter.text}
          onChange={(text) => onChange({ text })}
        />
        <ToggleGroup
          look="chips"
          label="Categories"
          items={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.category}
          onChange={(category) => onChange({ category })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4 max-sm:px-4">
        <Select
          aria-label="Sort apps"
          size="sm"
          className="h-9 w-40 max-sm:w-44"
          options={ORDERS}
          value={filter.order}
          onChange={({ target: { value } }) => onChange({ order: toOrder(value) })}
        />
        <Button
          variant="toggle"
          aria-pressed={filter.isKeyless}
          onClick={() => onChange({ isKeyless: !filter.isKeyless })}
        >
          Works without a key
        </Button>
        {canAddOwn && (
          <Button
            size="sm"
            className="ml-auto h-9 max-sm:ml-0"
            icon={<Plus size={15} />}
            onClick={onAdd}
          >
            Add your own
          </Button>
        )}
      </div>
    </>
  )
}
