import { setNonce } from 'get-nonce'
import { systemClock } from '#src/lib/clock.ts'
import { followKeyboard } from '#src/lib/keyboard.ts'
import { watchReleases } from '#src/lib/new-release.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore, followOtherTabs } from '#src/platform/auth/auth-store.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { loadRawConfig } from '#src/platform/config/raw-config.ts'
import { startPreferences } from '#src/platform/preferences/preferences-store.ts'
import { startTheme } from '#src/platform/theme/apply-theme.ts'
import { startApiErrors } from '#src/app/errors/api-errors.ts'

const API_BASE = '/api'
const CODE_RETRY_DELAY_MS = 3_000

export const start = (): void => {
  allowStyleElements()
  startTheme()
  startPreferences()
  startApiErrors()
  watchReleases()
  followKeyboard()
  followOtherTabs(authStore, browserStorage)
}

/** Radix adds style elements while a dialog is open. The content security policy requires this page's nonce on them. */
const allowStyleElements = () => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce !== undefined && nonce !== '') setNonce(nonce)
}

/** Loads the session and the server's configuration, once per page. The first screen does not wait for it. */
export const loadSessionAndConfig = (): void => {
  if (authStore.getState().status !== 'unauthenticated') void startSession()
  void loadRawConfig(API_BASE)
}

const startSession = async () => {
  try {
    const { session } = await loadSession()
    session.start()
  } catch (error) {
    console.warn('The session could not be started', error)
    await systemClock.sleep(CODE_RETRY_DELAY_MS)
    await startSession()
  }
}
