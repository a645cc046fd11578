import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { useStore } from 'zustand'
import { cn } from '#src/lib/cn.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import type { AppGroup } from '#src/platform/apps/app-definition.ts'
import { groupBySection } from '#src/platform/apps/app-groups.ts'
import { useAddedApps, useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import {
  arrangeIcons,
  desktopIcons,
  useDesktopIcons,
} from '#src/platform/apps/desktop-icons-store.ts'
import { useAppearance } from '#src/platform/theme/appearance-store.ts'
import { Button } from '#src/ui/form/button.tsx'
import { desktop, useIsJiggling, useLifted } from '#src/features/desktop/desktop-store.ts'
import { useHasWidgets } from '#src/features/desktop/use-has-widgets.ts'
import { createIconKeys } from './icon-keys.ts'
import { computeIconLayout, WIDGETS_PX } from './icon-layout.ts'
import { IconSection } from './icon-section.tsx'
import { keepOrder } from './icon-order.ts'

/** Groups that users add apps to fill the width. The others have eight columns where the screen allows it. */
const ADAPTIVE: ReadonlySet<AppGroup | 'other'> = new Set(['installed', 'userAgents', 'other'])

export const IconGrid = () => {
  const builtIn = useBuiltInApps()
  const added = useAddedApps()
  const icons = useDesktopIcons()
  const isJiggling = useIsJiggling()
  const rootRef = useRef<HTMLDivElement | null>(null)
  const { hasSectionTitles } = useAppearance()
  const lifted = useLifted()
  const screen = useStore(windows.store, (state) => state.screen)
  const [said, say] = useState('')
  const sections = useMemo(() => {
    const order = lifted?.order ?? icons.order
    return groupBySection(arrangeIcons([...builtIn, ...added], { ...icons, order }))
  }, [builtIn, added, icons, lifted])
  const layout = computeIconLayout(
    sections.map(({ key, apps }) => ({ count: apps.length, isAdaptive: ADAPTIVE.has(key) })),
    screen,
    useHasWidgets() ? WIDGETS_PX : 0,
  )
  const reorder = (section: readonly string[]) => {
    const shown = sections.flatMap(({ apps }) =>
      apps.some(({ path }) => path === section[0]) ? section : apps.map(({ path }) => path),
    )
    desktopIcons.reorder(keepOrder(shown, desktopIcons.store.getState().order))
  }
  useEffect(() => (rootRef.current === null ? undefined : createIconKeys(rootRef.current, say)), [])
  return (
    <div
      ref={rootRef}
      className={cn(
        'grid grid-cols-1 gap-7 max-sm:gap-5',
        layout.heightPx !== null &&
          'flex h-(--icons-height) flex-col flex-wrap content-start gap-x-10',
      )}
      style={
        {
          '--icon-cell': `${layout.cellPx}px`,
          '--icons-height': `${layout.heightPx ?? 0}px`,
        } as CSSProperties
      }
    >
      {sections.map(({ key, title, apps }, index) => (
        <IconSection
          key={key}
          title={title}
          hasTitle={hasSectionTitles}
          apps={apps}
          isAdaptive={ADAPTIVE.has(key)}
          size={layout.sizes[index] ?? null}
          isJiggling={isJiggling}
          onReorder={reorder}
        />
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
      {sections.length === 0 && (
        <p className="mx-auto mt-16 max-w-xs text-center text-ink-muted">
          Every icon was removed. “Reset icons” in Settings brings them back.
        </p>
      )}
      {isJiggling && (
        <div className="fixed top-10 left-1/2 z-4 flex -translate-x-1/2 items-center gap-4 rounded-full bg-surface-raised py-1.5 pr-1.5 pl-[18px] text-ui whitespace-nowrap shadow-mid ring-1 ring-line max-sm:top-auto max-sm:bottom-[calc(76px+env(safe-area-inset-bottom))] max-sm:pl-1.5">
          <span className="max-sm:sr-only">Drag icons to move them</span>
          <Button
            size="sm"
            variant="primary"
            className="rounded-full"
            onClick={desktop.endJiggling}
          >
            Done
          </Button>
        </div>
      )}
    </div>
  )
}
