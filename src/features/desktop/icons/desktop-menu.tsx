import Coins from 'lucide-react/icons/coins'
import ExternalLink from 'lucide-react/icons/external-link'
import FileSearch from 'lucide-react/icons/file-search'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import Image from 'lucide-react/icons/image'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Pencil from 'lucide-react/icons/pencil'
import Settings from 'lucide-react/icons/settings'
import Shell from 'lucide-react/icons/shell'
import SquarePen from 'lucide-react/icons/square-pen'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, type MouseEvent, type ReactElement } from 'react'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { useApp } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { useShownWidgets, widgets, WIDGETS, type Widget } from '#src/platform/apps/widgets-store.ts'
import { useIsPhone } from '#src/platform/windows/model/windows-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { ContextMenu } from '#src/ui/overlay/context-menu.tsx'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { buildPinItem, buildStoreItems } from '#src/features/desktop/app-menu.tsx'
import { arrangeGoldenRatio, arrangeWindows } from '#src/features/desktop/arrange-windows.ts'
import { GROUND, desktop, isNothingOpen, useMenuOf } from '#src/features/desktop/desktop-store.ts'
import { deleteIcon, launchApp } from './icon-actions.ts'
import { focusIcon } from './focus-icon.ts'

/** Returns the icon's app, or the ground between the icons; null for other parts, such as buttons. */
const findPlace = (target: EventTarget): string | null => {
  if (!(target instanceof Element)) return null
  const icon = target.closest<HTMLElement>('[data-icon]')
  return icon?.dataset['icon'] ?? (target.closest('button') === null ? GROUND : null)
}

const isByFinger = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'

const buildIconItems = (app: AppDefinition, label: string): MenuItem[] => [
  {
    label: 'Open',
    icon: <ExternalLink />,
    onSelect: () => launchApp(app),
  },
  {
    label: 'Rename',
    icon: <Pencil />,
    onSelect: () => desktop.startRename(app.path),
  },
  buildPinItem(app.path),
  ...buildStoreItems(app.path),
  {
    label: 'Delete',
    icon: <Trash2 />,
    isDanger: true,
    startsGroup: true,
    onSelect: () => deleteIcon(app, label),
  },
]

const WIDGET_ITEMS: Readonly<Record<Widget, { name: string; icon: ReactElement }>> = {
  balance: { name: 'balance', icon: <Coins /> },
  watchlist: { name: 'watchlist', icon: <Star /> },
  reports: { name: 'recent reports', icon: <FileSearch /> },
}

const buildWidgetItems = (shown: readonly Widget[]): MenuItem[] =>
  WIDGETS.map((widget, index) => {
    const { name, icon } = WIDGET_ITEMS[widget]
    return {
      label: `${shown.includes(widget) ? 'Hide' : 'Show'} ${name}`,
      icon,
      startsGroup: index === 0,
      onSelect: () => widgets.toggle(widget),
    }
  })

const GROUND_ITEMS: readonly MenuItem[] = [
  { label: 'All apps', icon: <LayoutGrid />, onSelect: desktop.toggleLauncher },
  {
    label: 'Arrange windows',
    icon: <Grid2x2 />,
    startsGroup: true,
    onSelect: arrangeWindows,
  },
  { label: 'Golden-ratio arrange', icon: <Shell />, onSelect: arrangeGoldenRatio },
  {
    label: 'Change wallpaper',
    icon: <Image />,
    startsGroup: true,
    onSelect: () => void openApp(PRODUCT_APPS.theme.path),
  },
  { label: 'Edit icons', icon: <SquarePen />, onSelect: desktop.startJiggling },
  {
    label: 'Settings',
    icon: <Settings />,
    onSelect: () => void openApp(PRODUCT_APPS.settings.path),
  },
]

/** The menu of a right-clicked icon or of the ground between icons. `ground` must pass on props and ref. */
export const DesktopMenu = ({ ground }: { ground: ReactElement }) => {
  const place = useMenuOf()
  const app = useApp(place ?? '')
  const { names } = useDesktopIcons()
  const askedForRef = useRef<string | null>(null)
  const pressedRef = useRef<string | null>(null)
  const openedForRef = useRef<string | null>(null)
  const isGround = place === GROUND
  const label = isGround ? 'Desktop' : ((place === null ? undefined : names[place]) ?? app?.title)
  const shownWidgets = useShownWidgets()
  const isPhone = useIsPhone()
  const groundItems = isPhone ? GROUND_ITEMS : [...GROUND_ITEMS, ...buildWidgetItems(shownWidgets)]
  const items = isGround ? groundItems : app === undefined ? [] : buildIconItems(app, label ?? '')
  return (
    <ContextMenu
      trigger={ground}
      triggerProps={{
        onPointerDownCapture: (event) => {
          pressedRef.current = findPlace(event.target)
        },
        onContextMenuCapture: (event) => {
          if (findPlace(event.target) === null) event.stopPropagation()
        },
        onContextMenu: (event) => {
          if (isByFinger(event)) event.preventDefault()
          else askedForRef.current = findPlace(event.target)
        },
      }}
      isOpen={place !== null && items.length > 0}
      onOpenChange={(isOpen) => {
        // Radix also opens it after a long press, which on an icon starts jiggle mode instead.
        const asked = askedForRef.current ?? (pressedRef.current === GROUND ? GROUND : null)
        if (!isOpen) desktop.closeMenu()
        else if (asked !== null) {
          openedForRef.current = asked
          desktop.openMenu(asked)
        }
        askedForRef.current = null
      }}
      label={label ?? ''}
      items={items}
      onClosed={() => {
        const opener = openedForRef.current
        if (opener !== null && opener !== GROUND && isNothingOpen(desktop.store.getState()))
          focusIcon(opener)
      }}
    />
  )
}
