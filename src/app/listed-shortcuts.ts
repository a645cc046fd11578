import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'

/** Keys that elements listen to by themselves; the sheet of shortcuts shows them with the others. */
export const LISTED_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['ArrowUp', 'ArrowDown'], label: 'Previous, next result', group: 'In the search' },
  { keys: ['Home', 'End'], label: 'First, last result', group: 'In the search' },
  { keys: 'Enter', label: 'Open or do it', group: 'In the search' },
  { keys: 'Escape', label: 'Close what lies on top', group: 'Everywhere' },
  { keys: 'Tab', label: 'Go to the next control', group: 'Everywhere' },
  { keys: 'Escape', label: 'Put a window back while dragging it', group: 'Desktop' },
  {
    keys: ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'],
    label: 'Go to another icon',
    group: 'Icons',
  },
  { keys: 'F2', label: 'Rename', group: 'Icons' },
  { keys: 'Delete', label: 'Delete', group: 'Icons' },
  { keys: 'Shift+F10', label: 'Open the menu', group: 'Icons' },
  { keys: 'E', label: 'Edit icons: move and delete', group: 'Icons' },
  { keys: ' ', label: 'Lift an icon, put it down', group: 'Icons' },
]
