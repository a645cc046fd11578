import { useEffect } from 'react'
import { wakeReminders } from '#src/features/calendar/wake-reminders.ts'
import { useAuth } from '#src/platform/auth/auth-state.ts'
import { startAppearance } from '#src/platform/theme/apply-appearance.ts'

/** Reminders may come this much late; the screen comes first. */
const REMINDERS_AFTER_MS = 2_000

/** What runs beside every signed-in screen. */
export const BackgroundWork = () => {
  const userId = useAuth(({ user }) => (user === null ? null : String(user.id)))
  useEffect(() => startAppearance(), [])
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    const follow = async () => {
      const { followAddedApps } = await import('./added-apps.ts')
      if (!isOver) stop = followAddedApps()
    }
    follow().catch((error: unknown) => {
      console.warn('The lists of apps could not be followed', error)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
  useEffect(() => {
    if (userId === null) return undefined
    const timer = setTimeout(() => {
      wakeReminders(userId).catch((error: unknown) => {
        console.warn('Reminders could not be started', error)
      })
    }, REMINDERS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [userId])
  return null
}
