/** The icon of an app on the desktop, or null when it is not there. */
export const iconElement = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-icon="${CSS.escape(path)}"]`)

export const focusIcon = (path: string): void => iconElement(path)?.focus()
