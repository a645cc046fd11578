import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore } from 'zustand/vanilla'
import { randomId } from '#src/lib/random-id.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, personalTabStorage } from '#src/platform/auth/personal-storage.ts'
import type { Rect, Size } from './geometry.ts'
import { isPhone } from './geometry.ts'
import { findStep, undo, undoably } from './history.ts'
import * as placement from './placement.ts'
import type { Placement } from './placement.ts'
import { LAYOUT_KEY, emptyState, readLayout, serialiseLayout } from './saved-layout.ts'
import type { SnapZone } from './snap.ts'
import { fromBottom } from './window.ts'
import * as change from './transitions.ts'
import { nextSleeper } from './transitions.ts'
import type { UndoKind, UndoStep, WindowRecord, WindowsState } from './window.ts'
import { shownRect } from './window.ts'

type WindowsOptions = {
  /** Returns that of whoever is signed in at the time. */
  storage: () => TextStorage
  screen: Size
  newId?: () => string
}

/** `joins`: one with the last change of the same kind to the same window, as the presses of a key that is held are. */
type UndoOptions = { joins: boolean }

/** Long enough to gather the changes of one gesture, short enough to lose little in a crash. */
const SAVE_DELAY_MS = 200

const browserScreen = (): Size => ({ width: window.innerWidth, height: window.innerHeight })

/**
 * The windows of one desktop. `newId` gives ids for new windows. The layout is read from the storage at once and saved
 * after each change that is worth keeping.
 */
export const createWindows = ({ storage, screen, newId = randomId }: WindowsOptions) => {
  let hasLosses = false
  let leftOpen: ReadonlySet<string> = new Set()
  /** Of the user whose windows these are: a late save never reaches the next one. */
  let own = storage()
  const restored = (size: Size): WindowsState => {
    own = storage()
    const read = readLayout(own.get(LAYOUT_KEY))
    hasLosses = read.hasLosses
    leftOpen = new Set(read.layout.order)
    return { ...emptyState(size), ...read.layout }
  }
  const store = createStore<WindowsState>(() => restored(screen))
  const apply = (transition: (state: WindowsState) => WindowsState) => store.setState(transition)

  const applyUndoably = (
    kind: UndoKind,
    ids: readonly string[],
    transition: (state: WindowsState) => WindowsState,
    options?: UndoOptions,
  ) => apply((state) => undoably(state, transition(state), { kind, ids, ...options }))

  let arranging: ReturnType<typeof setTimeout>[] = []
  const stopArranging = () => {
    for (const timer of arranging) clearTimeout(timer)
    arranging = []
  }

  let focusAnswered = 0
  let pendingSave: ReturnType<typeof setTimeout> | undefined
  /** Writes what has changed since the last write. */
  const save = () => {
    if (pendingSave === undefined) return
    clearTimeout(pendingSave)
    pendingSave = undefined
    own.set(LAYOUT_KEY, serialiseLayout(store.getState()))
  }
  store.subscribe((now, before) => {
    if (
      now.windows === before.windows &&
      now.stacking === before.stacking &&
      now.split === before.split
    )
      return
    pendingSave ??= setTimeout(save, SAVE_DELAY_MS)
  })

  return {
    store,
    save,
    open: (request: change.OpenRequest): string => {
      const id = newId()
      apply((state) => change.openWindow(state, request, id))
      return change.findByPath(store.getState(), request.path)?.id ?? id
    },
    close: (id: string) => applyUndoably('close', [id], (state) => change.closeWindow(state, id)),
    /** Taken back at once as well. */
    closeAll: () =>
      applyUndoably('close', fromBottom(store.getState().stacking), (state) =>
        state.order.reduce(change.closeWindow, state),
      ),
    minimize: (id: string) => apply((state) => change.minimizeWindow(state, id)),
    /** Un-minimises, raises, activates and asks for the focus. */
    restore: (id: string) => apply((state) => change.restoreWindow(state, id)),
    /** Raises and activates a window that is being pressed; the press brings the focus. */
    raise: (id: string) => apply((state) => change.focusWindow(state, id, { asksFocus: false })),
    /** Goes to the next or previous window in the order of opening. */
    cycle: (step: 1 | -1) =>
      apply((state) => {
        const id = change.neighbourOf(state, step)
        return id === null ? state : change.restoreWindow(state, id)
      }),
    wake: (id: string) => apply((state) => change.wakeWindow(state, id)),
    toggleMaximized: (id: string) =>
      applyUndoably('maximize', [id], (state) => placement.toggleMaximized(state, id)),
    /** Takes over where a drag ended. */
    place: (id: string, rect: Rect, options?: UndoOptions) =>
      applyUndoably('move', [id], (state) => placement.placeWindow(state, id, rect), options),
    /** Takes over where a resize by the named edge or corner ended. */
    resize: (id: string, rect: Rect, direction: string, options?: UndoOptions) =>
      applyUndoably(
        'resize',
        [id],
        (state) => placement.resizeWindow(state, id, { rect, direction }),
        options,
      ),
    /** Fills a half or quarter of the screen; null gives the window its own place back. */
    snap: (id: string, zone: SnapZone | null) =>
      applyUndoably('snap', [id], (state) => placement.snapWindow(state, id, zone)),
    /** Moves windows into an arrangement, `staggerMs` apart; one closed meanwhile is left out. */
    arrange: (placements: readonly Placement[], staggerMs = 0) => {
      stopArranging()
      apply((state) => {
        const arranged = placements.reduce(placement.applyPlacement, state)
        const ids = placements.map(({ id }) => id)
        const { history } = undoably(state, arranged, { kind: 'arrange', ids })
        return { ...(staggerMs === 0 ? arranged : state), history }
      })
      if (staggerMs === 0) return
      placements.forEach((placed, index) => {
        const move = () => apply((state) => placement.applyPlacement(state, placed))
        if (index === 0) move()
        else arranging.push(setTimeout(move, index * staggerMs))
      })
    },
    /** Takes back one change, by default the last; gives what it was. */
    undo: (stepId?: number): UndoStep | null => {
      const step = findStep(store.getState(), stepId)
      if (step === undefined) return null
      stopArranging()
      apply((state) => undo(state, step.id))
      return step
    },
    rename: (id: string, title: string) => apply((state) => change.renameWindow(state, id, title)),
    /** Names what the window shows now, for the address bar and the next visit. */
    setPath: (id: string, path: string) => apply((state) => change.setPath(state, id, path)),
    setScreen: (size: Size) => apply((state) => change.setScreen(state, size)),
    findByPath: (path: string) => change.findByPath(store.getState(), path),
    /** Whether windows that were kept could not be read; true once. */
    takeLosses: (): boolean => {
      const had = hasLosses
      hasLosses = false
      return had
    },
    /** Whether someone has asked for the focus since the last time this was called. */
    takeFocusRequest: (): boolean => {
      const { focusRequests } = store.getState()
      const isAsked = focusRequests > focusAnswered
      focusAnswered = focusRequests
      return isAsked
    },
    /** The desktop goes out of sight: its windows are kept, and are not new to the eye when it comes back. */
    leave: () => {
      save()
      leftOpen = new Set(store.getState().order)
    },
    /** Whether the window was there when the desktop was shown, so that it is not new to the eye. */
    wasLeftOpen: (id: string): boolean => leftOpen.has(id),
    /** Forgets the windows and reads the storage again, as at page load. */
    reload: (size: Size = browserScreen()) => {
      stopArranging()
      focusAnswered = 0
      clearTimeout(pendingSave)
      pendingSave = undefined
      store.setState(restored(size), true)
      clearTimeout(pendingSave)
      pendingSave = undefined
    },
  }
}

