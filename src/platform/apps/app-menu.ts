import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'

type ItemsOf = (path: string) => readonly MenuItem[]

let itemsOf: ItemsOf = () => []

/** Sets what menus offer for an app, such as pinning it. The desktop fills this. */
export const setAppMenu = (byDesktop: ItemsOf): void => {
  itemsOf = byDesktop
}

/** Returns the entries about an app for the menus of icons, windows and the dock. */
export const listAppMenuItems: ItemsOf = (path) => itemsOf(path)
