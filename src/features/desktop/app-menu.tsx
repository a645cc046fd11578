import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Store from 'lucide-react/icons/store'
import Trash2 from 'lucide-react/icons/trash-2'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { dockPins, isPinned } from '#src/platform/apps/dock-pins-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'
import { desktop } from './desktop-store.ts'

const linkToStore = (id: string): string =>
  `${PRODUCT_APPS.appStore.path}?${new URLSearchParams({ app: id }).toString()}`

/** Returns the item that pins an app to the dock or unpins it. */
export const buildPinItem = (path: string): MenuItem =>
  isPinned(path)
    ? {
        label: 'Unpin from dock',
        icon: <PinOff size={15} />,
        onSelect: () => dockPins.unpin(path),
      }
    : {
        label: 'Pin to dock',
        icon: <Pin size={15} />,
        onSelect: () => dockPins.pin(path),
      }

/** Returns the item that opens an installed app's page in the store; empty for other apps. */
export const buildStoreItems = (path: string): MenuItem[] => {
  const app = findApp(path)
  return app?.group === 'installed'
    ? [
        {
          label: 'Show in App Store',
          icon: <Store size={15} />,
          onSelect: () => void openApp(linkToStore(app.id)),
        },
      ]
    : []
}

/** Returns the items about an app for the menus of windows, the dock and the launcher. */
export const buildAppItems = (path: string): MenuItem[] => {
  const app = findApp(path)
  if (app === undefined) return []
  return [
    buildPinItem(app.path),
    ...buildStoreItems(app.path),
    ...(app.group === 'installed'
      ? [
          {
            label: 'Uninstall…',
            icon: <Trash2 size={15} />,
            isDanger: true,
            onSelect: () => desktop.askUninstall(app.path),
          },
        ]
      : []),
  ]
}