export type Windows = ReturnType<typeof createWindows>

export const windows: Windows = createWindows({
  // Each browser tab keeps its own windows; a new one begins with those of the tab used last.
  storage: personalTabStorage,
  screen: browserScreen(),
})

onUserChange(() => {
  windows.save()
  windows.reload()
})

export const useWindowIds = (): readonly string[] => useStore(windows.store, (state) => state.order)

export const useHasWindows = (): boolean =>
  useStore(windows.store, (state) => state.order.length > 0)

export const useWindow = (id: string): WindowRecord | undefined =>
  useStore(windows.store, (state) => state.windows[id])

export const useActiveId = (): string | null => useStore(windows.store, (state) => state.activeId)

/** Where a window is drawn now; the same object while none of its four numbers changes. */
export const useShownRect = (id: string): Rect | undefined =>
  useStore(
    windows.store,
    useShallow((state) => {
      const window = state.windows[id]
      return window === undefined ? undefined : shownRect(window, state)
    }),
  )

export const useIsPhone = (): boolean => useStore(windows.store, (state) => isPhone(state.screen))

/** True while a window that can be seen waits for its body. */
export const useHasSleepers = (): boolean =>
  useStore(windows.store, (state) => nextSleeper(state) !== null)

/** Returns true while the active window is maximized. */
export const useIsImmersed = (): boolean =>
  useStore(
    windows.store,
    ({ activeId, windows: open }) => activeId !== null && open[activeId]?.isMaximized === true,
  )
