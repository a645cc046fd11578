import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import { memo } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { appPathOf } from '#src/platform/apps/app-path.ts'
import { findApp, useApp, useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { useActiveId, useIsImmersed, windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { DockPreview } from './dock-preview.tsx'
import { dockItems, dockPress } from './dock-items.ts'
import type { DockItem } from './dock-items.ts'
import { useDockPreview } from './use-dock-preview.ts'
import type { Attention } from './use-dock-preview.ts'

const press = ({ path, windowId }: DockItem) => {
  const { windows: open, activeId } = windows.store.getState()
  const window = windowId === null ? undefined : open[windowId]
  const what = dockPress(window, activeId === windowId)
  if (what === 'open' || windowId === null) {
    openApp(findApp(path)?.path ?? path)
    return
  }
  if (what === 'minimize') windows.minimize(windowId)
  else windows.restore(windowId)
}

type DockButtonProps = DockItem & { isActive: boolean; attention: Attention }

const DockButton = memo(({ isActive, attention, ...item }: DockButtonProps) => {
  const app = useApp(item.path)
  return (
    <Button
      variant="plain"
      aria-label={item.title}
      aria-current={isActive ? 'true' : undefined}
      data-running={item.windowId === null ? undefined : ''}
      data-dock-item={appPathOf(item.path)}
      data-dock-window={item.windowId ?? undefined}
      {...attention}
      onClick={(event) => {
        attention.onClick(event)
        press(item)
      }}
      className="dock-item group"
    >
      <span className="dock-face">
        <AppIcon icon={app?.icon ?? { name: item.title }} />
      </span>
      <span aria-hidden="true" className="dock-label">
        {item.title}
      </span>
      <span aria-hidden="true" className={cn('dock-mark', item.windowId === null && 'opacity-0')} />
    </Button>
  )
})
DockButton.displayName = 'DockButton'

/** The open windows by id, path and title; changes only when one opens, closes or is renamed. */
const useOpenWindows = () => {
  const flat = useStore(
    windows.store,
    useShallow((state) =>
      state.order.flatMap((id) => {
        const window = state.windows[id]
        return window === undefined ? [] : [id, window.path, window.title]
      }),
    ),
  )
  return Array.from({ length: flat.length / 3 }, (_, index) => ({
    id: flat[index * 3] ?? '',
    path: flat[index * 3 + 1] ?? '',
    title: flat[index * 3 + 2] ?? '',
  }))
}

export const Dock = () => {
  const apps = useBuiltInApps()
  const activeId = useActiveId()
  const isImmersed = useIsImmersed()
  const { pinned, running } = dockItems(apps, useOpenWindows())
  const { preview, attention } = useDockPreview()
  return (
    <nav
      aria-label="Dock"
      data-dock=""
      data-compact={isImmersed ? '' : undefined}
      data-preview={preview === null ? undefined : ''}
      className="dock glass"
    >
      {pinned.map((item) => (
        <DockButton
          key={item.path}
          {...item}
          attention={attention}
          isActive={activeId !== null && activeId === item.windowId}
        />
      ))}
      {running.length > 0 && (
        <span role="separator" aria-orientation="vertical" className="dock-divider" />
      )}
      {running.map((item) => (
        <DockButton
          key={item.windowId}
          {...item}
          attention={attention}
          isActive={activeId === item.windowId}
        />
      ))}
      {preview !== null && <DockPreview key={preview.windowId} {...preview} />}
    </nav>
  )
}
