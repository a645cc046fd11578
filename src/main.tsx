import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginScreen, SignedIn } from '#src/app/halves.tsx'
import { reportCrash } from '#src/app/errors/report-crash.ts'
import { Root } from '#src/app/root.tsx'
import { start } from '#src/app/start.ts'
import { renderInLongSlices } from '#src/lib/render-slices.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import './index.css'

/** A spinner that stood for a few frames would only be flicker; one that comes later says that something is on its way. */
const GRACE_MS = 200

// The screen that will be shown travels while React is still starting.
const half = authStore.getState().status === 'unauthenticated' ? LoginScreen : SignedIn
// One that does not arrive is fetched again where it is shown, which says so.
const screen = half.preload().catch(() => undefined)
start()

const container = document.querySelector('#root')
if (container === null) throw new Error('index.html has no #root')
const root = createRoot(container, {
  onCaughtError: (error, info) => {
    console.error(error)
    reportCrash(error, info)
  },
  onUncaughtError: (error, info) => {
    reportError(error)
    reportCrash(error, info)
  },
})
renderInLongSlices()
const show = () =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  )
// Not awaited here: the screens import this file's chunk, and would wait for it in turn.
void Promise.race([screen, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]).then(show)
