import { cn } from '#src/lib/cn.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { MENU_CLASS, MENU_ITEM_CLASS } from '#src/ui/overlay/menu-items.tsx'
import type { Suggestion } from './suggestions.ts'

type SuggestionListProps = {
  id: string
  items: readonly Suggestion[]
  activeIndex: number
  onChoose: (item: Suggestion) => void
}

const scrollIntoView = (option: HTMLLIElement | null) =>
  option?.scrollIntoView({ block: 'nearest' })

/** The commands and prompts, or apps and agents, to choose from, above the field. */
export const SuggestionList = ({ id, items, activeIndex, onChoose }: SuggestionListProps) =>
  items.length > 0 && (
    <ul
      id={id}
      role="listbox"
      aria-label={items[0]?.icon === null ? 'Commands and prompts' : 'Apps and agents'}
      className={cn(MENU_CLASS, 'absolute bottom-full left-0 mb-1.5 max-h-56 max-w-full')}
    >
      {items.map((item, index) => (
        <li
          key={item.key}
          ref={index === activeIndex ? scrollIntoView : undefined}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          data-highlighted={index === activeIndex ? '' : undefined}
          className={cn(MENU_ITEM_CLASS, 'hover:bg-hover')}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          {item.icon !== null && <AppIcon icon={item.icon} sizePx={18} />}
          <span className={cn('min-w-0 truncate', item.icon === null && 'shrink-0 font-mono')}>
            {item.title}
          </span>
          {item.note !== '' && (
            <span className="min-w-0 flex-1 truncate text-ink-muted">{item.note}</span>
          )}
        </li>
      ))}
    </ul>
  )
