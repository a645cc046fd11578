import { useStore } from 'zustand'
import { combineStops } from '#src/lib/combine-stops.ts'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isBetween, isRecord, isText, parseKnownText } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { getAppPath } from '#src/platform/apps/app-path.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { openOnDesktop } from '#src/platform/windows/open-app.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { announce } from '#src/ui/feedback/announcer.tsx'
import { dismissToast, showToast } from '#src/ui/toast/toast-store.ts'

const KEY = 'notifications'
const MAX_NOTIFICATIONS = 100
const MAX_TEXT = 300
const MAX_PATH = 2_000
const DAY_MINUTES = 24 * 60

export const NOTIFICATION_KINDS = [
  'report',
  'payment',
  'topic',
  'wallet',
  'price',
  'reminder',
  'app',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Listed with a toast, only listed, or ignored. */
export const DELIVERIES = ['toast', 'list', 'off'] as const
export type Delivery = (typeof DELIVERIES)[number]

export type Notification = {
  id: string
  kind: NotificationKind
  title: string
  text: string
  /** Opens the window that the notification is about. */
  path: string
  atMs: number
  isRead: boolean
  /** True for a run that failed. */
  isFailure: boolean
}

export type NotificationRequest = Pick<Notification, 'kind' | 'title' | 'text' | 'path'> & {
  /** Names the event, so that it is listed once even if several parts of the product or tabs report it. */
  id?: string
  isFailure?: boolean
  /** True when the caller shows a toast of its own, or none is needed. */
  isSilent?: boolean
}

/** Minutes after midnight. A range such as 22:00 to 07:00 passes midnight. */
export type QuietHours = { isOn: boolean; fromMinute: number; toMinute: number }

type Notifications = {
  /** Newest first, at most `MAX_NOTIFICATIONS`. */
  all: readonly Notification[]
  quiet: QuietHours
  deliveries: Readonly<Record<NotificationKind, Delivery>>
  /** Paths of apps whose windows have something new to show. */
  attention: readonly string[]
  /** Ids of coming apps for which the user pressed “Notify me”. */
  awaited: readonly string[]
}

const DEFAULT_QUIET_HOURS: QuietHours = { isOn: false, fromMinute: 22 * 60, toMinute: 7 * 60 }

const readNotification = (saved: unknown): Notification[] => {
  if (!isRecord(saved)) return []
  const { id, title, text, path, atMs, isRead, isFailure } = saved
  const kind = parseKnownText(NOTIFICATION_KINDS, saved['kind'], null)
  return kind !== null &&
    isText(id, MAX_TEXT) &&
    isText(title, MAX_TEXT) &&
    isText(text, MAX_TEXT) &&
    isText(path, MAX_PATH) &&
    isBetween(atMs, 0, Number.MAX_SAFE_INTEGER)
    ? [
        {
          id,
          kind,
          title,
          text,
          path,
          atMs,
          isRead: isRead === true,
          isFailure: isFailure === true,
        },
      ]
    : []
}

const readTexts = (saved: unknown): string[] =>
  Array.isArray(saved)
    ? saved.filter((one) => isText(one, MAX_TEXT)).slice(0, MAX_NOTIFICATIONS)
    : []

const readQuiet = (saved: unknown): QuietHours => {
  if (!isRecord(saved)) return DEFAULT_QUIET_HOURS
  const { isOn, fromMinute, toMinute } = saved
  return isBetween(fromMinute, -1, DAY_MINUTES) && isBetween(toMinute, -1, DAY_MINUTES)
    ? { isOn: isOn === true, fromMinute, toMinute }
    : DEFAULT_QUIET_HOURS
}

const readDeliveries = (saved: unknown): Notifications['deliveries'] => {
  const fields = isRecord(saved) ? saved : {}
  const readDelivery = (kind: NotificationKind) => parseKnownText(DELIVERIES, fields[kind], 'toast')
  return {
    report: readDelivery('report'),
    payment: readDelivery('payment'),
    topic: readDelivery('topic'),
    wallet: readDelivery('wallet'),
    price: readDelivery('price'),
    reminder: readDelivery('reminder'),
    app: readDelivery('app'),
  }
}

const readNotifications = (saved: unknown): Notifications => {
  const fields = isRecord(saved) ? saved : {}
  const all = Array.isArray(fields['all']) ? fields['all'] : []
  return {
    all: all.flatMap(readNotification).slice(0, MAX_NOTIFICATIONS),
    quiet: readQuiet(fields['quiet']),
    deliveries: readDeliveries(fields['deliveries']),
    attention: readTexts(fields['attention']),
    awaited: readTexts(fields['awaited']),
  }
}

/** Returns true within quiet hours, in local time. `fromMinute` is included, `toMinute` is not. */
export const isQuietAt = ({ isOn, fromMinute, toMinute }: QuietHours, now: Date): boolean => {
  if (!isOn) return false
  const minute = now.getHours() * 60 + now.getMinutes()
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute
}

const cut = (text: string) => text.slice(0, MAX_TEXT)

export const createNotifications = (storage: () => TextStorage, now: () => Date) => {
  const store = createPersistedStore({ name: KEY, version: 1, storage, read: readNotifications })
  const change = (patch: Partial<Notifications>) => store.setState(patch)
  const markWhere = (matches: (one: Notification) => boolean) =>
    change({
      all: store.getState().all.map((one) => (matches(one) ? { ...one, isRead: true } : one)),
    })
  return {
    store,
    /** Adds a notification. Returns false when it is listed already, or its kind is off. */
    add: ({ kind, title, text, path, id, isFailure = false }: NotificationRequest): boolean => {
      // Another tab may have added some since.
      if (storage().get(KEY) !== null) void store.persist.rehydrate()
      const { all, attention, deliveries } = store.getState()
      if (deliveries[kind] === 'off') return false
      const atMs = now().getTime()
      const key = id ?? `${kind}:${path}:${atMs}`
      if (all.some((one) => one.id === key)) return false
      const texts = { title: cut(title), text: cut(text) }
      const added = { id: key, kind, ...texts, path, atMs, isRead: false, isFailure }
      const app = getAppPath(path)
      change({
        all: [added, ...all].slice(0, MAX_NOTIFICATIONS),
        attention: [...attention.filter((other) => other !== app), app].slice(-MAX_NOTIFICATIONS),
      })
      return true
    },
    /** False for a kind that is switched off, and in quiet hours. */
    allowsToast: (kind: NotificationKind): boolean => {
      const { deliveries, quiet } = store.getState()
      return deliveries[kind] === 'toast' && !isQuietAt(quiet, now())
    },
    markRead: (id: string) => markWhere((one) => one.id === id),
    markPathRead: (path: string) => {
      const isNew = (one: Notification) => one.path === path && !one.isRead
      if (store.getState().all.some(isNew)) markWhere(isNew)
    },
    markLatestRead: () => {
      const [latest] = store.getState().all
      if (latest !== undefined) markWhere((one) => one.id === latest.id)
    },
    markAllRead: () => markWhere(() => true),
    clear: () => change({ all: [], attention: [] }),
    setQuiet: (quiet: QuietHours) => change({ quiet }),
    setDelivery: (kind: NotificationKind, delivery: Delivery) =>
      change({ deliveries: { ...store.getState().deliveries, [kind]: delivery } }),
    /** Replaces the choices by those of another browser. Unreadable values get their default. */
    adoptChoices: ({ deliveries, quiet }: { deliveries: unknown; quiet: unknown }) =>
      change({ deliveries: readDeliveries(deliveries), quiet: readQuiet(quiet) }),
    clearAttention: (path: string) => {
      const app = getAppPath(path)
      const { attention } = store.getState()
      if (attention.includes(app)) change({ attention: attention.filter((one) => one !== app) })
    },
    toggleAwaited: (appId: string) => {
      const { awaited } = store.getState()
      change({
        awaited: awaited.includes(appId)
          ? awaited.filter((id) => id !== appId)
          : [...awaited, appId],
      })
    },
    reload: () => void store.persist.rehydrate(),
    watchOtherTabs: () =>
      storage().onForeignChange((key) => {
        if (key === KEY || key === null) void store.persist.rehydrate()
      }),
  }
}

export const notifications = createNotifications(getPersonalStorage, () => new Date())
onUserChange(notifications.reload)

const getActivePath = (): string | null => {
  const { activeId, windows: open } = windows.store.getState()
  return activeId === null ? null : (open[activeId]?.path ?? null)
}

/** Paths of results shown outside their windows, such as in a chat, once for each place. */
const shownResults: string[] = []
let lastToast: { id: number; path: string } | null = null

/**
 * Marks the result at a path as seen until the returned function is called: its notifications are read and need no toast.
 * Dismisses a toast about it that is shown now.
 */
export const showResult = (path: string): (() => void) => {
  shownResults.push(path)
  notifications.markPathRead(path)
  if (lastToast?.path === path) dismissToast(lastToast.id)
  return () => {
    shownResults.splice(shownResults.indexOf(path), 1)
  }
}

/** Returns true if the window of a path is active, or its result is on the screen. */
const isInView = (path: string): boolean => {
  const active = getActivePath()
  const isWindow = active !== null && getAppPath(active) === getAppPath(path)
  return document.visibilityState === 'visible' && (isWindow || shownResults.includes(path))
}

/**
 * Adds a notification to the notification center. Shows it as a toast as well, unless its window or result is in view, its
 * kind has no toasts, or these are quiet hours. A price alert always counts as out of view. Returns false when it is
 * listed already, or its kind is off.
 */
export const notify = ({ isSilent = false, ...request }: NotificationRequest): boolean => {
  if (!notifications.add(request)) return false
  if (request.kind !== 'price' && isInView(request.path)) {
    notifications.clearAttention(request.path)
    notifications.markLatestRead()
    announce(`${request.title}. ${request.text}`)
    return true
  }
  if (isSilent || !notifications.allowsToast(request.kind)) return true
  const id = showToast({
    title: request.title,
    description: request.text,
    action: { label: 'Open', onSelect: () => openOnDesktop(request.path) },
  })
  lastToast = { id, path: request.path }
  return true
}

/** Clears the dock mark of an app when its window comes to the front. Returns an unsubscribe function. */
export const followAttention = (): (() => void) => {
  const clearActive = () => {
    const path = getActivePath()
    if (path !== null) notifications.clearAttention(path)
  }
  return combineStops(windows.store.subscribe(clearActive), notifications.watchOtherTabs())
}

export const useNotifications = () => useStore(notifications.store, (state) => state.all)
export const useQuietHours = () => useStore(notifications.store, (state) => state.quiet)
export const useDeliveries = () => useStore(notifications.store, (state) => state.deliveries)
export const useAttention = () => useStore(notifications.store, (state) => state.attention)
export const useIsAwaited = (appId: string): boolean =>
  useStore(notifications.store, (state) => state.awaited.includes(appId))
