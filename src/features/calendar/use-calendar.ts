import { useEffect, useMemo, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useUserId } from '#src/platform/auth/auth-store.ts'
import { dismissToast, showToast, toastStore } from '#src/ui/toast/toast-store.ts'
import { getCalendar, type Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { HOUR_MS, MINUTE_MS, type WallMs } from '#src/features/calendar/model/civil.ts'
import { indexOccurrences, type OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import type { Change } from '#src/features/calendar/model/series.ts'
import { texts } from './texts.ts'
import { instantToWall, getLocalZone } from '#src/features/calendar/model/zones.ts'

export const useCalendar = (): Calendar => {
  const userId = useUserId()
  const calendar = useMemo(() => getCalendar(userId), [userId])
  useEffect(() => calendar.follow(), [calendar])
  return calendar
}

export const useOccurrences = (calendar: Calendar): OccurrenceIndex => {
  const events = useStore(calendar.store, (state) => state.events)
  return useMemo(() => indexOccurrences(events, getLocalZone()), [events])
}

export const changeWithUndo = (calendar: Calendar, change: Change, title: string): void => {
  const undo = calendar.change(change)
  showToast({ title, action: { label: texts.toasts.undo, onSelect: undo } })
}

/** Runs the undo that the current toast offers. Returns false if it offers none. */
export const undoOffered = (): boolean => {
  const { toast } = toastStore.getState()
  if (toast?.isOpen !== true || toast.action?.label !== texts.toasts.undo) return false
  toast.action.onSelect()
  dismissToast(toast.id)
  return true
}

export const readNow = (): WallMs => instantToWall(Date.now(), getLocalZone())

/** Returns the time on the wall clock, updated every full minute or hour. */
export const useNow = (every: 'minute' | 'hour'): WallMs => {
  const [now, setNow] = useState(readNow)
  useEffect(() => {
    const stepMs = every === 'minute' ? MINUTE_MS : HOUR_MS
    const timer = setTimeout(() => setNow(readNow()), stepMs - (now % stepMs))
    return () => clearTimeout(timer)
  }, [now, every])
  return now
}

/** Returns true while an element is narrower than `widthPx`; false where it cannot be measured. */
export const useIsNarrow = (
  elementRef: RefObject<HTMLElement | null>,
  widthPx: number,
): boolean => {
  const [isNarrow, setIsNarrow] = useState(false)
  useEffect(() => {
    const element = elementRef.current
    if (element === null || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      if (width > 0) setIsNarrow(width < widthPx)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [elementRef, widthPx])
  return isNarrow
}
