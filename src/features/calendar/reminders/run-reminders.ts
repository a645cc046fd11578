import { notifications, notify } from '#src/platform/notifications/notifications.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { wallToDay, formatIsoDate } from '#src/features/calendar/model/civil.ts'
import { formatSpan } from '#src/features/calendar/views/format.ts'
import {
  LOOK_AHEAD_MS,
  listDueReminders,
  listLateReminders,
  findNextReminder,
  type Reminder,
} from './reminders.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'
import { showToast, toastStore, type ToastRequest } from '#src/ui/toast/toast-store.ts'

/**
 * Shows a toast that reappears after another one, until it is closed or was shown for its full time. Returns a
 * function that ends it.
 */
const showLastingToast = (request: ToastRequest): (() => void) => {
  let id = showToast(request)
  const stop = toastStore.subscribe(({ toast }) => {
    if (toast === null || (toast.id === id && !toast.isOpen)) stop()
    // The other toast has closed.
    else if (toast.id !== id && !toast.isOpen) id = showToast(request)
  })
  return stop
}

/** Longer than other toasts, because the user does not expect it. */
const REMINDER_TOAST_MS = 30_000
const CALENDAR_PATH = '/calendar'

/** Returns whether the notification is new. */
const addNotification = ({ occurrence, atMs }: Reminder): boolean =>
  notify({
    id: `reminder:${occurrence.event.id}:${atMs}`,
    kind: 'reminder',
    title: texts.reminder.one(occurrence.event.title),
    text: formatSpan(occurrence),
    path: `${CALENDAR_PATH}?day=${formatIsoDate(wallToDay(occurrence.startMs))}`,
    isSilent: true,
  })

/** Shows reminders in one toast. Returns a function that ends it. */
const showReminders = (due: readonly [Reminder, ...Reminder[]]): (() => void) => {
  const [first] = due
  const { event, startMs } = first.occurrence
  const lines = due.map(({ occurrence }) => {
    const span = formatSpan(occurrence)
    return due.length === 1
      ? [span, occurrence.event.place].filter((part) => part !== '').join(' · ')
      : `${texts.reminder.one(occurrence.event.title)}, ${span}`
  })
  if (!notifications.allowsToast('reminder')) return () => undefined
  return showLastingToast({
    title: due.length === 1 ? texts.reminder.one(event.title) : texts.reminder.several(due.length),
    description: lines.join('\n'),
    durationMs: REMINDER_TOAST_MS,
    action: {
      label: texts.reminder.open,
      onSelect: () => void openApp(`${CALENDAR_PATH}?day=${formatIsoDate(wallToDay(startMs))}`),
    },
  })
}

/**
 * Shows reminders when they are due, missed ones when the computer wakes up, and those of future events that were due
 * while no page was open or before the event was added. Returns a function that stops it.
 */
export const runReminders = (calendar: Calendar): (() => void) => {
  let seenMs = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const shown: (() => void)[] = []
  /** Keys of late reminders, which are shown once even if their notifications are cleared. */
  const late = new Set<string>()
  const isFirst = ({ occurrence, atMs }: Reminder): boolean => {
    const key = `${occurrence.event.id}:${atMs}`
    if (late.has(key)) return false
    late.add(key)
    return true
  }

  const look = () => {
    clearTimeout(timer)
    const nowMs = Date.now()
    const { events } = calendar.store.getState()
    const due = listDueReminders(events, seenMs, nowMs, getLocalZone())
    for (const one of due) addNotification(one)
    const missed = listLateReminders(events, nowMs, getLocalZone())
      .filter(isFirst)
      .filter(addNotification)
    const [first, ...rest] = [...due, ...missed]
    if (first !== undefined) shown.push(showReminders([first, ...rest]))
    seenMs = nowMs
    const nextMs = findNextReminder(events, nowMs, getLocalZone())
    timer = setTimeout(look, nextMs === null ? LOOK_AHEAD_MS : Math.max(0, nextMs - nowMs))
  }
  const lookWhenShown = () => {
    if (document.visibilityState === 'visible') look()
  }

  const stopFollowing = calendar.follow()
  look()
  const stopListening = calendar.store.subscribe((now, before) => {
    if (now.events !== before.events) look()
  })
  document.addEventListener('visibilitychange', lookWhenShown)
  return () => {
    clearTimeout(timer)
    stopFollowing()
    stopListening()
    for (const end of shown) end()
    document.removeEventListener('visibilitychange', lookWhenShown)
  }
}
