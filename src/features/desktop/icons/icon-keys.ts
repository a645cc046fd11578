import { findElementOnTop } from '#src/lib/element-on-top.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { deleteIcon } from './icon-actions.ts'
import { readDirection, findSpotTowards } from './icon-order.ts'
import { liftIconByKey, listIconsIn, dropIcon, readIconName } from './lift-icon.ts'

const act = (root: HTMLElement, event: KeyboardEvent, say: (sentence: string) => void) => {
  const icon =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-icon]') : null
  const path = icon?.dataset['icon']
  if (icon === null || path === undefined || event.defaultPrevented) return
  const { lifted } = desktop.store.getState()
  // The pointer is dragging this icon.
  if (lifted === null && icon.closest('[data-lifted]') !== null) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (liftIconByKey(event.key, { root, icon, say })) {
    event.preventDefault()
    return
  }
  const direction = readDirection(event.key)
  if (direction !== null) {
    const icons = listIconsIn(root)
    const spots = icons.map((other) => other.getBoundingClientRect())
    icons[findSpotTowards(spots, icons.indexOf(icon), direction)]?.focus()
  } else if (event.key === 'F2') desktop.startRename(path)
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    const app = findApp(path)
    if (app !== undefined) deleteIcon(app, readIconName(icon))
  } else if (event.key.toLowerCase() === 'e') desktop.startJiggling()
  else return
  event.preventDefault()
}

/** Makes windows transparent while they cover the icon that the keyboard focuses. */
const peek = (icon: Element | null) => {
  const isCovered =
    icon?.matches(':focus-visible') === true &&
    (findElementOnTop(icon)?.matches('[data-window], [data-window] *') ?? false)
  document.documentElement.toggleAttribute('data-peek', isCovered)
}

/**
 * Handles the keys of the focused icon: arrows move the focus, F2 renames, Delete deletes, E edits all icons, and Space then
 * lifts one. Passes announcements for screen readers to `say`. Returns a function that stops it.
 */
export const createIconKeys = (
  root: HTMLElement,
  say: (sentence: string) => void,
): (() => void) => {
  const leaving = new AbortController()
  root.addEventListener('keydown', (event) => act(root, event, say), { signal: leaving.signal })
  window.addEventListener('pointerdown', dropIcon, { capture: true, signal: leaving.signal })
  root.addEventListener(
    'focusin',
    ({ target }) => peek(target instanceof Element ? target.closest('[data-icon]') : null),
    { signal: leaving.signal },
  )
  root.addEventListener('focusout', () => peek(null), { signal: leaving.signal })
  peek(root.querySelector('[data-icon]:focus'))
  return () => {
    leaving.abort()
    peek(null)
  }
}
