import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useStore } from 'zustand'
import { findWindowIcon } from '#src/platform/apps/app-registry-store.ts'
import { KeyCaps } from '#src/platform/shortcuts/key-caps.tsx'
import { findWindowElement } from '#src/platform/windows/frame/window-box.ts'
import type { Rect } from '#src/platform/windows/model/geometry.ts'
import { computeShownRect, type WindowRecord } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { useOpenModal } from '#src/ui/overlay/open-modals.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { readDirection, findSpotTowards } from '#src/features/desktop/icons/icon-order.ts'
import { computeOverviewPlaces, type OverviewPlace } from './overview-places.ts'
import { WindowPicture } from './window-picture.tsx'

/** Moves the window itself, not a copy, so that its content stays live. Null moves it back. */
const drawAt = (id: string, transform: { x: number; y: number; scale: number } | null) => {
  const element = findWindowElement(id)
  if (element === undefined) return
  element.style.transformOrigin = transform === null ? '' : '0 0'
  element.style.translate = transform === null ? '' : `${transform.x}px ${transform.y}px`
  element.style.scale = transform === null ? '' : String(transform.scale)
}

/** Makes everything but the overview inert. Returns a function that undoes it. */
const makeOthersInert = (layer: HTMLElement): (() => void) => {
  const desk = layer.parentElement
  const others = [...(desk?.children ?? [])].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child !== layer && !child.inert,
  )
  for (const other of others) other.inert = true
  desk?.setAttribute('data-overview', '')
  return () => {
    for (const other of others) other.inert = false
    desk?.removeAttribute('data-overview')
  }
}

const useAllWindows = (): WindowRecord[] => {
  const order = useStore(windows.store, (state) => state.order)
  const open = useStore(windows.store, (state) => state.windows)
  return useMemo(() => {
    const all = order.flatMap((id) => open[id] ?? [])
    return [...all.filter((one) => !one.isMinimized), ...all.filter((one) => one.isMinimized)]
  }, [order, open])
}

const RING = 'focus-visible:outline-3 focus-visible:outline-offset-4 focus-visible:outline-white'

const choose = (id: string) => {
  desktop.closeOverview()
  windows.restore(id)
}

const useDrawnWindows = (
  all: readonly WindowRecord[],
  rects: readonly Rect[],
  places: readonly OverviewPlace[],
): void => {
  useLayoutEffect(() => {
    for (const [index, { id, isMinimized }] of all.entries()) {
      const [place, rect] = [places[index], rects[index]]
      if (place === undefined || rect === undefined || isMinimized) continue
      drawAt(id, {
        x: place.x - place.scale * rect.x,
        y: place.y - place.scale * rect.y,
        scale: place.scale,
      })
    }
  })
}

/** Keeps the focus in the overview while everything else is inert. Restores windows and focus at the end. */
const useFocusInside = (
  layerRef: RefObject<HTMLDivElement | null>,
  all: readonly WindowRecord[],
): void => {
  useLayoutEffect(() => {
    const layer = layerRef.current
    if (layer === null) return undefined
    const before = document.activeElement
    const bringBack = makeOthersInert(layer)
    const { activeId, order } = windows.store.getState()
    const firstId = CSS.escape(activeId ?? order[0] ?? '')
    const first = layer.querySelector<HTMLElement>(`[data-overview-of="${firstId}"]`) ?? layer
    first.focus()
    return () => {
      bringBack()
      for (const id of windows.store.getState().order) drawAt(id, null)
      const { activeId: nowActiveId } = windows.store.getState()
      const active = nowActiveId === null ? undefined : findWindowElement(nowActiveId)
      const isElsewhere = active !== undefined && nowActiveId !== activeId
      const next = isElsewhere ? active : before
      if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true })
    }
  }, [layerRef])

  // The focus stays in the overview when it was on a window that closed.
  useEffect(() => {
    const layer = layerRef.current
    if (layer === null || layer.contains(document.activeElement)) return
    const next = layer.querySelector<HTMLElement>('[data-overview-of]') ?? layer
    next.focus()
  }, [layerRef, all])
}

const onKey = (event: KeyboardEvent<HTMLElement>, places: readonly OverviewPlace[]) => {
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-overview-of]')]
  const at = choices.findIndex((choice) => choice === document.activeElement)
  const direction = readDirection(event.key)
  if (event.key === 'Escape') desktop.closeOverview()
  else if (direction !== null) {
    const spots = places.map(({ x, y, width, height }) => ({ left: x, top: y, width, height }))
    choices[findSpotTowards(spots, Math.max(0, at), direction)]?.focus()
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    const id = choices[at]?.dataset['overviewOf']
    const next = choices[at + 1] ?? choices[at - 1]
    next?.focus()
    if (id !== undefined) windows.close(id)
  } else return
  event.preventDefault()
  event.stopPropagation()
}

