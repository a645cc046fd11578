import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import {
  DndContext,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, arrayMove, rectSortingStrategy, useSortable } from '@dnd-kit/sortable'
import { memo, useEffect, useRef, type ComponentProps, type CSSProperties } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { getAppPath } from '#src/platform/apps/app-path.ts'
import {
  findApp,
  useAddedApps,
  useApp,
  useBuiltInApps,
  findWindowIcon,
} from '#src/platform/apps/app-registry-store.ts'
import { dockPins, useDockPins } from '#src/platform/apps/dock-pins-store.ts'
import { useAttention } from '#src/platform/notifications/notifications.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { useActiveId, useIsImmersed, windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { DockMenu } from './dock-menu.tsx'
import { buildDockItems, decideDockPress, type DockItem } from './dock-items.ts'
import { followDockSize } from './dock-room.ts'
import { useDockPreview, type Attention, type DockPreviewPlace } from './use-dock-preview.ts'
import { useWindowPicture } from './use-window-picture.ts'

const pressItem = ({ path, windowId }: DockItem) => {
  const { windows: open, activeId } = windows.store.getState()
  const window = windowId === null ? undefined : open[windowId]
  const what = decideDockPress(window, activeId === windowId)
  if (what === 'open' || windowId === null) {
    openApp(findApp(path)?.path ?? path)
    return
  }
  if (what === 'minimize') windows.minimize(windowId)
  else windows.restore(windowId)
}

const QUICK = 'duration-140 ease-quick'

/**
 * Below a window of the default height, 7.5% of the screen is free. The dock stays clear of that window's grip. With many
 * items, the icons shrink until all are on the screen.
 */
const ICON_SIZE =
  '[--dock-icon:min(clamp(32px,7.5dvh-20px,52px)*var(--dock-scale,1),(100vw-72px)/1.22/var(--dock-items))] in-data-[dock-size=large]:[--dock-scale:1.28] in-data-[dock-size=small]:[--dock-scale:0.82] phone:[--dock-icon:44px]'

const DOCK = cn(
  'glass absolute bottom-1 left-1/2 z-20 flex max-w-[calc(100vw-24px)] origin-bottom transform-[translateX(-50%)] rounded-[calc(var(--dock-icon)*0.27+5px)] border border-(--glass-line) px-1 pt-[3px] pb-0.5 transition-[transform] in-data-overview:opacity-0',
  'after:absolute after:inset-0 after:-z-1 after:rounded-[inherit] after:shadow-mid',
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:h-[calc(64px+env(safe-area-inset-bottom))] max-sm:max-w-none max-sm:transform-none! max-sm:justify-center-safe max-sm:overflow-x-auto max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-2 max-sm:pt-1.5 max-sm:pb-0',
  'on-side:inset-y-0 on-side:left-0 on-side:w-[calc(64px+env(safe-area-inset-left))] on-side:max-w-none on-side:transform-none! on-side:flex-col on-side:justify-center-safe on-side:overflow-y-auto on-side:rounded-none on-side:border-y-0 on-side:border-l-0 on-side:py-2 on-side:pr-0 on-side:pl-[env(safe-area-inset-left)]',
  ICON_SIZE,
  QUICK,
)

/** Over a maximized window, the dock is small until it is hovered or focused. */
const SMALL_OVER_MAXIMIZED =
  '[&:not(:hover,:focus-within)]:transform-[translate(-50%,4px)_scale(0.66)]'

type DockButtonProps = DockItem & {
  isActive: boolean
  /** True while its window has something new to show. */
  hasNews: boolean
  attention: Attention
  sorting?: ComponentProps<typeof Button>
}

const DockButton = memo(({ isActive, hasNews, attention, sorting, ...item }: DockButtonProps) => {
  const app = useApp(item.path)
  return (
    <Button
      variant="plain"
      aria-label={hasNews ? `${item.title}, new activity` : item.title}
      data-attention={hasNews ? '' : undefined}
      aria-current={isActive ? 'true' : undefined}
      data-running={item.windowId === null ? undefined : ''}
      data-dock-item={getAppPath(item.path)}
      data-dock-window={item.windowId ?? undefined}
      {...sorting}
      {...attention}
      onClick={(event) => {
        attention.onClick(event)
        pressItem(item)
      }}
      className="group relative grid w-[calc(var(--dock-icon)*1.22)] flex-none justify-items-center gap-px rounded-[14px] max-sm:w-16 on-side:w-full on-side:pt-1 on-side:pb-0.5"
    >
      <span
        className={cn(
          'block text-(length:--dock-icon) leading-[0] transition-transform group-hover:-translate-y-1 group-hover:scale-106 group-active:translate-y-0 group-active:scale-94',
          QUICK,
        )}
      >
        <AppIcon icon={app?.icon ?? { name: item.title }} />
        {hasNews && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-1 size-3 rounded-full border-2 border-surface-raised bg-danger-fill"
          />
        )}
      </span>
      <span
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute bottom-[calc(100%+12px)] max-w-50 translate-y-1 truncate rounded-md bg-surface-raised px-2.5 py-[3px] text-xs leading-[18px] font-medium text-ink opacity-0 shadow-mid ring-1 ring-line transition-[opacity,translate] group-hover:translate-y-0 group-hover:opacity-100 group-focus-visible:translate-y-0 group-focus-visible:opacity-100 max-sm:hidden in-data-preview:opacity-0! in-data-[state=open]:opacity-0! on-side:hidden',
          QUICK,
        )}
      >
        {item.title}
      </span>
      <span
        aria-hidden="true"
        className={cn(
          'size-1 rounded-full bg-ink-muted group-aria-[current]:w-3.5 group-aria-[current]:rounded-[3px] group-aria-[current]:bg-accent-ink',
          item.windowId === null && 'opacity-0',
        )}
      />
    </Button>
  )
})
DockButton.displayName = 'DockButton'

