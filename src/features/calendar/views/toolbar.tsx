import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { Button } from '#src/ui/form/button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import type { View } from '#src/features/calendar/calendar-keys.ts'
import { texts } from '#src/features/calendar/texts.ts'

type ToolbarProps = {
  titleId: string
  title: string
  view: View
  isNarrow: boolean
  menu: readonly MenuItem[]
  onView: (view: View) => void
  onToday: () => void
  onTurn: (count: 1 | -1) => void
  onNew: () => void
}

const VIEWS = ['month', 'week', 'day', 'agenda'] as const
/** Where a week has room for one day only, it is the day view. */
const NARROW_VIEWS = ['month', 'week', 'agenda'] as const

export const Toolbar = (props: ToolbarProps) => {
  const { titleId, title, view, isNarrow, menu, onView, onToday, onTurn, onNew } = props
  return (
    <div className="@container flex flex-none items-center gap-2 in-data-narrow:flex-wrap">
      <h3
        id={titleId}
        aria-live="polite"
        className="order-1 ml-2 min-w-0 flex-1 truncate text-xl leading-7 font-semibold tracking-display in-data-narrow:order-0 in-data-narrow:ml-1 in-data-narrow:flex-[1_1_55%] @max-3xl:ml-0 @max-3xl:text-base"
      >
        {title}
      </h3>
      <div className="flex flex-none items-center gap-0.5 in-data-narrow:order-2">
        <IconButton
          label={texts.previous[view]}
          icon={<ChevronLeft size={18} />}
          onClick={() => onTurn(-1)}
        />
        <Button size="sm" onClick={onToday}>
          {texts.today}
        </Button>
        <IconButton
          label={texts.next[view]}
          icon={<ChevronRight size={18} />}
          onClick={() => onTurn(1)}
        />
      </div>
      <span className="order-2 hidden flex-1 in-data-narrow:block" />
      <div className="order-3 flex-none">
        <ToggleGroup
          look="segments"
          label={texts.views.label}
          items={(isNarrow ? NARROW_VIEWS : VIEWS).map((one) => ({
            value: one,
            label: texts.views[one],
          }))}
          value={isNarrow && view === 'day' ? 'week' : view}
          onChange={onView}
        />
      </div>
      {isNarrow ? (
        <IconButton
          variant="primary"
          label={texts.newEvent}
          icon={<Plus size={18} />}
          onClick={onNew}
          className="order-1"
        />
      ) : (
        <Button
          variant="primary"
          size="sm"
          icon={<Plus size={15} />}
          onClick={onNew}
          className="order-3 flex-none @max-3xl:px-2"
        >
          <span className="@max-3xl:sr-only">{texts.newEvent}</span>
        </Button>
      )}
      <Menu
        align="end"
        items={menu}
        trigger={
          <IconButton
            label={texts.more}
            icon={<Ellipsis size={18} />}
            className="order-3 size-8 flex-none in-data-narrow:order-1"
          />
        }
      />
    </div>
  )
}
