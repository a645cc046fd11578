import type { Announcements, DragStartEvent } from '@dnd-kit/core'
import {
  DndContext,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, arrayMove, rectSortingStrategy } from '@dnd-kit/sortable'
import { useEffect, useId, useRef, useState } from 'react'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { cn } from '#src/lib/cn.ts'
import type { Size } from '#src/platform/windows/model/geometry.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { DesktopIcon } from './desktop-icon.tsx'
import { DRAG_DISTANCE_PX, HOLD_MS, watchMouseHold } from './hold-icon.ts'
import { describePlace } from './icon-order.ts'

/** A finger that holds an icon starts jiggle mode and can go on as a drag. The tolerance allows for an unsteady hand. */
const HOLD = { delay: HOLD_MS, tolerance: 8 }
/** A press that moves less is a click. */
const DRAG = { distance: DRAG_DISTANCE_PX }

/** At most eight columns. On a wide screen, a section is as wide as its icons. */
const EIGHT_COLUMNS =
  'grid-cols-[repeat(auto-fill,minmax(max(80px,(100%_-_56px)/8),1fr))] min-[980px]:grid-cols-[repeat(8,var(--icon-cell))]'
/** Limits the width of a column, so that the icons of all groups are aligned. */
const ADAPTIVE_COLUMNS =
  'grid-cols-[repeat(auto-fill,minmax(80px,1fr))] min-[980px]:grid-cols-[repeat(auto-fill,minmax(80px,var(--icon-cell)))]'
type IconSectionProps = {
  title: string
  hasTitle: boolean
  apps: readonly (AppDefinition & { label: string })[]
  /** Fills the width; other sections have eight columns where the screen allows it. */
  isAdaptive: boolean
  /** null for a section as wide as the screen. */
  size: Size | null
  isJiggling: boolean
  onReorder: (paths: readonly string[]) => void
}

const indexIn = (apps: IconSectionProps['apps'], id: string | number) =>
  apps.findIndex(({ path }) => path === String(id))

/** Makes Escape during a drag put the icon back without ending jiggle mode. */
const useEscapeInDrag = (isDragged: boolean): void => {
  useEffect(() => {
    if (!isDragged) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isDragged])
}

/** Returns announcements of a drag for screen readers, one for each new place, and a function for the start. */
const useDragAnnouncements = (apps: IconSectionProps['apps']) => {
  const saidIndexRef = useRef(-1)
  const indexOf = (id: string | number) => indexIn(apps, id)
  const nameOf = (id: string | number) => apps[indexOf(id)]?.label ?? ''
  const place = (id: string | number) => describePlace(indexOf(id), apps.length)

  const announcements: Announcements = {
    onDragStart: ({ active }) =>
      `${nameOf(active.id)} lifted, ${place(active.id)}. Escape puts it back.`,
    onDragOver: ({ active, over }) => {
      if (over === null || indexOf(over.id) === saidIndexRef.current) return undefined
      saidIndexRef.current = indexOf(over.id)
      return `${nameOf(active.id)}, ${place(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      `${nameOf(active.id)} put down, ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place. Move canceled.`,
  }
  const startAt = (id: string | number) => {
    saidIndexRef.current = indexOf(id)
  }
  return { announcements, startAt }
}

/** One group of icons. A mouse drags an icon within it at once, a finger after holding it. */
export const IconSection = ({
  title,
  hasTitle,
  apps,
  isAdaptive,
  size,
  isJiggling,
  onReorder,
}: IconSectionProps) => {
  const titleId = useId()
  const [isDragged, setIsDragged] = useState(false)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: DRAG }),
    useSensor(TouchSensor, { activationConstraint: isJiggling ? DRAG : HOLD }),
  )
  const paths = apps.map(({ path }) => path)
  const { announcements, startAt } = useDragAnnouncements(apps)
  useEscapeInDrag(isDragged)
  const start = ({ active, activatorEvent }: DragStartEvent) => {
    startAt(active.id)
    setIsDragged(true)
    if (activatorEvent.type === 'touchstart') desktop.startJiggling()
  }

  return (
    <section
      aria-labelledby={titleId}
      className="max-w-full min-w-min"
      style={size === null ? {} : { width: size.width, minHeight: size.height }}
    >
      <h2
        id={titleId}
        className={
          hasTitle
            ? 'mb-2.5 ml-3.5 text-xs leading-4 font-semibold whitespace-nowrap text-ink'
            : 'sr-only'
        }
      >
        {title}
      </h2>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
        onDragStart={start}
        onDragCancel={() => setIsDragged(false)}
        onDragEnd={({ active, over }) => {
          setIsDragged(false)
          if (over === null || over.id === active.id) return
          onReorder(arrayMove(paths, indexIn(apps, active.id), indexIn(apps, over.id)))
        }}
      >
        <SortableContext items={paths} strategy={rectSortingStrategy}>
          <ul
            onMouseDown={watchMouseHold}
            className={cn(
              'grid w-0 min-w-full gap-x-2 gap-y-2.5 max-sm:grid-cols-[repeat(auto-fill,minmax(max(64px,(100%_-_6px)/4),1fr))] max-sm:gap-x-0.5 max-sm:gap-y-1.5',
              isAdaptive ? ADAPTIVE_COLUMNS : EIGHT_COLUMNS,
            )}
          >
            {apps.map((app) => (
              <DesktopIcon key={app.path} app={app} label={app.label} isJiggling={isJiggling} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  )
}
