import { systemClock } from '#src/lib/clock.ts'
import { watchReleases } from '#src/lib/new-release.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore, followOtherTabs } from '#src/platform/auth/auth-store.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { loadServerFacts } from '#src/platform/config/server-facts.ts'
import { startTheme } from '#src/platform/theme/apply-theme.ts'
import { startApiErrors } from '#src/app/errors/api-errors.ts'

const API_BASE = '/api'
const CODE_RETRY_DELAY_MS = 3_000

/** Wires what runs beside the screens; once a page. */
export const start = (): void => {
  startTheme()
  startApiErrors()
  watchReleases()
  followOtherTabs(authStore, browserStorage)
}

/** The mark in the browser's tab, which index.html leaves empty: it would be a request before the first frame. */
export const showPageIcon = (): void =>
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg')

/** Asks the server what the screens can do without at first; once a page, when the first has been painted. */
export const askServer = (): void => {
  if (authStore.getState().status !== 'unauthenticated') void validate()
  void loadServerFacts(API_BASE)
}

const validate = async () => {
  try {
    const { session } = await loadSession()
    session.start()
  } catch (error) {
    console.warn('The session could not be started', error)
    await systemClock.sleep(CODE_RETRY_DELAY_MS)
    await validate()
  }
}
