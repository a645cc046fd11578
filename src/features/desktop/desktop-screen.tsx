import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { cn } from '#src/lib/cn.ts'
import { followAttention } from '#src/platform/notifications/notifications.ts'
import { setAppMenu } from '#src/platform/apps/app-menu.ts'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { WindowLayer } from '#src/platform/windows/frame/window-layer.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { BEHIND_WINDOWS } from './desktop-look.ts'
import { DESKTOP_SHORTCUTS } from './desktop-shortcuts.ts'
import { buildAppItems } from './app-menu.tsx'
import { desktop } from './desktop-store.ts'
import { Dock } from '#src/features/desktop/dock/dock.tsx'
import { DesktopMenu } from '#src/features/desktop/icons/desktop-menu.tsx'
import { IconGrid } from '#src/features/desktop/icons/icon-grid.tsx'
import { Overlays } from './overlays.tsx'
import { SnapAssist } from '#src/features/desktop/snap-assist/snap-assist.tsx'
import { StatusBar } from '#src/features/desktop/status-bar/status-bar.tsx'
import { watchForUndo } from './undo.ts'
import { useHasWidgets } from './use-has-widgets.ts'
import type { Uninstall } from '#src/features/desktop/icons/uninstall-dialog.tsx'

type DesktopScreenProps = {
  status?: ReactNode
  account?: ReactNode
  /** Decoration between the wallpaper and the icons. */
  backdrop?: ReactNode
  /** Loaded once the user shows one. */
  widgets?: ReactNode
  links?: ReactNode
  uninstall?: Uninstall
}

/** Registers keys and undo of the desktop. Rendered first, so that its keys come before those of the windows. */
const DesktopWork = () => {
  useShortcuts(DESKTOP_SHORTCUTS)
  useLayoutEffect(() => watchForUndo(), [])
  useLayoutEffect(() => setAppMenu(buildAppItems), [])
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

export const DesktopScreen = ({
  status,
  account,
  backdrop,
  widgets,
  links,
  uninstall = cannotUninstall,
}: DesktopScreenProps) => {
  const hadMenuAtPressRef = useRef(false)
  const hasWidgets = useHasWidgets()
  const ground = (
    <main
      // The same margins as in icon-layout.ts.
      className={cn(
        'absolute inset-x-0 top-8 bottom-0 overflow-auto px-10 pt-7 pb-21 max-[980px]:px-5 max-sm:top-11 max-sm:px-3 max-sm:pt-4 max-sm:pb-[calc(96px+env(safe-area-inset-bottom))] on-side:left-[calc(64px+env(safe-area-inset-left))] on-side:pt-4 on-side:pr-[calc(20px+env(safe-area-inset-right))] on-side:pb-6',
        hasWidgets && 'pr-86 max-[980px]:pr-81',
        BEHIND_WINDOWS,
      )}
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
    <div className="group/desktop fixed inset-x-0 top-0 bottom-(--keyboard,0px) isolate overflow-hidden select-none">
      <DesktopWork />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-1 bg-canvas bg-(image:--wallpaper) bg-cover bg-bottom in-data-overview:brightness-42 in-data-overview:saturate-80"
      />
      {backdrop}
      <StatusBar status={status} account={account} />
      <DesktopMenu ground={ground} />
      {hasWidgets && (
        <aside
          aria-label="Widgets"
          className={cn(
            'absolute top-8 right-9 grid max-h-[calc(100%-116px)] w-72 content-start gap-4 overflow-y-auto px-1 pt-7 pb-1 max-[980px]:right-4',
            BEHIND_WINDOWS,
          )}
        >
          {widgets}
        </aside>
      )}
      <Dock />
      <WindowLayer />
      <SnapAssist />
      <Overlays uninstall={uninstall} />
      {links}
    </div>
  )
}
