/** The icon of an app on the desktop, or null when it is not there. */
export const iconElement = (path: string): HTMLElement | null =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-icon]')).find(
    (icon) => icon.dataset['icon'] === path,
  ) ?? null

export const focusIcon = (path: string): void => iconElement(path)?.focus()