const Bar = ({ count }: { count: number }) => (
  <div className="absolute inset-x-0 top-0 flex h-16 items-center justify-between gap-4 pr-4 pl-8 [&_kbd_kbd]:bg-white/16 [&_kbd_kbd]:text-white [&_kbd_kbd]:ring-white/32">
    <h2 className="text-lead font-semibold">{count === 1 ? '1 window' : `${count} windows`}</h2>
    <p className="flex items-center gap-4 text-xs max-sm:hidden">
      <span className="inline-flex items-center gap-1.5">
        <KeyCaps keys="Enter" /> Open
      </span>
      <span className="inline-flex items-center gap-1.5">
        <KeyCaps keys="Delete" /> Close
      </span>
      <span className="inline-flex items-center gap-1.5">
        <KeyCaps keys="Escape" /> Back
      </span>
    </p>
    <Button
      variant="plain"
      className={cn('h-11 min-w-16 rounded-lg px-4 font-medium hover:bg-white/15', RING)}
      onClick={desktop.closeOverview}
    >
      Done
    </Button>
  </div>
)

const Choice = ({ window, place }: { window: WindowRecord; place: Rect }) => {
  const { id, title, isMinimized } = window
  const { x, y, width, height } = place
  return (
    <li className="group absolute" style={{ left: x, top: y, width, height }}>
      <Button
        variant="plain"
        data-overview-of={id}
        aria-label={isMinimized ? `${title}, minimized` : title}
        className={cn('absolute inset-0 rounded-lg hover:ring-3 hover:ring-white/55', RING)}
        onClick={() => choose(id)}
      >
        {isMinimized && (
          <>
            <WindowPicture windowId={id} width={width} height={height} />
            <span className="absolute top-2 left-2 rounded-full bg-surface-raised px-2 text-2xs leading-5 font-medium text-ink-muted shadow-low">
              Minimized
            </span>
          </>
        )}
        <span
          className="absolute top-[calc(100%+8px)] left-1/2 flex min-h-6 max-w-full -translate-x-1/2 items-center gap-2 text-ui leading-5 font-medium text-shadow-[0_1px_3px_#0009]"
          dir="auto"
        >
          <AppIcon icon={findWindowIcon(window)} sizePx={18} />
          <span className="truncate">{title}</span>
        </span>
      </Button>
      <Button
        variant="plain"
        tabIndex={-1}
        aria-label={`Close ${title}`}
        className="absolute -top-[22px] -right-[22px] grid size-11 place-items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:-right-3 [@media(hover:none)]:opacity-100"
        onClick={() => windows.close(id)}
      >
        <span className="grid size-6.5 place-items-center rounded-full bg-surface-raised text-ink shadow-mid">
          <X size={14} strokeWidth={2.5} />
        </span>
      </Button>
    </li>
  )
}

/** Mounted only while open. */
export const Overview = () => {
  const layerRef = useRef<HTMLDivElement | null>(null)
  const all = useAllWindows()
  const screen = useStore(windows.store, (state) => state.screen)
  const split = useStore(windows.store, (state) => state.split)
  const rects = all.map((window) => computeShownRect(window, { screen, split }))
  const places = computeOverviewPlaces(rects, screen)
  useOpenModal(desktop.closeOverview)
  useDrawnWindows(all, rects, places)
  useFocusInside(layerRef, all)

  return (
    <div
      ref={layerRef}
      role="dialog"
      aria-modal="true"
      aria-label="Overview"
      tabIndex={-1}
      className="fixed inset-0 z-40 text-white outline-none"
      onKeyDown={(event) => onKey(event, places)}
      onClick={(event) => {
        if (!(event.target as Element).closest('button')) desktop.closeOverview()
      }}
    >
      <Bar count={all.length} />
      {all.length === 0 && (
        <p className="absolute inset-x-0 top-1/2 text-center">No open windows.</p>
      )}
      <ul>
        {all.map((window, index) => (
          <Choice
            key={window.id}
            window={window}
            place={places[index] ?? { x: 0, y: 0, width: 0, height: 0 }}
          />
        ))}
      </ul>
    </div>
  )
}
