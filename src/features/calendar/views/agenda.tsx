import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { AGENDA_DAYS } from '#src/features/calendar/calendar-keys.ts'
import { DAY_MS, type Day } from '#src/features/calendar/model/civil.ts'
import { formatLongDay, formatSpan, getEventTitle } from './format.ts'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'

type AgendaProps = {
  day: Day
  occurrences: OccurrenceIndex
  onOpen: (occurrence: Occurrence) => void
  onNew: () => void
}

const findEventsOf = (day: Day, occurrences: OccurrenceIndex): readonly Occurrence[] =>
  occurrences.between(day * DAY_MS, (day + 1) * DAY_MS)

const NewEvent = ({ onNew }: Pick<AgendaProps, 'onNew'>) => (
  <Button size="sm" icon={<CalendarPlus size={15} />} onClick={onNew}>
    {texts.newEvent}
  </Button>
)

/** Lists the events of one day, below the month on a narrow screen. */
export const Agenda = ({ day, occurrences, onOpen, onNew }: AgendaProps) => {
  const name = formatLongDay(day)
  const events = findEventsOf(day, occurrences)
  return (
    <section
      aria-label={texts.eventsOn(name)}
      className="grid flex-1 content-start gap-2 border-t px-1 pt-3 pb-1"
    >
      <h4 className="font-semibold">{name}</h4>
      {events.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-ink-muted">
          <p>{texts.nothingOn}</p>
          <NewEvent onNew={onNew} />
        </div>
      ) : (
        <EventList events={events} onOpen={onOpen} />
      )}
    </section>
  )
}

export const AgendaView = ({
  day,
  today,
  occurrences,
  onOpen,
  onNew,
}: AgendaProps & { today: Day }) => {
  const days = Array.from({ length: AGENDA_DAYS }, (_, nth) => day + nth)
    .map((one) => ({ one, events: findEventsOf(one, occurrences) }))
    .filter(({ events }) => events.length > 0)
  return (
    <div className="agenda min-h-0 flex-1 overflow-auto overscroll-contain rounded-lg border bg-surface-raised">
      {days.length === 0 ? (
        <EmptyState
          icon={<CalendarPlus size={20} />}
          title={texts.nothingSoon}
          action={<NewEvent onNew={onNew} />}
        />
      ) : (
        days.map(({ one, events }) => (
          <section
            key={one}
            aria-label={texts.eventsOn(formatLongDay(one))}
            className="grid grid-cols-[200px_minmax(0,1fr)] gap-x-4 gap-y-2 border-line px-4 py-3 not-first:border-t @max-xl:grid-cols-1 in-data-narrow:grid-cols-1"
          >
            <h4 className={one === today ? 'font-semibold text-accent-ink' : 'font-semibold'}>
              {formatLongDay(one)}
            </h4>
            <EventList events={events} onOpen={onOpen} />
          </section>
        ))
      )}
    </div>
  )
}

type EventListProps = Pick<AgendaProps, 'onOpen'> & { events: readonly Occurrence[] }

const EventList = ({ events, onOpen }: EventListProps) => (
  <ul className="grid gap-1.5">
    {events.map((occurrence) => (
      <li key={occurrence.key}>
        <Button
          variant="plain"
          data-event={occurrence.event.id}
          data-occurrence={occurrence.key}
          data-color={occurrence.event.colour}
          className="grid min-h-11 w-full rounded-md bg-(--event-soft) py-1.5 pr-3 pl-3.5 text-left text-(--event-ink) shadow-[inset_4px_0_0_var(--event-strong)]"
          onClick={() => onOpen(occurrence)}
        >
          <span className="truncate font-semibold">{getEventTitle(occurrence)}</span>
          <span className="tabular text-ui">
            {formatSpan(occurrence)}
            {occurrence.event.place !== '' && ` · ${occurrence.event.place}`}
          </span>
        </Button>
      </li>
    ))}
  </ul>
)
