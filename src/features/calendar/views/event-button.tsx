import { cn } from '#src/lib/cn.ts'
import { cva } from 'class-variance-authority'
import Repeat from 'lucide-react/icons/repeat'
import type { CSSProperties, PointerEvent } from 'react'
import { formatTime, formatEventLabel, getEventTitle, formatWhen } from './format.ts'
import { coversDays } from './layout.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { isSeries } from '#src/features/calendar/model/series.ts'
import { Button } from '#src/ui/form/button.tsx'

const eventClass = cva(
  'flex min-w-0 items-center gap-[5px] overflow-hidden rounded-[5px] px-1.5 text-left text-xs leading-4 whitespace-nowrap',
  {
    variants: {
      isFilled: {
        true: 'bg-(--event-soft) pl-[9px] text-(--event-ink) shadow-[inset_3px_0_0_var(--event-strong)] hover:shadow-[inset_3px_0_0_var(--event-strong),inset_0_0_0_1px_var(--event-strong)]',
        false: 'text-ink hover:bg-hover',
      },
      look: {
        bar: '',
        line: '',
        // A day of the month is narrow: the title comes first, and the time only if it fits.
        cell: 'flex-wrap content-start gap-y-2 py-0.5 pl-[18px]',
        block:
          'size-full flex-col items-stretch gap-0 py-[3px] shadow-[inset_3px_0_0_var(--event-strong),0_0_0_1px_var(--surface-raised)]',
      },
      isShort: { true: 'flex-row items-center gap-1.5 py-0' },
      isContinued: { true: 'rounded-s-none shadow-none' },
      continues: { true: 'rounded-e-none' },
      isMoving: { true: 'opacity-45' },
    },
  },
)

const titleClass = cva('truncate font-medium', {
  variants: {
    look: {
      bar: '',
      line: '',
      cell: 'order-1 max-w-full flex-[1_0_auto]',
      block: '-order-1 font-semibold',
    },
    isWrapped: { true: 'line-clamp-(--title-lines) flex-none wrap-anywhere whitespace-normal' },
  },
})

type EventButtonProps = {
  occurrence: Occurrence
  onOpen: (occurrence: Occurrence) => void
  onPointerDown?: (event: PointerEvent) => void
  /** `bar` over days, `line` in a list of a day, `cell` in a day of the month, `block` at its hour. */
  look: 'bar' | 'line' | 'cell' | 'block'
  /** Replaces the time of the start. */
  time?: string
  isShort?: boolean
  /** True if it starts before the days shown. `continues` is true if it ends after them. */
  isContinued?: boolean
  continues?: boolean
  isTabStop?: boolean
  isMoving?: boolean
  className?: string
  style?: CSSProperties
}

export const EventButton = ({
  occurrence,
  onOpen,
  onPointerDown,
  look,
  time,
  isShort = false,
  isContinued = false,
  continues = false,
  isTabStop = true,
  isMoving = false,
  className,
  style,
}: EventButtonProps) => {
  const { event, startMs } = occurrence
  const isFilled = look === 'bar' || look === 'block' || coversDays(occurrence)
  return (
    <Button
      variant="plain"
      data-event={event.id}
      data-occurrence={occurrence.key}
      data-color={event.colour}
      tabIndex={isTabStop ? undefined : -1}
      data-tip={formatEventLabel(occurrence)}
      onClick={(click) => {
        click.stopPropagation()
        onOpen(occurrence)
      }}
      onPointerDown={onPointerDown}
      style={style}
      className={cn(
        eventClass({ isFilled, look, isShort, isContinued, continues, isMoving }),
        className,
      )}
    >
      {!isFilled && (
        <span
          className={cn(
            'size-[7px] flex-none rounded-full bg-(--event-strong)',
            look === 'cell' && 'absolute top-[7px] left-1.5',
          )}
        />
      )}
      {look !== 'bar' && !isShort && !coversDays(occurrence) && (
        <span
          aria-hidden="true"
          className={cn(
            'tabular flex-none opacity-92',
            !isFilled && 'text-ink-muted',
            look === 'cell' && 'order-2',
            look === 'block' && 'truncate',
          )}
        >
          {time ?? formatTime(startMs)}
        </span>
      )}{' '}
      <span className={cn(titleClass({ look, isWrapped: look === 'block' && !isShort }))}>
        {getEventTitle(occurrence)}
      </span>
      <span className="sr-only">, {formatWhen(occurrence)}</span>
      {look === 'block' && !isShort && isSeries(event) && (
        <Repeat size={11} className="absolute right-[5px] bottom-1" />
      )}
    </Button>
  )
}
