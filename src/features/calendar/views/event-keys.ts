import { useEffect, useRef, type RefObject } from 'react'
import { AGENDA_DAYS, type Place, type View } from '#src/features/calendar/calendar-keys.ts'
import type { Editor } from '#src/features/calendar/editor/use-editor.ts'
import {
  DAY_MS,
  DAYS_IN_WEEK,
  HOUR_MS,
  STEP_MS,
  wallToDay,
  type Day,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import type { Occurrence, OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { isSeries } from '#src/features/calendar/model/series.ts'
import { coversDays, getLastDay } from './layout.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

type Times = { startMs: WallMs; endMs: WallMs }

/** Returns the length of a step up or down: a week in the month, a day in the agenda, minutes among hours. */
const getRowMs = (occurrence: Occurrence, view: View): number => {
  if (view === 'month') return DAYS_IN_WEEK * DAY_MS
  if (view === 'agenda') return DAY_MS
  return coversDays(occurrence) ? 0 : STEP_MS
}

/** Returns an event's times after a key: Alt and an arrow move it, Shift and an arrow move its end. Null for other keys. */
const nudgeByKey = (
  occurrence: Occurrence,
  { key, altKey, shiftKey, ctrlKey, metaKey }: KeyPress,
  view: View,
): Times | null => {
  const rowMs = getRowMs(occurrence, view)
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

/** Returns the day to show after a move: the agenda scrolls only if the event has left its days. */
const followDay = (moved: Occurrence, day: Day, view: View): Day => {
  const firstDay = wallToDay(moved.startMs)
  return view === 'agenda'
    ? Math.max(firstDay - AGENDA_DAYS + 1, Math.min(day, firstDay))
    : Math.max(firstDay, Math.min(day, getLastDay(moved)))
}

type Move = { moved: Occurrence; fromKey: string; before: OccurrenceIndex }

/** Returns the keys that the moved event may have now, best first. Moving a part of a series gives it a new id. */
const listKeys = ({ moved, fromKey, before }: Move, now: OccurrenceIndex): string[] => {
  const { startMs, event } = moved
  const findKeys = (index: OccurrenceIndex) =>
    index
      .between(startMs, startMs + 1)
      .filter((one) => one.startMs === startMs && one.event.title === event.title)
      .map(({ key }) => key)
  const known = new Set(findKeys(before))
  const there = findKeys(now)
  return [...there.filter((key) => !known.has(key)), fromKey, ...there]
}

/** Returns the button of the moved event in the current calendar. */
const findButton = (
  root: HTMLElement | null,
  move: Move | null,
  now: OccurrenceIndex,
): HTMLElement | null => {
  for (const key of move === null ? [] : listKeys(move, now)) {
    const button = root?.querySelector<HTMLElement>(`[data-occurrence="${CSS.escape(key)}"]`)
    if (button !== null && button !== undefined) return button
  }
  return null
}

/** More than any view shows. */
const NEAR_MS = 50 * DAY_MS

type EventKeysOptions = {
  rootRef: RefObject<HTMLElement | null>
  occurrences: OccurrenceIndex
  editor: Editor
}

/** Moves the focused event by keys. Keeps the focus on it, also after undo. */
export const useEventKeys = ({ rootRef, occurrences, editor }: EventKeysOptions) => {
  const moveRef = useRef<Move | null>(null)
  const isMovingRef = useRef(false)
  const nowRef = useRef(occurrences)
  useEffect(() => {
    nowRef.current = occurrences
    const { activeElement, body } = document
    const isLost = isMovingRef.current || activeElement === null || activeElement === body
    isMovingRef.current = false
    if (moveRef.current === null || !isLost) return
    // Undo can move it out of view. With the focus on the window, the keys of the calendar still work.
    const root = rootRef.current
    const button = findButton(root, moveRef.current, occurrences)
    const target = button ?? root?.closest<HTMLElement>('[data-window]')
    target?.focus()
  }, [occurrences, rootRef])

  /** Returns the place to show after the key; null for keys that do not change an event. */
  const onEventKey = (pressed: KeyboardEvent, place: Place, view: View): Place | null => {
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
    const moved = { ...occurrence, ...times }
    moveRef.current = { moved, fromKey: key, before: occurrences }
    // For a series, a dialog asks first.
    isMovingRef.current = !isSeries(occurrence.event)
    editor.move(occurrence, { ...times, isAllDay: occurrence.event.isAllDay })
    const firstDay = wallToDay(moved.startMs)
    return {
      day: followDay(moved, place.day, view),
      hour: coversDays(moved)
        ? place.hour
        : Math.floor((moved.startMs - firstDay * DAY_MS) / HOUR_MS),
    }
  }

  return {
    onEventKey,
    /** Returns the event to focus when the dialog about its series closes; null if no key moved it. */
    findFocusAfterDialog: (asked: Occurrence): HTMLElement | null =>
      moveRef.current?.fromKey === asked.key
        ? findButton(rootRef.current, moveRef.current, nowRef.current)
        : null,
  }
}
