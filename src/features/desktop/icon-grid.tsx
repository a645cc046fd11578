import { clsx } from 'clsx'
import { useId, useMemo } from 'react'
import type { AppGroup } from '#src/platform/apps/app-definition.ts'
import { sectionsOf } from '#src/platform/apps/app-groups.ts'
import { useAddedApps, useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import { arrangeIcons, useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { useAppearance } from '#src/platform/theme/appearance-store.ts'
import { DesktopIcon } from './desktop-icon.tsx'
import { useIsJiggling } from './desktop-store.ts'

/** Groups that grow with their user fill the width; the others keep eight columns where the screen allows it. */
const ADAPTIVE: ReadonlySet<AppGroup | 'other'> = new Set(['installed', 'userAgents', 'other'])

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
  const id = useId()
  return (
    <div className="icon-sections">
      {sections.map(({ key, title, apps }) => (
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
    </div>
  )
}
