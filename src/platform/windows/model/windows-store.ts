import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { StoreApi } from 'zustand/vanilla'
import { createRandomId } from '#src/lib/random-id.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, getPersonalTabStorage } from '#src/platform/auth/personal-storage.ts'
import { isPhone, type Rect, type Size } from './geometry.ts'
import { findStep, undo, recordUndo } from './history.ts'
import * as placement from './placement.ts'
import type { Placement } from './placement.ts'
import { createLayoutStore } from './layout-store.ts'
import type { SnapZone } from './snap.ts'
import { listFromBottom } from './window.ts'
import * as change from './transitions.ts'
import { findNextWaiting } from './transitions.ts'
import type { UndoKind, UndoStep, WindowRecord, WindowsState } from './window.ts'
import { computeShownRect } from './window.ts'

type WindowsOptions = {
  /** Returns the storage of the user who is signed in when it is called. */
  storage: () => TextStorage
  screen: Size
  newId?: () => string
}

/** With `joins`, one undo reverts this and the last change of the same kind to the same window, as for a held key. */
type UndoOptions = { joins: boolean }

const browserScreen = (): Size => ({ width: window.innerWidth, height: window.innerHeight })

type Transition = (state: WindowsState) => WindowsState

const createApply = (store: StoreApi<WindowsState>) => ({
  apply: (transition: Transition): void => store.setState(transition),
  applyUndoably: (
    kind: UndoKind,
    ids: readonly string[],
    transition: Transition,
    options?: UndoOptions,
  ): void =>
    store.setState((state) => recordUndo(state, transition(state), { kind, ids, ...options })),
})

type Apply = ReturnType<typeof createApply>

/** Places windows and undoes changes. An arrangement moves window after window. */
const createPlacing = (store: StoreApi<WindowsState>, { apply, applyUndoably }: Apply) => {
  let arranging: ReturnType<typeof setTimeout>[] = []
  const stopArranging = () => {
    for (const timer of arranging) clearTimeout(timer)
    arranging = []
  }

  return {
    stopArranging,
    toggleMaximized: (id: string) =>
      applyUndoably('maximize', [id], (state) => placement.toggleMaximized(state, id)),
    /** Stores the place where a drag ended. */
    place: (id: string, rect: Rect, options?: UndoOptions) =>
      applyUndoably('move', [id], (state) => placement.placeWindow(state, id, rect), options),
    /** Stores the place where a resize by the named edge or corner ended. */
    resize: (id: string, rect: Rect, direction: string, options?: UndoOptions) =>
      applyUndoably(
        'resize',
        [id],
        (state) => placement.resizeWindow(state, id, { rect, direction }),
        options,
      ),
    /** Fills a half or quarter of the screen. Null restores the window's own place. */
    snap: (id: string, zone: SnapZone | null) =>
      applyUndoably('snap', [id], (state) => placement.snapWindow(state, id, zone)),
    /** Moves windows into an arrangement, one every `staggerMs`. Skips windows that were closed meanwhile. */
    arrange: (placements: readonly Placement[], staggerMs = 0) => {
      stopArranging()
      apply((state) => {
        const arranged = placements.reduce(placement.applyPlacement, state)
        const ids = placements.map(({ id }) => id)
        const { history } = recordUndo(state, arranged, { kind: 'arrange', ids })
        return { ...(staggerMs === 0 ? arranged : state), history }
      })
      if (staggerMs === 0) return
      placements.forEach((placed, index) => {
        const move = () => apply((state) => placement.applyPlacement(state, placed))
        if (index === 0) move()
        else arranging.push(setTimeout(move, index * staggerMs))
      })
    },
    /** Undoes one change, by default the last. Returns that change. */
    undo: (stepId?: number): UndoStep | null => {
      const step = findStep(store.getState(), stepId)
      if (step === undefined) return null
      stopArranging()
      apply((state) => undo(state, step.id))
      return step
    },
  }
}

/**
 * Creates the windows of one desktop. `newId` returns ids for new windows. Reads the saved layout at once, and saves each
 * change of it a moment later.
 */
