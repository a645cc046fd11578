import type { MenuItem } from '#src/ui/overlay/menu-items.tsx'

type ListItems = (path: string) => readonly MenuItem[]

let listItems: ListItems = () => []

/** Sets the function that lists menu items about an app, such as pinning it. The desktop calls it. */
export const setAppMenu = (list: ListItems): void => {
  listItems = list
}

/** Returns the items about an app for the menus of icons, windows and the dock. */
export const listAppMenuItems: ListItems = (path) => listItems(path)
