import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { isModalOpen } from '#src/ui/overlay/open-modals.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { desktop } from './desktop-store.ts'
import { switchWindow } from '#src/features/desktop/overview/switcher-store.ts'
import { isIconChangeLast, undoLast } from './undo.ts'

const GROUP = 'Windows'

const canToggleOverview = () => desktop.store.getState().isOverviewOpen || !isModalOpen()

const hasWindows = () => windows.store.getState().order.length > 0

/** The keys for the desktop, registered before those for windows. No browser or operating system uses them. */
export const DESKTOP_SHORTCUTS: readonly Shortcut[] = [
  {
    keys: 'Mod+Z',
    label: 'Undo the last change of icons',
    group: 'Desktop',
    when: isIconChangeLast,
    run: undoLast,
  },
  {
    keys: 'Alt+O',
    label: 'Overview of all windows',
    group: GROUP,
    // The overview is a modal itself, and the keys that opened it close it again.
    reach: 'everywhere',
    when: canToggleOverview,
    run: desktop.toggleOverview,
  },
  {
    keys: ['Alt+`', 'Alt+Q'],
    label: 'Switch windows: hold Alt and press again',
    group: GROUP,
    reach: 'typing',
    when: hasWindows,
    isRepeating: true,
    run: () => switchWindow(1),
  },
  {
    keys: ['Alt+Shift+`', 'Alt+Shift+Q'],
    label: 'Switch windows backwards',
    group: GROUP,
    reach: 'typing',
    when: hasWindows,
    isRepeating: true,
    run: () => switchWindow(-1),
  },
]
