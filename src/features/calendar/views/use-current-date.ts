import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import {
  findPlaceByKey,
  findShortcut,
  type Place,
  type View,
} from '#src/features/calendar/calendar-keys.ts'
import { undoOffered } from '#src/features/calendar/use-calendar.ts'
import { matches, parseKeys } from '#src/platform/shortcuts/keys.ts'
import { thisKeyboard } from '#src/platform/shortcuts/keyboard-type.ts'
import {
  wallToDay,
  formatIsoDate,
  parseWall,
  type Day,
} from '#src/features/calendar/model/civil.ts'

const FIRST_HOUR = 9
const UNDO_KEYS = parseKeys('Mod+Z')

const readDayInPath = (path: string): Day | null => {
  const text = new URLSearchParams(path.split('?')[1] ?? '').get('day')
  const wallMs = text === null ? null : parseWall(text)
  return wallMs === null ? null : wallToDay(wallMs)
}

type PlaceOptions = {
  path: string
  today: Day
  firstWeekday: number
  rootRef: RefObject<HTMLElement | null>
  /** False while something covers the calendar. */
  isListening: boolean
  onNew: (place: Place, view: View) => void
  /** Returns the place to go to after a key that changes an event; null for other keys. */
  onEventKey: (event: KeyboardEvent, place: Place, view: View) => Place | null
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea') !== null

/** Returns the keyboard's place and the view around it, which keys pressed anywhere in the window move. */
export const usePlace = (options: PlaceOptions) => {
  const { path, today, rootRef } = options
  const [view, setView] = useState<View>('month')
  const [place, setPlace] = useState<Place>({ day: readDayInPath(path) ?? today, hour: FIRST_HOUR })
  const [shownPath, setShownPath] = useState(path)
  const takesFocusRef = useRef(false)

  // The address names another day, for example from a reminder.
  if (path !== shownPath) {
    setShownPath(path)
    setPlace({ ...place, day: readDayInPath(path) ?? place.day })
  }

  useEffect(() => {
    if (!takesFocusRef.current) return
    takesFocusRef.current = false
    const day = `[data-day="${formatIsoDate(place.day)}"]`
    const wanted =
      view === 'week' || view === 'day'
        ? `.week ${day}[data-hour="${place.hour}"]`
        : `.month ${day}`
    rootRef.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [place, view, rootRef])

  const latestRef = useRef({ ...options, view, place })
  useEffect(() => {
    latestRef.current = { ...options, view, place }
  })
  // Keys work from the frame that shows the calendar.
  useLayoutEffect(() => {
    const root = rootRef.current
    // The window's frame has the focus when the window opens.
    const frame = root?.closest<HTMLElement>('[data-window]') ?? root
    const onKeyDown = (event: KeyboardEvent) => {
      const { isListening, view, place, today, firstWeekday, onNew, onEventKey } = latestRef.current
      if (!isListening || event.defaultPrevented || isTyping(event.target)) return
      if (matches(UNDO_KEYS, event, thisKeyboard) && undoOffered()) return event.preventDefault()
      const moved = onEventKey(event, place, view)
      if (moved !== null) {
        event.preventDefault()
        return setPlace(moved)
      }
      const isInGrid =
        event.target instanceof Element && event.target.closest('.calendar [role=grid]') !== null
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
      const next =
        isInGrid && isPlain ? findPlaceByKey(place, event.key, { view, firstWeekday }) : null
      const shortcut = next === null ? findShortcut(event) : null
      if (next === null && shortcut === null) return
      event.preventDefault()
      if (next !== null || shortcut === 'today') {
        takesFocusRef.current = true
        setPlace(next ?? { ...place, day: today })
      } else if (shortcut === 'new') onNew(place, view)
      else if (shortcut !== null) setView(shortcut)
    }
    frame?.addEventListener('keydown', onKeyDown)
    return () => frame?.removeEventListener('keydown', onKeyDown)
  }, [rootRef])

  return { view, setView, place, setPlace }
}
