import type { Category } from '#contract/apps/apps.ts'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'

type CategoryChipsProps = {
  categories: readonly Category[]
  chosen: string
  onChoose: (id: string) => void
}

export const CategoryChips = ({ categories, chosen, onChoose }: CategoryChipsProps) => (
  <ToggleGroup
    look="chips"
    label="Categories"
    items={categories.map(({ id, name }) => ({ value: id, label: name }))}
    value={chosen}
    onChange={onChoose}
  />
)