const PinnedButton = (props: Omit<DockButtonProps, 'sorting'>) => {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: props.path,
  })
  return (
    <DockButton
      {...props}
      sorting={{
        ...listeners,
        ref: setNodeRef,
        style: {
          translate: transform === null ? undefined : `${transform.x}px ${transform.y}px`,
          transition: transition?.replace('transform', 'translate'),
          zIndex: isDragging ? 1 : undefined,
        },
      }}
    />
  )
}

const announcements = (findTitle: (id: string | number) => string): Announcements => ({
  onDragStart: ({ active }) => `${findTitle(active.id)} picked up. Press Escape to cancel.`,
  onDragOver: () => undefined,
  onDragEnd: ({ active }) => `${findTitle(active.id)} dropped.`,
  onDragCancel: ({ active }) => `${findTitle(active.id)} is back in its place. Move canceled.`,
})

/** Returns the open windows. The result changes only when one opens, closes or is renamed. */
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

const reorder = (paths: string[], { active, over }: DragEndEvent) => {
  if (over === null || over.id === active.id) return
  const moved = arrayMove(paths, paths.indexOf(String(active.id)), paths.indexOf(String(over.id)))
  // Pins of apps that have not loaded stay at the end.
  const hidden = dockPins.store.getState().pins.filter((path) => !paths.includes(path))
  dockPins.reorder([...moved, ...hidden])
}

export const Dock = () => {
  const builtIn = useBuiltInApps()
  const added = useAddedApps()
  const activeId = useActiveId()
  const isImmersed = useIsImmersed()
  const apps = [...builtIn, ...added]
  const { pinned, running } = buildDockItems(apps, useOpenWindows(), useDockPins())
  const { preview, attention } = useDockPreview()
  const dockRef = useRef<HTMLElement | null>(null)
  const news = useAttention()
  const hasNews = (path: string) => news.includes(getAppPath(path))
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  )
  const paths = pinned.map(({ path }) => path)
  const findTitle = (id: string | number) => findApp(String(id))?.title ?? ''
  useEffect(() => (dockRef.current === null ? undefined : followDockSize(dockRef.current)), [])
  useEffect(() => {
    // On a phone, the dock scrolls once it has more apps than fit.
    dockRef.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId])
  const dock = (
    <nav
      ref={dockRef}
      aria-label="Dock"
      data-dock=""
      data-preview={preview === null ? undefined : ''}
      className={cn(DOCK, isImmersed && SMALL_OVER_MAXIMIZED)}
      style={{ '--dock-items': Math.max(1, pinned.length + running.length) } as CSSProperties}
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: announcements(findTitle),
          screenReaderInstructions: { draggable: '' },
        }}
        onDragEnd={(event) => reorder(paths, event)}
      >
        <SortableContext items={paths} strategy={rectSortingStrategy}>
          {pinned.map((item) => (
            <PinnedButton
              key={item.path}
              {...item}
              attention={attention}
              hasNews={hasNews(item.path)}
              isActive={activeId !== null && activeId === item.windowId}
            />
          ))}
        </SortableContext>
      </DndContext>
      {pinned.length > 0 && running.length > 0 && (
        <span
          role="separator"
          aria-orientation="vertical"
          className="mx-2 mt-1.5 mb-2.5 w-px flex-none bg-line-strong on-side:mx-3 on-side:my-1.5 on-side:h-px on-side:w-auto"
        />
      )}
      {running.map((item) => (
        <DockButton
          key={item.windowId}
          {...item}
          attention={attention}
          hasNews={hasNews(item.path)}
          isActive={activeId === item.windowId}
        />
      ))}
      {pinned.length + running.length === 0 && (
        <span className="px-3 py-2 text-xs text-ink-muted">Right-click an app to pin it here</span>
      )}
      {preview !== null && <DockPreview key={preview.windowId} {...preview} />}
    </nav>
  )
  return <DockMenu dock={dock} pinned={paths} />
}

const PREVIEW_WIDTH_PX = 240
const PREVIEW_MAX_HEIGHT_PX = 170

/** Shows a small still picture of a window. Mounted only while shown. */
const DockPreview = ({ windowId, centerX }: DockPreviewPlace) => {
  const stageRef = useWindowPicture<HTMLDivElement>(
    windowId,
    PREVIEW_WIDTH_PX,
    PREVIEW_MAX_HEIGHT_PX,
  )
  const window = windows.store.getState().windows[windowId]

  if (window === undefined) return null
  const icon = findWindowIcon(window)
  return (
    <div
      aria-hidden="true"
      inert
      data-dock-preview=""
      className="animate-fade-in pointer-events-none absolute bottom-[calc(100%+12px)] w-66 -translate-x-1/2 rounded-[14px] bg-surface-raised px-3 pt-2.5 pb-3 text-ink shadow-mid ring-1 ring-line max-sm:hidden [@media(width<960px)_and_(height<480px)]:hidden"
      style={{ left: centerX }}
    >
      <p className="mb-2 flex items-center gap-2 text-xs leading-[18px] font-medium" dir="auto">
        <AppIcon icon={icon} sizePx={18} />
        <span className="truncate">{window.title}</span>
        {window.isMinimized && (
          <small className="ml-auto font-normal text-ink-muted">Minimized</small>
        )}
      </p>
      <div
        ref={stageRef}
        className="relative mx-auto grid min-h-24 max-w-full place-items-center overflow-hidden rounded-md bg-surface-sunken"
      >
        <AppIcon icon={icon} sizePx={56} />
      </div>
    </div>
  )
}
