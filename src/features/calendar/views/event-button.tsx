import { cn } from '#src/lib/cn.ts'
import Repeat from 'lucide-react/icons/repeat'
import type { CSSProperties, PointerEvent } from 'react'
import { formatTime, nameOf, titleOf, whenOf } from './format.ts'
import { coversDays } from './layout.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { isSeries } from '#src/features/calendar/model/series.ts'
import { Button } from '#src/ui/form/button.tsx'

type EventButtonProps = {
  occurrence: Occurrence
  locale: string
  onOpen: (occurrence: Occurrence) => void
  onPointerDown?: (event: PointerEvent) => void
  /** `bar` over days, `line` in a list of a day, `block` at its hour. */
  look: 'bar' | 'line' | 'block'
  isTabStop?: boolean
  isMoving?: boolean
  className?: string
  style?: CSSProperties
}

/** One event as a button that opens it. */
export const EventButton = ({
  occurrence,
  locale,
  onOpen,
  onPointerDown,
  look,
  isTabStop = true,
  isMoving = false,
  className,
  style,
}: EventButtonProps) => {
  const { event, startMs } = occurrence
  const isFilled = look !== 'line' || coversDays(occurrence)
  return (
    <Button
      variant="plain"
      data-event={event.id}
      data-colour={event.colour}
      tabIndex={isTabStop ? undefined : -1}
      data-tip={nameOf(occurrence, locale)}
      onClick={(click) => {
        click.stopPropagation()
        onOpen(occurrence)
      }}
      onPointerDown={onPointerDown}
      style={style}
      className={cn(
        'event',
        isFilled ? 'event-filled' : 'event-line',
        look === 'block' && 'event-block',
        isMoving && 'event-moving',
        className,
      )}
    >
      {!isFilled && <span className="event-dot" />}
      {look !== 'bar' && !coversDays(occurrence) && (
        <span className="event-time tabular">{formatTime(startMs, locale)}</span>
      )}{' '}
      <span className="event-title">{titleOf(occurrence)}</span>
      <span className="sr-only">, {whenOf(occurrence, locale)}</span>
      {look === 'block' && isSeries(event) && (
        <Repeat size={11} aria-hidden="true" className="event-repeats" />
      )}
    </Button>
  )
}
