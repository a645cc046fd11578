import { cn } from '#src/lib/cn.ts'
import type { Category } from '#contract/apps.ts'

type CategoryChipsProps = {
  categories: readonly Category[]
  chosen: string
  onChoose: (id: string) => void
}

export const CategoryChips = ({ categories, chosen, onChoose }: CategoryChipsProps) => (
  <div role="group" aria-label="Categories" className="flex gap-2 overflow-x-auto p-0.5">
    {categories.map(({ id, name }) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === chosen}
        onClick={() => onChoose(id)}
        className={cn(
          'h-8 shrink-0 rounded-full px-3.5 text-ui font-medium transition-colors pointer-coarse:min-h-11',
          id === chosen
            ? 'bg-accent text-accent-on'
            : 'bg-surface-raised text-ink-muted ring-1 ring-line ring-inset hover:bg-surface-sunken hover:text-ink',
        )}
      >
        {name}
      </button>
    ))}
  </div>
)
