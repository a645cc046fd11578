import { formatDate } from '#src/lib/dates.ts'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { DAY_MS, parseWall } from '#src/features/calendar/model/civil.ts'
import { indexOccurrences, type Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { deleteOccurrence } from '#src/features/calendar/model/series.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'

export type FoundEvent = {
  key: string
  title: string
  /** `Sat, Nov 21, 9:00 AM`. */
  when: string
  /** Deletes this occurrence only. Returns the function that restores it. */
  remove: () => () => void
}

const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')

/**
 * Returns the occurrences from one local date to another, both included, with a word of the title (over two letters) in
 * their title or place. All of them without such a word.
 */
export const findEvents = (
  userId: string,
  { from, to, title }: { from: string; to: string; title: string },
): FoundEvent[] => {
  const fromMs = parseWall(from)
  const toMs = parseWall(to)
  if (fromMs === null || toMs === null) return []
  const calendar = getCalendar(userId)
  calendar.reload()
  const { events } = calendar.store.getState()
  const words = normalizeText(title)
    .split(' ')
    .filter((word) => word.length > 2)
  const fits = (occurrence: Occurrence) =>
    words.length === 0 ||
    words.some((word) =>
      normalizeText(`${occurrence.event.title} ${occurrence.event.place}`).includes(word),
    )
  return indexOccurrences(events, getLocalZone())
    .between(fromMs, toMs + DAY_MS)
    .filter(fits)
    .map((occurrence) => ({
      key: occurrence.key,
      title: occurrence.event.title,
      when: formatStart(occurrence),
      remove: () =>
        calendar.change(deleteOccurrence(occurrence, 'one', calendar.store.getState().events)),
    }))
}

const formatStart = ({ event, startMs }: Occurrence): string => {
  // Wall times are stored as if in UTC.
  const local = new Date(new Date(startMs).toISOString().slice(0, 19))
  return formatDate(local, event.isAllDay ? 'full date' : 'date and clock')
}
