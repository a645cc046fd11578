import { clsx } from 'clsx'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { AppGroup } from '#src/platform/apps/app-definition.ts'
import { sectionsOf } from '#src/platform/apps/app-groups.ts'
import type { AppSection } from '#src/platform/apps/app-groups.ts'
import { useAddedApps, useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import {
  arrangeIcons,
  desktopIcons,
  useDesktopIcons,
} from '#src/platform/apps/desktop-icons-store.ts'
import { useAppearance } from '#src/platform/theme/appearance-store.ts'
import { Button } from '#src/ui/button.tsx'
import type { dragIcons } from './drag-icons.ts'
import type { iconKeys } from './icon-keys.ts'
import { DesktopIcon } from './desktop-icon.tsx'
import { desktop, useIsJiggling } from './desktop-store.ts'
import { keptOrder } from './icon-order.ts'
import { useGrowing } from './use-growing.ts'

/** Groups that grow with their user fill the width; the others keep eight columns where the screen allows it. */
const ADAPTIVE: ReadonlySet<AppGroup | 'other'> = new Set(['installed', 'userAgents', 'other'])

type Gestures = {
  dragIcons: typeof dragIcons
  iconKeys: typeof iconKeys
}

const fetchGestures = async (): Promise<Gestures> => {
  const [drag, keys] = await Promise.all([import('./drag-icons.ts'), import('./icon-keys.ts')])
  return { dragIcons: drag.dragIcons, iconKeys: keys.iconKeys }
}

/** The icons' keys and what makes them movable, fetched when one of them is focused or when they start to jiggle. */
const useIconGestures = (isJiggling: boolean, reorder: (section: readonly string[]) => void) => {
  const rootRef = useRef<HTMLDivElement | null>(null)
  const reorderRef = useRef(reorder)
  /** Pressed while the code was on its way. */
  const missedRef = useRef<globalThis.KeyboardEvent[]>([])
  const [gestures, setGestures] = useState<Gestures | null>(null)
  const [isAttended, setIsAttended] = useState(false)
  const [said, setSaid] = useState('')
  const isWanted = isJiggling || isAttended
  useEffect(() => {
    reorderRef.current = reorder
  })

  useEffect(() => {
    if (!isWanted) return
    fetchGestures().then(setGestures, () => setSaid('Moving icons needs a connection.'))
  }, [isWanted])

  useEffect(() => {
    const root = rootRef.current
    return root === null ? undefined : gestures?.iconKeys(root, missedRef.current.splice(0))
  }, [gestures])

  useEffect(() => {
    const root = rootRef.current
    if (root === null || !isJiggling) return undefined
    return gestures?.dragIcons({
      root,
      held: desktop.takeHeld(),
      scroller: root.closest<HTMLElement>('.desktop-ground'),
      onReorder: (paths) => reorderRef.current(paths),
      say: setSaid,
    })
  }, [gestures, isJiggling])

  const wake = () => setIsAttended(true)
  return {
    rootRef,
    said,
    watch: {
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) wake()
      },
      onKeyDown: ({ nativeEvent }: KeyboardEvent) => {
        if (gestures === null) missedRef.current.push(nativeEvent)
        wake()
      },
    },
  }
}

/** The first so many icons in the sections they belong to. */
const firstOf = <App,>(sections: readonly AppSection<App>[], count: number): AppSection<App>[] => {
  let left = count
  return sections.flatMap((section) => {
    const apps = section.apps.slice(0, left)
    left -= apps.length
    return apps.length === 0 ? [] : [{ ...section, apps }]
  })
}

/** The icons in their sections, under the user's names, in the user's order. */
export const IconGrid = ({ letsWindowsFirst }: { letsWindowsFirst: boolean }) => {
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
  const { rootRef, said, watch } = useIconGestures(isJiggling, reorder)
  const total = sections.reduce((sum, { apps }) => sum + apps.length, 0)
  const shownCount = useGrowing(total, letsWindowsFirst)
  const id = useId()
  return (
    <div ref={rootRef} {...watch} className="icon-sections">
      {firstOf(sections, shownCount).map(({ key, title, apps }) => (
        <section key={key} aria-labelledby={`${id}-${key}`}>
          <h2 id={`${id}-${key}`} className={hasSectionTitles ? 'icon-section-title' : 'sr-only'}>
            {title}
          </h2>
          <ul
            className={clsx(
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
}
