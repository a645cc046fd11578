import { tip } from '#src/ui/overlay/tip.ts'
import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import X from 'lucide-react/icons/x'
import { useSortable } from '@dnd-kit/sortable'
import { memo } from 'react'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { useListStatus } from '#src/platform/apps/app-registry-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { useLifted } from '#src/features/desktop/desktop-store.ts'
import { clickIcon, deleteIcon } from './icon-actions.ts'

type DesktopIconProps = { app: AppDefinition; label: string; isJiggling: boolean }

const MARK_CLASS =
  'absolute -top-1.5 rounded-full px-1.5 text-2xs leading-4 font-semibold shadow-low'

/** Moves only the pictures, so that buttons do not move under the pointer. */
const JIGGLE_CLASS = 'animate-jiggle in-[li:nth-child(even)]:[animation-delay:-80ms]'

type IconFaceProps = Pick<AppDefinition, 'icon' | 'status'> & {
  isHot: boolean
  label: string
  isJiggling: boolean
}

/** A separate component, because all icons of a sortable list render whenever one is measured or dragged. */
const IconFace = memo(({ icon, status, isHot, label, isJiggling }: IconFaceProps) => (
  <>
    <span
      data-icon-label=""
      className="order-1 line-clamp-2 max-w-full text-center text-[12.5px] leading-4 font-medium wrap-anywhere text-ink"
      dir="auto"
    >
      {label}
    </span>
    <span className="relative transition-transform duration-150 group-hover:-translate-y-0.5 group-active:translate-y-0 group-active:scale-95">
      <span
        className={cn(
          'block',
          isJiggling && JIGGLE_CLASS,
          status === 'coming_soon' && 'opacity-50 saturate-50',
        )}
      >
        <AppIcon icon={icon} sizePx={56} />
      </span>
      {isHot && (
        <span
          aria-hidden="true"
          className={cn(MARK_CLASS, '-right-3 bg-danger-fill text-danger-on')}
        >
          Hot
        </span>
      )}
      {status === 'coming_soon' && (
        <span
          aria-hidden="true"
          className={cn(MARK_CLASS, '-right-3 bg-surface-raised text-ink-muted ring-1 ring-line')}
        >
          Soon
        </span>
      )}
    </span>
  </>
))
IconFace.displayName = 'IconFace'

/** A name chosen by the user may be cut below the icon. */
const describeIcon = (app: AppDefinition, label: string): string =>
  [
    label === app.title ? '' : `${label}. `,
    app.status === 'coming_soon' ? 'Coming soon. ' : '',
    app.description,
  ].join('')

const UNREACHABLE = 'We can’t reach the server. This may be out of date.'

export const DesktopIcon = memo(({ app, label, isJiggling }: DesktopIconProps) => {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: app.path })
  const isUnreachable = useListStatus(app.path) === 'failed'
  const isLifted = useLifted()?.path === app.path || isDragging
  return (
    <li
      ref={setNodeRef}
      className={cn('relative', isLifted && 'z-2 scale-108')}
      data-lifted={isLifted ? '' : undefined}
      style={{
        // Separate from the scale of a lifted icon.
        translate: transform === null ? undefined : `${transform.x}px ${transform.y}px`,
        transition: transition?.replace('transform', 'translate'),
      }}
    >
      <Button
        variant="plain"
        data-icon={app.path}
        {...tip(isJiggling ? undefined : isUnreachable ? UNREACHABLE : describeIcon(app, label))}
        ref={setActivatorNodeRef}
        {...listeners}
        onClick={() => clickIcon(app)}
        className={cn(
          'group flex w-full touch-manipulation flex-col items-center gap-2 rounded-[14px] px-1 pt-2.5 pb-2 [-webkit-touch-callout:none] hover:bg-hover',
          // Separates the focus ring from the wallpaper.
          'focus-visible:ring-6 focus-visible:ring-surface',
          isJiggling && 'touch-none',
          isLifted && 'bg-surface-raised shadow-mid',
          isUnreachable && 'opacity-50',
          app.isDisabled === true && 'opacity-50 grayscale',
        )}
      >
        <IconFace
          icon={app.icon}
          status={app.status}
          isHot={app.isHot === true}
          label={label}
          isJiggling={isJiggling && !isLifted}
        />
      </Button>
      {isJiggling && (
        <Button
          variant="plain"
          aria-label={`Delete ${label}`}
          onClick={() => deleteIcon(app, label)}
          // Leaves the middle of the icon to drags.
          className="absolute -top-3.75 -left-1.25 grid size-11 place-items-end p-1"
        >
          <span
            className={cn(
              'flex size-5.5 items-center justify-center rounded-full bg-surface-raised text-ink shadow-mid ring-1 ring-line-strong',
              !isLifted && JIGGLE_CLASS,
            )}
          >
            <X size={13} strokeWidth={2.5} />
          </span>
        </Button>
      )}
    </li>
  )
})
DesktopIcon.displayName = 'DesktopIcon'
