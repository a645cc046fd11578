import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import Share2 from 'lucide-react/icons/share-2'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'

/** With `isIcon`, the row shows only the icon. */
type ResultAction = MenuItem & { isIcon?: boolean }

type ResultActionsProps = {
  /** Actions that come before the files. */
  actions?: readonly ResultAction[]
  onExport: (format: 'csv' | 'json') => void
  newLabel: string
  onNew: () => void
}

export const toShareAction = (onShare: () => void): MenuItem => ({
  label: 'Share',
  icon: <Share2 size={14} />,
  onSelect: onShare,
})

/** Shows the actions on a result as a row of buttons; in a small window the main one, and a menu of the others. */
export const ResultActions = ({ actions = [], onExport, newLabel, onNew }: ResultActionsProps) => {
  const items: readonly ResultAction[] = [
    ...actions,
    ...(['csv', 'json'] as const).map((format) => ({
      label: format.toUpperCase(),
      icon: <Download size={14} />,
      onSelect: () => onExport(format),
    })),
  ]
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      <div className="hidden @4xl:contents">
        {items.map(({ label, icon, isIcon = false, onSelect }) =>
          isIcon ? (
            <IconButton key={label} label={label} icon={icon} size="sm" onClick={onSelect} />
          ) : (
            <Button key={label} size="sm" icon={icon} onClick={onSelect}>
              {label}
            </Button>
          ),
        )}
      </div>
      <Button
        size="sm"
        variant="primary"
        className="@max-md:px-2"
        icon={<Plus size={14} className="@max-md:hidden" />}
        onClick={onNew}
      >
        {newLabel}
      </Button>
      <div className="@4xl:hidden">
        <Menu
          align="end"
          items={items}
          trigger={<IconButton label="More actions" icon={<Ellipsis size={16} />} />}
        />
      </div>
    </div>
  )
}
