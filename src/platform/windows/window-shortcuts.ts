import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { nudge, startArrowMode } from '#src/platform/windows/gestures/arrow-keys.ts'
import { isArrow, findNextZone } from '#src/platform/windows/model/snap.ts'
import type { Arrow } from '#src/platform/windows/model/snap.ts'
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

/** Presses within this time are undone together. */
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

const COMMANDS = {
  snap: byArrow((window, arrow) => windows.snap(window.id, findNextZone(window.snap, arrow))),
  move: nudgeByKey({ isResize: false }),
  resize: nudgeByKey({ isResize: true }),
  arrows: onActive(startArrowMode),
  next: () => windows.cycle(1),
  previous: () => windows.cycle(-1),
  minimize: onActive(windows.minimize),
  maximize: onActive(windows.toggleMaximized),
  close: onActive(windows.close),
  undo: () => void windows.undo(),
}

type Command = keyof typeof COMMANDS

const hasActive = () => windows.store.getState().activeId !== null
const canUndo = () => windows.store.getState().history.steps.length > 0

const arrowsWith = (modifiers: string) =>
  ['Left', 'Right', 'Up', 'Down'].map((name) => `${modifiers}+Arrow${name}`)

const shortcut = (
  keys: Shortcut['keys'],
  command: Command,
  label: string,
  options: Partial<Shortcut> = {},
): Shortcut => ({
  keys,
  label,
  group: 'Windows',
  when: hasActive,
  run: COMMANDS[command],
  ...options,
})

/** Selects the content of the focused window; the browser would select all windows. */
const selectContent = () => {
  const body = document.activeElement?.closest('[data-window]')?.querySelector('.window-body')
  if (body) document.getSelection()?.selectAllChildren(body)
}

/** The keys for windows. Browsers and systems leave these combinations to the page. */
export const WINDOW_SHORTCUTS: readonly Shortcut[] = [
  shortcut('Alt+Shift+M', 'arrows', 'Move or resize with the arrow keys', { reach: 'typing' }),
  shortcut(arrowsWith('Alt+Shift'), 'snap', 'Snap to a half, then a quarter'),
  shortcut(arrowsWith('Ctrl+Alt'), 'move', 'Move', { isRepeating: true }),
  shortcut(arrowsWith('Ctrl+Alt+Shift'), 'resize', 'Resize', { isRepeating: true }),
  shortcut('Alt+PageDown', 'next', 'Next window', { reach: 'typing' }),
  shortcut('Alt+PageUp', 'previous', 'Previous window', { reach: 'typing' }),
  shortcut('Alt+Shift+H', 'minimize', 'Minimize', { reach: 'typing' }),
  shortcut('Alt+Shift+Enter', 'maximize', 'Maximize or restore', { reach: 'typing' }),
  shortcut('Alt+Shift+W', 'close', 'Close', { reach: 'typing' }),
  { keys: 'Mod+A', label: 'Select all in the window', group: 'Windows', run: selectContent },
  shortcut('Mod+Z', 'undo', 'Undo the last change of windows', { when: canUndo }),
]
