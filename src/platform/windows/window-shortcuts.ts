import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { nudge, startArrowMode } from '#src/platform/windows/gestures/arrow-keys.ts'
import { isArrow, findNextZone, type Arrow } from '#src/platform/windows/model/snap.ts'
import type { WindowRecord } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const findActive = (): WindowRecord | undefined => {
  const { windows: open, activeId } = windows.store.getState()
  return activeId === null ? undefined : open[activeId]
}

const byArrow =
  (act: (window: WindowRecord, arrow: Arrow) => void) =>
  ({ key }: KeyboardEvent): void => {
    const window = findActive()
    if (window !== undefined && isArrow(key)) act(window, key)
  }

/** One undo reverts all presses that are less than this apart. */
const ONE_CHANGE_MS = 1000

let pressedAt = Number.NEGATIVE_INFINITY

const nudgeByKey = ({ isResize }: { isResize: boolean }) =>
  byArrow((window, arrow) => {
    const now = performance.now()
    nudge(window, arrow, { isResize, joins: now - pressedAt < ONE_CHANGE_MS })
    pressedAt = now
  })

const onActive = (act: (id: string) => void) => (): void => {
  const window = findActive()
  if (window !== undefined) act(window.id)
}

const snapByKey = byArrow((window, arrow) =>
  windows.snap(window.id, findNextZone(window.snap, arrow)),
)

const hasActive = () => windows.store.getState().activeId !== null
const canUndo = () => windows.store.getState().history.steps.length > 0

const arrowsWith = (modifiers: string) =>
  ['Left', 'Right', 'Up', 'Down'].map((name) => `${modifiers}+Arrow${name}`)

const shortcut = (
  keys: Shortcut['keys'],
  label: string,
  run: NonNullable<Shortcut['run']>,
  options: Partial<Shortcut> = {},
): Shortcut => ({
  keys,
  label,
  group: 'Windows',
  when: hasActive,
  run,
  ...options,
})

/** Selects the content of the focused window; the browser would select all windows. */
const selectContent = () => {
  const body = document.activeElement?.closest('[data-window]')?.querySelector('.window-body')
  if (body) document.getSelection()?.selectAllChildren(body)
}

const TYPING = { reach: 'typing' } as const

/** The keys for windows. No browser or operating system uses these combinations. */
export const WINDOW_SHORTCUTS: readonly Shortcut[] = [
  shortcut('Alt+Shift+M', 'Move or resize with the arrow keys', onActive(startArrowMode), TYPING),
  shortcut(arrowsWith('Alt+Shift'), 'Snap to a half, then a quarter', snapByKey),
  shortcut(arrowsWith('Ctrl+Alt'), 'Move', nudgeByKey({ isResize: false }), { isRepeating: true }),
  shortcut(arrowsWith('Ctrl+Alt+Shift'), 'Resize', nudgeByKey({ isResize: true }), {
    isRepeating: true,
  }),
  shortcut('Alt+PageDown', 'Next window', () => windows.cycle(1), TYPING),
  shortcut('Alt+PageUp', 'Previous window', () => windows.cycle(-1), TYPING),
  shortcut('Alt+Shift+H', 'Minimize', onActive(windows.minimize), TYPING),
  shortcut('Alt+Shift+Enter', 'Maximize or restore', onActive(windows.toggleMaximized), TYPING),
  shortcut('Alt+Shift+W', 'Close', onActive(windows.close), TYPING),
  { keys: 'Mod+A', label: 'Select all in the window', group: 'Windows', run: selectContent },
  shortcut('Mod+Z', 'Undo the last change of windows', () => void windows.undo(), {
    when: canUndo,
  }),
]
