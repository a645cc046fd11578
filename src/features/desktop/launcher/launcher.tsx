import { useMemo, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { useAddedApps, useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import { useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { cn } from '#src/lib/cn.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { readDirection, findSpotTowards } from '#src/features/desktop/icons/icon-order.ts'
import { launchApp } from '#src/features/desktop/icons/icon-actions.ts'
import { listLauncherSections, type LauncherApp } from './launcher-apps.ts'

/** A tile and its gap. All sections have the same columns. */
const TILE_PX = 94
/** Characters of a title that fit into the width of one tile. */
const TITLE_CHARACTERS = 14

const countColumns = (title: string, apps: number): number =>
  Math.max(apps, Math.ceil(title.length / TITLE_CHARACTERS))

const launch = (app: LauncherApp) => {
  desktop.closeLauncher()
  launchApp(app)
}

const Tile = ({ app, isFirst }: { app: LauncherApp; isFirst: boolean }) => (
  <li>
    <Button
      variant="plain"
      data-launch={app.path}
      {...tip(app.description)}
      onClick={() => launch(app)}
      className={cn(
        'flex min-h-24 w-full flex-col items-center gap-2 rounded-lg px-1 pt-2.5 pb-2 hover:bg-hover',
        isFirst && 'bg-hover',
      )}
    >
      <span
        className="order-1 line-clamp-2 max-w-full text-center text-[12.5px] leading-4 font-medium wrap-anywhere"
        dir="auto"
      >
        {app.label}
      </span>
      <span
        className={cn(
          app.status === 'coming_soon' && 'opacity-45 saturate-50',
          app.isDisabled === true && 'opacity-50 grayscale',
        )}
      >
        <AppIcon icon={app.icon} sizePx={48} />
      </span>
      {app.status === 'coming_soon' && (
        <span className="order-2 -mt-1.5 text-2xs text-ink-muted">Coming soon</span>
      )}
    </Button>
  </li>
)

type SectionProps = { title: string; apps: readonly LauncherApp[]; isFirstMarked: boolean }

const Section = ({ title, apps, isFirstMarked }: SectionProps) => (
  <section
    aria-label={title}
    className="mt-5 max-w-full max-sm:w-full sm:w-(--section-width)"
    style={
      { '--section-width': `${countColumns(title, apps.length) * TILE_PX}px` } as CSSProperties
    }
  >
    <h3 className="mb-1 px-1 text-xs font-semibold whitespace-nowrap text-ink-muted">{title}</h3>
    <ul className="grid w-0 min-w-full grid-cols-[repeat(auto-fill,90px)] gap-1 max-sm:grid-cols-[repeat(auto-fill,minmax(76px,1fr))]">
      {apps.map((app, index) => (
        <Tile key={app.path} app={app} isFirst={isFirstMarked && index === 0} />
      ))}
    </ul>
  </section>
)

const NothingFound = () => (
  <div className="mt-10">
    <EmptyState
      title="No apps found"
      action={
        <Button
          size="sm"
          onClick={() => {
            desktop.closeLauncher()
            openApp(PRODUCT_APPS.appStore.path)
          }}
        >
          Open App Store
        </Button>
      }
    >
      Look for more in the App Store.
    </EmptyState>
  </div>
)

/** Moves the focus from tile to tile by arrow keys, and back to the search when the user types. */
const onKey = (event: KeyboardEvent<HTMLElement>, isSearching: boolean) => {
  const root = event.currentTarget
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tiles = [...root.querySelectorAll<HTMLElement>('[data-launch]')]
  const at = tiles.findIndex((tile) => tile === document.activeElement)
  const direction = readDirection(event.key)
  const field = root.querySelector('input')
  if (at === -1) {
    if (event.key === 'ArrowDown') tiles[0]?.focus()
    else if (event.key === 'Enter' && isSearching) tiles[0]?.click()
    else return
  } else if (direction !== null) {
    const next = findSpotTowards(
      tiles.map((tile) => tile.getBoundingClientRect()),
      at,
      direction,
    )
    if (next === at && direction === 'up') field?.focus()
    else tiles[next]?.focus()
  } else {
    if (event.key.length === 1 && event.key !== ' ') field?.focus()
    return
  }
  event.preventDefault()
}

/** Mounted only while open. */
export const Launcher = () => {
  const [query, setQuery] = useState('')
  const builtIn = useBuiltInApps()
  const added = useAddedApps()
  const { names } = useDesktopIcons()
  const sections = useMemo(
    () => listLauncherSections([...builtIn, ...added], names, query),
    [builtIn, added, names, query],
  )
  const count = sections.reduce((sum, { apps }) => sum + apps.length, 0)
  const isSearching = query.trim() !== ''

  return (
    <Dialog size="lg" title="Apps" onClose={desktop.closeLauncher}>
      <div
        role="presentation"
        onKeyDown={(event) => onKey(event, isSearching)}
        className="min-h-[min(56dvh,30rem)]"
      >
        <SearchField label="Search apps" value={query} onChange={setQuery} maxLength={100} />
        <p role="status" className="sr-only">
          {count === 1 ? '1 app' : `${count} apps`}
        </p>
        {count === 0 && <NothingFound />}
        <div className="flex flex-wrap">
          {sections.map(({ key, title, apps }, section) => (
            <Section
              key={key}
              title={title}
              apps={apps}
              isFirstMarked={isSearching && section === 0}
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
