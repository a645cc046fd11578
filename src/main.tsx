import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchLogin, fetchSignedIn } from '#src/app/chunks.ts'
import { Root } from '#src/app/root.tsx'
import { start } from '#src/app/start.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
import './index.css'

// The chunk that will be shown travels while React is still starting.
void (authStore.getState().status === 'unauthenticated' ? fetchLogin() : fetchSignedIn())
start()

const container = document.querySelector('#root')
if (container === null) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
