import { useEffect } from 'react'
import { Home } from '#src/features/home/home.tsx'
import { ChatSidebar } from '#src/app/layout/lazy-chat-sidebar.ts'
import { Page } from '#src/app/layout/page.tsx'

const PREFETCH_DELAY_MS = 2_000

/** Code of the likely next screens. A failed part loads again where it is shown. */
const PREFETCHES: readonly (() => Promise<unknown>)[] = [
  () => import('./payment-screen.tsx'),
  () => import('./chat-screen.tsx'),
  () => import('#src/platform/wallet/paying/transfer.ts'),
]

export const HomeScreen = () => {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const prefetch of PREFETCHES) prefetch().catch(() => undefined)
    }, PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title="Home" sidebar={<ChatSidebar activeId={null} />}>
      <Home />
    </Page>
  )
}
