import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { reportCrash } from '#src/app/errors/report-crash.ts'
import { Root } from '#src/app/root.tsx'
import { SignedIn } from '#src/app/signed-in.ts'
import { start } from '#src/app/start.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import './index.css'

/** How long the page waits for its first screen before it shows a spinner, which would only flicker sooner. */
const GRACE_MS = 200

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

const firstScreen =
  authStore.getState().status === 'unauthenticated' ? Promise.resolve() : SignedIn.preload()
const grace = new Promise((resolve) => setTimeout(resolve, GRACE_MS))
// A screen that fails to load is loaded again where it is rendered, which shows the failure.
void Promise.race([firstScreen.catch(() => undefined), grace]).then(() =>
  // A transition renders in small slices, between which the browser can paint and take input.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  ),
)
