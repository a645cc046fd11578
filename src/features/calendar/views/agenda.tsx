import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Button } from '#src/ui/form/button.tsx'
import { DAY_MS, type Day } from '#src/features/calendar/model/civil.ts'
import { formatLongDay, formatSpan, getEventTitle } from './format.ts'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'

type AgendaProps = {
  day: Day
  locale: string
  occurrences: OccurrenceIndex
  onOpen: (occurrence: Occurrence) => void
  onNew: () => void
}

/** Lists the events of one day, below the month on a narrow screen. */
export const Agenda = ({ day, locale, occurrences, onOpen, onNew }: AgendaProps) => {
  const name = formatLongDay(day, locale)
  const events = occurrences.between(day * DAY_MS, (day + 1) * DAY_MS)
  return (
    <section
      aria-label={texts.eventsOn(name)}
      className="grid flex-1 content-start gap-2 border-t px-1 pt-3 pb-1"
    >
      <h4 className="font-semibold">{name}</h4>
      {events.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-ink-muted">
          <p>{texts.nothingOn}</p>
          <Button size="sm" icon={<CalendarPlus size={15} aria-hidden="true" />} onClick={onNew}>
            {texts.newEvent}
          </Button>
        </div>
      ) : (
        <ul className="grid gap-1.5">
          {events.map((occurrence) => (
            <li key={occurrence.key}>
              <Button
                variant="plain"
                data-event={occurrence.event.id}
                data-color={occurrence.event.colour}
                className="grid min-h-11 w-full rounded-md bg-(--event-soft) py-1.5 pr-3 pl-3.5 text-left text-(--event-ink) shadow-[inset_4px_0_0_var(--event-strong)]"
                onClick={() => onOpen(occurrence)}
              >
                <span className="truncate font-semibold">{getEventTitle(occurrence)}</span>
                <span className="tabular text-ui">
                  {formatSpan(occurrence, locale)}
                  {occurrence.event.place !== '' && ` · ${occurrence.event.place}`}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
