import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { showLoadFailure } from '#src/ui/feedback/load-failure-toast.ts'
import type { COMMANDS } from './window-commands.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

type Command = keyof typeof COMMANDS

const hasActive = () => windows.store.getState().activeId !== null
const canUndo = () => windows.store.getState().history.steps.length > 0

const arrowsWith = (modifiers: string) =>
  ['Left', 'Right', 'Up', 'Down'].map((name) => `${modifiers}+Arrow${name}`)

/** The commands are fetched by the first of their keys. */
const runCommand = async (command: Command, event: KeyboardEvent) => {
  const commands = (await import('./window-commands.ts')).COMMANDS
  commands[command](event)
}

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
  run: (event) => void runCommand(command, event).catch(showLoadFailure),
  ...options,
})

/** Selects what the focused window shows; the browser would select the text of all windows. */
const selectContent = () => {
  const body = document.activeElement?.closest('[data-window]')?.querySelector('.window-body')
  if (body) document.getSelection()?.selectAllChildren(body)
}

/** Combinations that browsers and systems leave to the page. */
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
