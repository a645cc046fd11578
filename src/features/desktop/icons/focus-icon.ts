const listIcons = (): HTMLElement[] =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-icon]'))

/** Returns the desktop icon of an app, or null if it is not shown. */
export const findIconElement = (path: string): HTMLElement | null =>
  listIcons().find((icon) => icon.dataset['icon'] === path) ?? null

/** Gets the focus of an icon that is being removed. */
let neighbor: HTMLElement | null = null

/** Returns a function that moves the focus from the icon to its neighbor, if the icon has it now. */
export const focusNextIcon = (path: string): (() => void) => {
  const icons = listIcons()
  const icon = findIconElement(path)
  const index = icon === null ? -1 : icons.indexOf(icon)
  const hadFocus = icon?.closest('li')?.contains(document.activeElement) === true
  neighbor = icons[index + 1] ?? icons[index - 1] ?? null
  return () => {
    if (hadFocus) neighbor?.focus()
  }
}

/** Focuses the icon of an app, or the neighbor of a removed one. */
export const focusIcon = (path: string): void => (findIconElement(path) ?? neighbor)?.focus()
