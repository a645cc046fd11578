import { cn } from '#src/lib/cn.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AppGroup } from '#src/platform/apps/app-definition.ts'
import { sectionsOf } from '#src/platform/apps/app-groups.ts'
import { useAddedApps, useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import {
  arrangeIcons,
  desktopIcons,
  useDesktopIcons,
} from '#src/platform/apps/desktop-icons-store.ts'
import { useAppearance } from '#src/platform/theme/appearance-store.ts'
import { Button } from '#src/ui/form/button.tsx'
import { DesktopIcon } from './desktop-icon.tsx'
import { desktop, useIsJiggling } from '#src/features/desktop/desktop-store.ts'
import { dragIcons } from './drag-icons.ts'
import { iconKeys } from './icon-keys.ts'
import { IconMenu } from './icon-menu.tsx'
import { keptOrder } from './icon-order.ts'

/** Groups that grow with their user fill the width; the others keep eight columns where the screen allows it. */
const ADAPTIVE: ReadonlySet<AppGroup | 'other'> = new Set(['installed', 'userAgents', 'other'])

/** Connects the icons' keys, and their drags while they jiggle. */
const useIconGestures = (isJiggling: boolean, reorder: (section: readonly string[]) => void) => {
  const rootRef = useRef<HTMLDivElement | null>(null)
  const reorderRef = useRef(reorder)
  const [said, setSaid] = useState('')
  useEffect(() => {
    reorderRef.current = reorder
  })

  useEffect(() => (rootRef.current === null ? undefined : iconKeys(rootRef.current)), [])

  useEffect(() => {
    const root = rootRef.current
    if (root === null || !isJiggling) return undefined
    return dragIcons({
      root,
      held: desktop.takeHeld(),
      scroller: root.closest<HTMLElement>('.desktop-ground'),
      onReorder: (paths) => reorderRef.current(paths),
      say: setSaid,
    })
  }, [isJiggling])

  return { rootRef, said }
}

/** The icons in their sections, under the user's names, in the user's order. */
export const IconGrid = () => {
  const builtIn = useBuiltInApps()
  const added = useAddedApps()
  const icons = useDesktopIcons()
  const isJiggling = useIsJiggling()
  const { hasSectionTitles } = useAppearance()
  const sections = useMemo(
    () => sectionsOf(arrangeIcons([...builtIn, ...added], icons)),
    [builtIn, added, icons],
  )
  const reorder = (section: readonly string[]) => {
    const shown = sections.flatMap(({ apps }) =>
      apps.some(({ path }) => path === section[0]) ? section : apps.map(({ path }) => path),
    )
    flushSync(() => desktopIcons.reorder(keptOrder(shown, desktopIcons.store.getState().order)))
  }
  const { rootRef, said } = useIconGestures(isJiggling, reorder)
  const id = useId()
  const grid = (
    <div ref={rootRef} className="icon-sections">
      {sections.map(({ key, title, apps }) => (
        <section key={key} aria-labelledby={`${id}-${key}`}>
          <h2 id={`${id}-${key}`} className={hasSectionTitles ? 'icon-section-title' : 'sr-only'}>
            {title}
          </h2>
          <ul
            className={cn(
              'icon-grid',
              ADAPTIVE.has(key) ? 'icon-grid-adaptive' : 'icon-grid-fixed',
            )}
          >
            {apps.map((app) => (
              <DesktopIcon key={app.path} app={app} label={app.label} isJiggling={isJiggling} />
            ))}
          </ul>
        </section>
      ))}
      {sections.length === 0 && (
        <p className="mx-auto mt-16 max-w-xs text-center text-ink-muted">
          Every icon was removed. “Reset icons” in Settings brings them back.
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {isJiggling && (
        <div className="jiggle-bar">
          <span className="max-sm:sr-only">Drag icons to move them</span>
          <Button size="sm" variant="primary" onClick={desktop.endJiggling}>
            Done
          </Button>
        </div>
      )}
    </div>
  )
  return <IconMenu grid={grid} />
}
