import {
  DAYS_IN_WEEK,
  shiftMonths,
  getWeekStart,
  type Day,
} from '#src/features/calendar/model/civil.ts'

export type View = 'month' | 'week' | 'day' | 'agenda'

/** Number of days in the agenda. */
export const AGENDA_DAYS = 4 * DAYS_IN_WEEK

/** The keyboard's position: a day, and the hour of it where hours are shown. */
export type Place = { day: Day; hour: number }

type Look = { view: View; firstWeekday: number }

const LAST_HOUR = 23

const moveByRow = (place: Place, view: View, count: 1 | -1): Place =>
  view === 'month'
    ? { ...place, day: place.day + count * DAYS_IN_WEEK }
    : { ...place, hour: Math.min(LAST_HOUR, Math.max(0, place.hour + count)) }

const PAGE_DAYS = { week: DAYS_IN_WEEK, day: 1, agenda: AGENDA_DAYS } as const

export const turnPage = (day: Day, view: View, count: 1 | -1): Day =>
  view === 'month' ? shiftMonths(day, count) : day + count * PAGE_DAYS[view]

/** Returns the place that a key moves to; null for keys that do not move. */
export const findPlaceByKey = (
  place: Place,
  key: string,
  { view, firstWeekday }: Look,
): Place | null => {
  const { day } = place
  const first = getWeekStart(day, firstWeekday)
  switch (key) {
    case 'ArrowLeft':
      return { ...place, day: day - 1 }
    case 'ArrowRight':
      return { ...place, day: day + 1 }
    case 'ArrowUp':
      return moveByRow(place, view, -1)
    case 'ArrowDown':
      return moveByRow(place, view, 1)
    case 'Home':
      return { ...place, day: first }
    case 'End':
      return { ...place, day: first + DAYS_IN_WEEK - 1 }
    case 'PageUp':
      return { ...place, day: turnPage(day, view, -1) }
    case 'PageDown':
      return { ...place, day: turnPage(day, view, 1) }
    default:
      return null
  }
}

export type Shortcut = 'new' | 'today' | View

const SHORTCUTS: ReadonlyMap<string, Shortcut> = new Map([
  ['n', 'new'],
  ['t', 'today'],
  ['m', 'month'],
  ['w', 'week'],
  ['d', 'day'],
  ['a', 'agenda'],
])

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Returns the action of a single letter; null with a modifier key and for other keys. */
export const findShortcut = ({ key, ctrlKey, metaKey, altKey }: KeyPress): Shortcut | null =>
  ctrlKey || metaKey || altKey ? null : (SHORTCUTS.get(key.toLowerCase()) ?? null)
