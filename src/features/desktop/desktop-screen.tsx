import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { followAttention } from '#src/platform/notifications/notifications.ts'
import { setAppMenu } from '#src/platform/apps/app-menu.ts'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { WindowLayer } from '#src/platform/windows/frame/window-layer.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { DESKTOP_SHORTCUTS } from './desktop-shortcuts.ts'
import { appItems } from './app-menu.tsx'
import { desktop } from './desktop-store.ts'
import { Dock } from '#src/features/desktop/dock/dock.tsx'
import { DesktopMenu } from '#src/features/desktop/icons/desktop-menu.tsx'
import { IconGrid } from '#src/features/desktop/icons/icon-grid.tsx'
import { Overlays } from './overlays.tsx'
import { SnapAssist } from '#src/features/desktop/snap-assist/snap-assist.tsx'
import { StatusBar } from '#src/features/desktop/status-bar/status-bar.tsx'
import { watchForUndo } from './undo.ts'
import type { Uninstall } from '#src/features/desktop/icons/uninstall-dialog.tsx'
import './desktop.css'

type DesktopScreenProps = {
  brand: string
  networkName: string
  battery: ReactNode
  status?: ReactNode
  account?: ReactNode
  /** Decoration between the wallpaper and the icons. */
  backdrop?: ReactNode
  /** Joins the windows to the address bar. */
  links?: ReactNode
  uninstall?: Uninstall
}

/** Keys and undo of the whole desktop. Rendered first, so that its keys come before those of the windows. */
const DesktopWork = () => {
  useShortcuts(DESKTOP_SHORTCUTS)
  useLayoutEffect(() => watchForUndo(), [])
  useLayoutEffect(() => setAppMenu(appItems), [])
  useEffect(() => followAttention(), [])
  useEffect(() => {
    if (!windows.takeLosses()) return
    showToast({
      title: 'We couldn’t restore some windows',
      description: 'The saved layout was damaged. Everything else was restored.',
    })
  }, [])
  return null
}

const cannotUninstall: Uninstall = () => Promise.resolve(false)

/** The whole desktop: wallpaper, icons, windows, dock and status bar. */
export const DesktopScreen = ({
  brand,
  networkName,
  battery,
  status,
  account,
  backdrop,
  links,
  uninstall = cannotUninstall,
}: DesktopScreenProps) => {
  const hadMenuAtPressRef = useRef(false)
  const ground = (
    <main
      className="desktop-ground"
      onPointerDownCapture={() => {
        hadMenuAtPressRef.current = desktop.store.getState().menuOf !== null
      }}
      onClick={(event) => {
        const onlyClosedMenu = hadMenuAtPressRef.current
        hadMenuAtPressRef.current = false
        const { currentTarget, target } = event
        // React also reports clicks in the icon menu, whose element is outside.
        if (onlyClosedMenu || !(target instanceof Element) || !currentTarget.contains(target)) {
          return
        }
        if (target.closest('button') === null) desktop.endJiggling()
      }}
    >
      <h1 className="sr-only">Desktop</h1>
      <IconGrid />
    </main>
  )
  return (
    <div className="desktop">
      <DesktopWork />
      <div aria-hidden="true" className="wallpaper" />
      {backdrop}
      <StatusBar
        brand={brand}
        networkName={networkName}
        battery={battery}
        status={status}
        account={account}
      />
      <DesktopMenu ground={ground} />
      <Dock />
      <WindowLayer />
      <SnapAssist />
      <Overlays uninstall={uninstall} />
      {links}
    </div>
  )
}
