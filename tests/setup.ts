import '@testing-library/jest-dom/vitest'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { setServerReached } from '#src/platform/auth/server-reach.ts'
import { countCallsUnderWay, forgetCallsUnderWay, network } from '#tests/mocks/server.ts'

/** A busy machine is slow, not wrong. */
const ASYNC_UTIL_TIMEOUT_MS = 10_000

/** What a handler that never answers costs at the end of a file. */
const LAST_CALLS_TIMEOUT_MS = 500

beforeAll(async () => {
  network.listen({ onUnhandledFrame: 'error' })
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: ASYNC_UTIL_TIMEOUT_MS })
})

// The test page has no pointer capture, which the toast library asks for on every press, no layout and
// no media queries, and cannot scroll.
if (typeof Element !== 'undefined') {
  document.elementFromPoint ??= () => null
  Element.prototype.hasPointerCapture ??= () => false
  Element.prototype.setPointerCapture ??= () => {}
  Element.prototype.releasePointerCapture ??= () => {}
  Element.prototype.scrollIntoView ??= () => {}
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
}

let consoleErrors: unknown[][] = []

beforeEach(() => {
  // A call of the file before may have failed after that file's last test.
  setServerReached(true)
  consoleErrors = []
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    consoleErrors.push(said)
  })
})

afterEach(async () => {
  if (typeof document !== 'undefined') {
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    window.sessionStorage.clear()
    await resetBrowserStores()
  }
  // Not before nothing is shown any more: what is asked last still has its handler.
  network.resetHandlers()
  const said = takeConsoleErrors()
  vi.restoreAllMocks()
  expect(said, 'console.error was called').toEqual([])
})

/** Every store of the page as after a first load with an empty storage. */
const resetBrowserStores = async () => {
  const [auth, registry, icons, theme, look, choices, windows, desktop, toasts, edits, notices] =
    await Promise.all([
      import('#src/platform/auth/auth-store.ts'),
      import('#src/platform/apps/app-registry-store.ts'),
      import('#src/platform/apps/desktop-icons-store.ts'),
      import('#src/platform/theme/theme-store.ts'),
      import('#src/platform/theme/appearance-store.ts'),
      import('#src/platform/preferences/preferences-store.ts'),
      import('#src/platform/windows/model/windows-store.ts'),
      import('#src/features/desktop/desktop-store.ts'),
      import('#src/ui/toast/toast-store.ts'),
      import('#src/features/agent-builder/editor/edited-agent.ts'),
      import('#src/platform/notifications/notifications.ts'),
    ])
  choices.preferences.setState(choices.preferences.getInitialState(), true)
  choices.startPreferences()()
  window.localStorage.clear()
  auth.authStore.setState({ status: 'unauthenticated', user: null, hasLoggedOut: false })
  registry.setAppRegistry([])
  registry.setAddedApps([])
  icons.desktopIcons.reload()
  theme.themes.reload()
  look.appearance.reload()
  windows.windows.reload()
  desktop.desktop.reset()
  toasts.resetToasts()
  edits.editedAgent.setState({ edited: null })
  notices.notifications.clear()
  notices.notifications.adoptChoices({ deliveries: {}, quiet: null })
}

afterAll(async () => {
  await waitForLastCalls()
  network.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (typeof document === 'undefined') return
  const { rawConfig } = await import('#src/platform/config/raw-config.ts')
  rawConfig.setState({ answer: undefined })
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const name of document.documentElement.getAttributeNames()) {
    document.documentElement.removeAttribute(name)
  }
  window.history.replaceState(null, '', '/')
})

/** Waits until the calls that the tests left under way, and those they lead to, are answered. */
const waitForLastCalls = async () => {
  vi.useRealTimers()
  const endsAt = performance.now() + LAST_CALLS_TIMEOUT_MS
  do {
    await new Promise((resolve) => setTimeout(resolve, 10))
  } while (countCallsUnderWay() > 0 && performance.now() < endsAt)
  forgetCallsUnderWay()
}

/** Messages of console.error in this test. A test takes those it expects; any other fails it. */
export const takeConsoleErrors = (): unknown[][] => {
  const said = consoleErrors
  consoleErrors = []
  return said
}
