import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** An icon that the keyboard has picked up, with the order of all shown icons now and before. */
export type LiftedIcon = { path: string; order: readonly string[]; before: readonly string[] }

/** Names the menu of the desktop itself; other menus are named by the path of an app. */
export const GROUND = 'ground'

/** The open overlays of the desktop. Icons are named by the path of their app. */
export type DesktopOverlays = {
  uninstallOf: string | null
  renameOf: string | null
  menuOf: string | null
  isJiggling: boolean
  lifted: LiftedIcon | null
  isOverviewOpen: boolean
  isLauncherOpen: boolean
}

const NOTHING_OPEN: DesktopOverlays = {
  uninstallOf: null,
  renameOf: null,
  menuOf: null,
  isJiggling: false,
  lifted: null,
  isOverviewOpen: false,
  isLauncherOpen: false,
}

/** Escape closes one thing: the uninstall question, else the rename dialog, else the menu, else jiggle mode. */
export const closeForemost = (state: DesktopOverlays): DesktopOverlays => {
  if (state.uninstallOf !== null) return { ...state, uninstallOf: null }
  if (state.renameOf !== null) return { ...state, renameOf: null }
  if (state.menuOf !== null) return { ...state, menuOf: null }
  return state.isJiggling ? { ...state, isJiggling: false, lifted: null } : state
}

/** Returns true when neither a dialog nor a menu covers the icons. */
export const isNothingOpen = ({ uninstallOf, renameOf, menuOf }: DesktopOverlays): boolean =>
  uninstallOf === null && renameOf === null && menuOf === null

const store = createStore<DesktopOverlays>(() => NOTHING_OPEN)

export const desktop = {
  store,
  openMenu: (path: string) => store.setState({ menuOf: path }),
  closeMenu: () => store.setState({ menuOf: null }),
  startRename: (path: string) => store.setState({ menuOf: null, renameOf: path }),
  endRename: () => store.setState({ renameOf: null }),
  askUninstall: (path: string) => store.setState({ menuOf: null, uninstallOf: path }),
  endUninstall: () => store.setState({ uninstallOf: null }),
  startJiggling: () => store.setState({ isJiggling: true }),
  endJiggling: () => store.setState({ isJiggling: false, lifted: null }),
  lift: (lifted: LiftedIcon | null) => store.setState({ lifted }),
  toggleOverview: () =>
    store.setState(({ isOverviewOpen }) => ({ isOverviewOpen: !isOverviewOpen })),
  closeOverview: () => store.setState({ isOverviewOpen: false }),
  toggleLauncher: () =>
    store.setState(({ isLauncherOpen }) => ({ isLauncherOpen: !isLauncherOpen })),
  closeLauncher: () => store.setState({ isLauncherOpen: false }),
  closeForemost: () => store.setState(closeForemost),
  reset: () => store.setState(NOTHING_OPEN),
}

export const useIsJiggling = (): boolean => useStore(store, (state) => state.isJiggling)
export const useLifted = () => useStore(store, (state) => state.lifted)
export const useIsOverviewOpen = (): boolean => useStore(store, (state) => state.isOverviewOpen)
export const useIsLauncherOpen = (): boolean => useStore(store, (state) => state.isLauncherOpen)
export const useMenuOf = () => useStore(store, (state) => state.menuOf)
export const useRenameOf = () => useStore(store, (state) => state.renameOf)
export const useUninstallOf = () => useStore(store, (state) => state.uninstallOf)
