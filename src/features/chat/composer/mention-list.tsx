import { cn } from '#src/lib/cn.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { MENU_CLASS, MENU_ITEM_CLASS } from '#src/ui/overlay/menu-items.tsx'
import type { Mentionable } from './mentions.ts'

type MentionListProps = {
  id: string
  items: readonly Mentionable[]
  activeIndex: number
  onChoose: (item: Mentionable) => void
}

const scrollIntoView = (option: HTMLLIElement | null) =>
  option?.scrollIntoView({ block: 'nearest' })

/** The apps and agents to choose from, above the field. */
export const MentionList = ({ id, items, activeIndex, onChoose }: MentionListProps) =>
  items.length > 0 && (
    <ul
      id={id}
      role="listbox"
      aria-label="Apps and agents"
      className={cn(MENU_CLASS, 'absolute bottom-full left-0 mb-1.5 max-h-56 max-w-full')}
    >
      {items.map((item, index) => (
        <li
          key={item.path}
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
          <AppIcon icon={item.icon} sizePx={18} />
          <span className="min-w-0 truncate">{item.title}</span>
        </li>
      ))}
    </ul>
  )
