import { arrayMove } from '@dnd-kit/sortable'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { readDirection, keepOrder, describePlace, findSpotTowards } from './icon-order.ts'

type Say = (sentence: string) => void

export const listIconsIn = (place: Element): HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>('[data-icon]'),
]

const readPath = (icon: HTMLElement) => icon.dataset['icon'] ?? ''

export const readIconName = (icon: HTMLElement): string =>
  icon.querySelector('[data-icon-label]')?.textContent ?? ''

const findSection = (icon: HTMLElement) => listIconsIn(icon.closest('ul') ?? icon)

const lift = (root: HTMLElement, icon: HTMLElement, say: Say) => {
  const order = listIconsIn(root).map(readPath)
  desktop.lift({ path: readPath(icon), order, before: order })
  const section = findSection(icon)
  const place = describePlace(section.indexOf(icon), section.length)
  say(
    `${readIconName(icon)} lifted, ${place}. Arrow keys move it, Space puts it down, Escape puts it back.`,
  )
}

/** Drops the lifted icon, if there is one, where the arrow keys have moved it. */
export const dropIcon = (): void => {
  const { lifted } = desktop.store.getState()
  if (lifted === null) return
  if (lifted.order.join() !== lifted.before.join()) {
    desktopIcons.reorder(keepOrder(lifted.order, desktopIcons.store.getState().order))
  }
  desktop.lift(null)
}

/**
 * Handles the keys that lift an icon in jiggle mode, move it by one place and drop it or put it back. Updates the store at once,
 * so that fast key presses work. Returns true if the key was handled.
 */
export const liftIconByKey = (
  key: string,
  { root, icon, say }: { root: HTMLElement; icon: HTMLElement; say: Say },
): boolean => {
  if (desktop.store.getState().lifted?.path !== readPath(icon)) dropIcon()
  const { lifted, isJiggling } = desktop.store.getState()
  const isLiftKey = key === ' ' || key === 'Enter'
  if (lifted === null) {
    if (!isJiggling || !isLiftKey) return false
    lift(root, icon, say)
    return true
  }
  const section = findSection(icon)
  const from = section.indexOf(icon)
  const direction = readDirection(key)
  if (direction !== null) {
    const to = findSpotTowards(
      section.map((one) => one.getBoundingClientRect()),
      from,
      direction,
    )
    const shown = listIconsIn(root)
    const order = arrayMove(shown, shown.indexOf(icon), shown.indexOf(section[to] ?? icon))
    desktop.lift({ ...lifted, order: order.map(readPath) })
    say(`${readIconName(icon)}, ${describePlace(to, section.length)}.`)
  } else if (isLiftKey || key === 'Tab') {
    dropIcon()
    say(`${readIconName(icon)} put down, ${describePlace(from, section.length)}.`)
  } else if (key === 'Escape') {
    desktop.lift(null)
    say(`${readIconName(icon)} is back in its place. Move canceled.`)
  }
  // Tab still moves the focus.
  return key !== 'Tab'
}
