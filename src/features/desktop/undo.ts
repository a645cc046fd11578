import { combineStops } from '#src/lib/combine-stops.ts'
import { desktopIcons, type DesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { dismissToast, showToast } from '#src/ui/toast/toast-store.ts'

/** No user undoes more changes one by one. */
const MAX_CHANGES = 50

/** The icons before a change, and the number of window changes before it. */
type IconChange = { before: DesktopIcons; windowChanges: number }

let iconChanges: readonly IconChange[] = []
/** True during an undo and while another tab's changes are read, which cannot be undone. */
let isRecordingPaused = false

let iconOffer: { toastId: number; path: string } | null = null

const withoutRecording = (act: () => void) => {
  isRecordingPaused = true
  try {
    act()
  } finally {
    isRecordingPaused = false
  }
}

const windowChanges = () => windows.store.getState().history.taken

/** Returns true if the last change that can be undone is one of icons, not of windows. */
export const isIconChangeLast = (): boolean => {
  const last = iconChanges.at(-1)
  if (last === undefined) return false
  return (
    last.windowChanges === windowChanges() || windows.store.getState().history.steps.length === 0
  )
}

const undoIconChange = () => {
  const last = iconChanges.at(-1)
  if (last === undefined) return
  iconChanges = iconChanges.slice(0, -1)
  withoutRecording(() => desktopIcons.restore(last.before))
}

/** Undoes the last change of icons or windows. Shows a toast if there is none. */
export const undoLast = (): void => {
  if (isIconChangeLast()) undoIconChange()
  else if (windows.undo() === null) showToast({ title: 'Nothing to undo' })
}

/** Restores one removed icon, even after other changes. */
const bringIconBack = (path: string): void => {
  const { removed } = desktopIcons.store.getState()
  if (removed.at(-1) === path && isIconChangeLast()) undoIconChange()
  else desktopIcons.bringBack(path)
}

export const offerIconBack = (path: string, label: string): void => {
  const toastId = showToast({
    title: `${label} removed from the desktop`,
    action: { label: 'Undo', onSelect: () => bringIconBack(path) },
  })
  iconOffer = { toastId, path }
}

/** Dismisses the offer once the icon is back, also by other means. */
const withdrawIconOffer = ({ removed }: DesktopIcons) => {
  if (iconOffer === null || removed.includes(iconOffer.path)) return
  dismissToast(iconOffer.toastId)
  iconOffer = null
}

/** Records the changes of icons that can be undone. Returns the function that stops it. */
export const watchForUndo = (): (() => void) => {
  const stopIcons = desktopIcons.store.subscribe((now, before) => {
    withdrawIconOffer(now)
    if (isRecordingPaused) return
    iconChanges = [...iconChanges, { before, windowChanges: windowChanges() }].slice(-MAX_CHANGES)
  })
  const stopTabs = desktopIcons.watchOtherTabs((reload) =>
    withoutRecording(() => {
      iconChanges = []
      reload()
    }),
  )
  return combineStops(stopIcons, stopTabs, () => {
    iconChanges = []
  })
}
