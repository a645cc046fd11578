import { useEffect } from 'react'
import { startCalendar } from '#src/features/calendar/start-calendar.ts'
import { combineStops } from '#src/lib/combine-stops.ts'
import { systemClock } from '#src/lib/clock.ts'
import { notifyAddedListsChange } from '#src/platform/apps/app-list-changes.ts'
import { afterPaint } from '#src/lib/next-frame.ts'
import { appRegistry, setAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { notifications, notify } from '#src/platform/notifications/notifications.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { followDesktop } from '#src/platform/desktop-sync/start-sync.ts'
import { readUserId, useAuth } from '#src/platform/auth/auth-store.ts'
import { startAppearance } from '#src/platform/theme/apply-appearance.ts'
import { keepTrying } from '#src/lib/sync/keep-trying.ts'

/** The calendar and chat lists load after the screen. */
const BACKGROUND_AFTER_MS = 2_000

const rememberChats = async (userId: string) =>
  (await import('#src/features/chat/list/remember-chats.ts')).rememberChats(userId)

/** Shows the notifications that “Notify me” promised for apps that were coming soon. */
const notifyOfLaunches = () => {
  const { awaited } = notifications.store.getState()
  for (const app of appRegistry.getState().builtIn) {
    if (app.status !== 'online' || !awaited.includes(app.id)) continue
    notifications.toggleAwaited(app.id)
    notify({
      id: `launched:${app.id}`,
      kind: 'app',
      title: `${app.title} is here`,
      text: app.description,
      path: app.path,
    })
  }
}

/** Loads the sources of notifications. Returns a function that starts them, and returns one that stops them. */
const loadNotifications = async () => {
  const [
    { watchRuns },
    { watchCredits },
    { pollNotifications },
    { TOPIC_NOTIFICATIONS },
    { WALLET_NOTIFICATIONS },
    { ALERT_NOTIFICATIONS },
    { getQueryClient },
  ] = await Promise.all([
    import('./run-notifications.ts'),
    import('./credit-notifications.ts'),
    import('./poll-notifications.ts'),
    import('./topic-notifications.ts'),
    import('./wallet-notifications.ts'),
    import('./alert-notifications.ts'),
    import('#src/app/query-scope.tsx'),
  ])
  const watched = {
    queries: getQueryClient(),
    clock: systemClock,
    storage: getPersonalStorage,
  }
  return () =>
    combineStops(
      watchRuns(watched),
      watchCredits(watched),
      pollNotifications(watched, TOPIC_NOTIFICATIONS),
      pollNotifications(watched, WALLET_NOTIFICATIONS),
      pollNotifications(watched, ALERT_NOTIFICATIONS),
    )
}

export const BackgroundWork = () => {
  const userId = useAuth(readUserId)
  useEffect(() => startAppearance(), [])
  useEffect(() => {
    // Reloads a list that failed to load while offline.
    window.addEventListener('online', notifyAddedListsChange)
    return () => window.removeEventListener('online', notifyAddedListsChange)
  }, [])
  useEffect(() => {
    const over = new AbortController()
    const follow = async () => {
      const { followAddedApps } = await import('#src/app/follow-added-apps.ts')
      if (!over.signal.aborted) over.signal.addEventListener('abort', followAddedApps())
    }
    const onFailure = (error: unknown) => {
      console.warn('The lists of apps could not be followed', error)
      setAddedApps([], 'failed')
    }
    const cancel = afterPaint(() => void keepTrying(follow, { signal: over.signal, onFailure }))
    return () => {
      cancel()
      over.abort()
    }
  }, [])
  useEffect(() => (userId === null ? undefined : followDesktop(userId)), [userId])
  useEffect(() => {
    if (userId === null) return undefined
    const over = new AbortController()
    const watch = async () => {
      const start = await loadNotifications()
      if (!over.signal.aborted) over.signal.addEventListener('abort', start())
    }
    const timer = setTimeout(() => {
      notifyOfLaunches()
      const { signal } = over
      void keepTrying(watch, {
        signal,
        onFailure: (error) => console.warn('Runs could not be watched', error),
      })
      void keepTrying(() => startCalendar(userId), {
        signal,
        onFailure: (error) => console.warn('The calendar could not be started', error),
      })
      rememberChats(userId).catch(() => undefined)
    }, BACKGROUND_AFTER_MS)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [userId])
  return null
}
