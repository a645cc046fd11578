import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { draftEvent } from '#contract/calendar.ts'
import { wallToDay, parseWall } from '#src/features/calendar/model/civil.ts'
import { withEventWords, type Draft } from '#src/features/calendar/model/draft.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { formatDay, formatTime } from '#src/features/calendar/views/format.ts'
import { getDateLocale } from '#src/lib/dates.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'

const PAUSE_MS = 300
/** Words such as `in 2 hours` name another time later. */
const FRESH_MS = 60_000
const MAX_CHARS = 300

/** Offers the times that the title of a new event names. Empty while it names none, or offline. */
export const WordsSuggestion = ({
  draft,
  onUse,
}: {
  draft: Draft
  onUse: (draft: Draft) => void
}) => {
  const title = draft.title.trim()
  const words = useDebounced(title, PAUSE_MS)
  const zone = getLocalZone()
  const { data } = useQuery({
    queryKey: ['event draft', words, zone],
    enabled: words.includes(' ') && words.length <= MAX_CHARS,
    queryFn: ({ signal }) =>
      api.call(draftEvent, { body: { text: words, time_zone: zone }, signal }),
    retry: false,
    staleTime: FRESH_MS,
  })
  const read = data?.data
  const suggested = read === undefined || words !== title ? null : withEventWords(draft, read)
  return (
    <div role="status" className="empty:hidden">
      {suggested !== null && (
        <Button
          size="sm"
          className="h-auto min-h-8 max-w-full py-1.5 text-left whitespace-normal"
          onClick={() => onUse(suggested)}
        >
          <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
          {texts.form.setTimes(describeTimes(suggested))}
        </Button>
      )}
    </div>
  )
}

const describeTimes = ({
  startDay,
  startTime,
  endDay,
  endTime,
  isAllDay,
  repeat,
}: Draft): string => {
  const locale = getDateLocale()
  const formatOne = (day: string) =>
    formatDay(
      wallToDay(parseWall(day) ?? 0),
      { weekday: 'short', day: 'numeric', month: 'short' },
      locale,
    )
  const formatClock = (day: string, time: string) =>
    formatTime(parseWall(`${day}T${time}`) ?? 0, locale)
  const first = isAllDay
    ? formatOne(startDay)
    : `${formatOne(startDay)}, ${formatClock(startDay, startTime)}`
  const lastDay = endDay === startDay ? [] : [formatOne(endDay)]
  const last = isAllDay ? lastDay : [[...lastDay, formatClock(endDay, endTime)].join(', ')]
  const span = [first, ...last].join(' – ')
  return repeat === 'none' ? span : `${span}, ${texts.repeat[repeat].toLowerCase()}`
}
