import { useEffect, useRef, type RefObject } from 'react'
import type { Place, View } from '#src/features/calendar/calendar-keys.ts'
import type { Editor } from '#src/features/calendar/editor/use-editor.ts'
import {
  DAY_MS,
  DAYS_IN_WEEK,
  HOUR_MS,
  STEP_MS,
  wallToDay,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { isSeries } from '#src/features/calendar/model/series.ts'
import { coversDays, getLastDay } from './layout.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

type Times = { startMs: WallMs; endMs: WallMs }

const hasHours = (view: View): boolean => view === 'week' || view === 'day'

/** Returns an event's times after a key: Alt and an arrow move it, Shift and an arrow move its end. Null for other keys. */
const nudgeByKey = (
  occurrence: Occurrence,
  { key, altKey, shiftKey, ctrlKey, metaKey }: KeyPress,
  view: View,
): Times | null => {
  const rowMs = !hasHours(view) ? DAYS_IN_WEEK * DAY_MS : coversDays(occurrence) ? 0 : STEP_MS
  const steps = new Map([
    ['ArrowLeft', -DAY_MS],
    ['ArrowRight', DAY_MS],
    ['ArrowUp', -rowMs],
    ['ArrowDown', rowMs],
  ])
  const byMs = steps.get(key)
  if (byMs === undefined || ctrlKey || metaKey || altKey === shiftKey) return null
  const { startMs, endMs, event } = occurrence
  if (altKey) return { startMs: startMs + byMs, endMs: endMs + byMs }
  const isTooShort = endMs + byMs < startMs + (event.isAllDay ? DAY_MS : STEP_MS)
  return { startMs, endMs: isTooShort ? endMs : endMs + byMs }
}

/** More than any view shows. */
const NEAR_MS = 50 * DAY_MS

type EventKeysOptions = {
  rootRef: RefObject<HTMLElement | null>
  occurrences: OccurrenceIndex
  editor: Editor
}

/** Moves the event that has the focus by keys, and keeps the focus on it, also when the move is undone. */
export const useEventKeys = ({ rootRef, occurrences, editor }: EventKeysOptions) => {
  const movedRef = useRef<string | null>(null)
  const isMovingRef = useRef(false)
  useEffect(() => {
    const { activeElement, body } = document
    const isLost = isMovingRef.current || activeElement === null || activeElement === body
    isMovingRef.current = false
    if (movedRef.current === null || !isLost) return
    const root = rootRef.current
    const moved = root?.querySelector<HTMLElement>(`[data-event="${CSS.escape(movedRef.current)}"]`)
    // Undo can take it out of view. The window keeps the keys of the calendar working then.
    const target = moved ?? root?.closest<HTMLElement>('[data-window]')
    target?.focus()
  }, [occurrences, rootRef])

  /** Returns the place to show then; null for keys that do nothing to an event. */
  return (pressed: KeyboardEvent, place: Place, view: View): Place | null => {
    const { target } = pressed
    if (!(target instanceof Element)) return null
    const key = target.closest<HTMLElement>('[data-occurrence]')?.dataset['occurrence']
    if (key === undefined) return null
    const nearMs = place.day * DAY_MS
    const occurrence = occurrences
      .between(nearMs - NEAR_MS, nearMs + NEAR_MS)
      .find((one) => one.key === key)
    const times = occurrence === undefined ? null : nudgeByKey(occurrence, pressed, view)
    if (occurrence === undefined || times === null) return null
    if (times.startMs === occurrence.startMs && times.endMs === occurrence.endMs) return place
    // A series asks first.
    isMovingRef.current = !isSeries(occurrence.event)
    movedRef.current = isMovingRef.current ? occurrence.event.id : null
    editor.move(occurrence, times.startMs, times.endMs)
    const moved = { ...occurrence, ...times }
    const firstDay = wallToDay(moved.startMs)
    return {
      day: Math.max(firstDay, Math.min(place.day, getLastDay(moved))),
      hour: coversDays(moved)
        ? place.hour
        : Math.floor((moved.startMs - firstDay * DAY_MS) / HOUR_MS),
    }
  }
}
