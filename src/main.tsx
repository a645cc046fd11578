import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginScreen, SignedIn } from '#src/app/halves.tsx'
import { Root } from '#src/app/root.tsx'
import { start } from '#src/app/start.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
import './index.css'

// The chunk that will be shown travels while React is still starting.
const half = authStore.getState().status === 'unauthenticated' ? LoginScreen : SignedIn
// One that does not arrive is fetched again where it is shown, which says so.
half.preload().catch(() => undefined)
start()

const container = document.querySelector('#root')
if (container === null) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