export const createWindows = ({ storage, screen, newId = createRandomId }: WindowsOptions) => {
  const { store, replace, reload, ...layout } = createLayoutStore({ storage, screen })
  const { apply, applyUndoably } = createApply(store)
  const { stopArranging, ...placing } = createPlacing(store, { apply, applyUndoably })
  let hasStep = false
  let isAdopted = false
  let focusAnswered = 0

  return {
    store,
    ...layout,
    ...placing,
    /** Opens a path, or restores the window that shows it. Returns the window's id. */
    open: (request: change.OpenRequest): string => {
      const id = newId()
      apply((state) => change.openWindow(state, request, id))
      return change.findByPath(store.getState(), request.path)?.id ?? id
    },
    close: (id: string) => applyUndoably('close', [id], (state) => change.closeWindow(state, id)),
    /** Closes all windows. One undo reopens them. */
    closeAll: () =>
      applyUndoably('close', listFromBottom(store.getState().stacking), (state) =>
        state.order.reduce(change.closeWindow, state),
      ),
    minimize: (id: string) => apply((state) => change.minimizeWindow(state, id)),
    /** Restores, raises and activates a window, and requests the focus. */
    restore: (id: string) => apply((state) => change.restoreWindow(state, id)),
    /** Raises and activates a window that is being pressed; the press brings the focus. */
    raise: (id: string) => apply((state) => change.focusWindow(state, id, { asksFocus: false })),
    /** Goes to the next or previous window in the order of opening. */
    cycle: (step: 1 | -1) =>
      apply((state) => {
        const id = change.findNeighbor(state, step)
        return id === null ? state : change.restoreWindow(state, id)
      }),
    wake: (id: string) => apply((state) => change.wakeWindow(state, id)),
    rename: (id: string, title: string) => apply((state) => change.renameWindow(state, id, title)),
    /** Stores what the window shows now, for the address bar and the next visit. With `isStep`, Back undoes the change. */
    setPath: (id: string, path: string, { isStep = false }: { isStep?: boolean } = {}) => {
      hasStep ||= isStep
      apply((state) => change.setPath(state, id, path))
    },
    /** Returns whether a path changed since the last call in a way that Back should undo. */
    takeStep: (): boolean => {
      const was = hasStep
      hasStep = false
      return was
    },
    setScreen: (size: Size) => apply((state) => change.setScreen(state, size)),
    findByPath: (path: string) => change.findByPath(store.getState(), path),
    /** Replaces these windows by those of another browser, all asleep. */
    adopt: (saved: unknown) => {
      stopArranging()
      isAdopted = true
      focusAnswered = 0
      replace(saved)
    },
    /** Returns true once after `adopt`: the address bar still names the earlier windows. */
    takeAdopted: (): boolean => {
      const was = isAdopted
      isAdopted = false
      return was
    },
    /** Returns whether the focus was requested since the last call. */
    takeFocusRequest: (): boolean => {
      const { focusRequests } = store.getState()
      const isAsked = focusRequests > focusAnswered
      focusAnswered = focusRequests
      return isAsked
    },
    /** Forgets the windows and reads the storage again, as at page load. */
    reload: (size: Size = browserScreen()) => {
      stopArranging()
      focusAnswered = 0
      reload(size)
    },
  }
}

export type Windows = ReturnType<typeof createWindows>

export const windows: Windows = createWindows({
  storage: getPersonalTabStorage,
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

/** Returns where a window is drawn now. The object changes only with its numbers. */
export const useShownRect = (id: string): Rect | undefined =>
  useStore(
    windows.store,
    useShallow((state) => {
      const window = state.windows[id]
      return window === undefined ? undefined : computeShownRect(window, state)
    }),
  )

export const useIsPhone = (): boolean => useStore(windows.store, (state) => isPhone(state.screen))

/** Returns true while a visible window waits for its body. */
export const useHasWaitingWindows = (): boolean =>
  useStore(windows.store, (state) => findNextWaiting(state) !== null)

/** Returns true while the active window is maximized. */
export const useIsImmersed = (): boolean =>
  useStore(
    windows.store,
    ({ activeId, windows: open }) => activeId !== null && open[activeId]?.isMaximized === true,
  )
