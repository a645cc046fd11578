import CalendarClock from 'lucide-react/icons/calendar-clock'
import X from 'lucide-react/icons/x'
import { wallToDay, parseWall } from '#src/features/calendar/model/civil.ts'
import type { Draft } from '#src/features/calendar/model/draft.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { formatDay, formatTime } from '#src/features/calendar/views/format.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import type { EventWords } from './use-event-words.ts'

type WordsSuggestionProps = { words: EventWords; onUse: (draft: Draft) => void }

/** Shows the times that the title of a new event names. Saving uses them unless the user declines. */
export const WordsSuggestion = ({ words: { suggested, decline }, onUse }: WordsSuggestionProps) => (
  <div role="status" className="flex items-center gap-1 empty:hidden">
    {suggested !== null && (
      <>
        <Button
          size="sm"
          className="h-auto min-h-8 min-w-0 py-1.5 text-left whitespace-normal"
          onClick={() => onUse(suggested)}
        >
          <CalendarClock className="size-4 shrink-0" />
          {texts.form.setTimes(describeTimes(suggested))}
        </Button>
        <IconButton
          size="sm"
          label={texts.form.keepTimes}
          icon={<X size={14} />}
          onClick={decline}
        />
      </>
    )}
  </div>
)

const describeTimes = ({
  startDay,
  startTime,
  endDay,
  endTime,
  isAllDay,
  repeat,
}: Draft): string => {
  const formatOne = (day: string) =>
    formatDay(wallToDay(parseWall(day) ?? 0), { weekday: 'short', day: 'numeric', month: 'short' })
  const formatClock = (day: string, time: string) => formatTime(parseWall(`${day}T${time}`) ?? 0)
  const first = isAllDay
    ? formatOne(startDay)
    : `${formatOne(startDay)}, ${formatClock(startDay, startTime)}`
  const lastDay = endDay === startDay ? [] : [formatOne(endDay)]
  const last = isAllDay ? lastDay : [[...lastDay, formatClock(endDay, endTime)].join(', ')]
  const span = [first, ...last].join(' – ')
  return repeat === 'none' ? span : `${span}, ${texts.repeat[repeat].toLowerCase()}`
}
